import { groupBy } from "#app/domain/racing/group-by.ts";
import { studentQuantile } from "#app/domain/racing/normal-quantile.ts";
import { VIEW_GROUPS } from "#app/domain/scoring/view-groups.ts";

/** A race with its result, as one analysis by a fit that had not seen it explained the horses. */
export interface AnsweredRace {
  /** YYYY-MM-DD. */
  date: string;
  /** Contributions of the views; null without a chosen feature. */
  horses: readonly { groups: readonly (number | null)[]; isWinner: boolean }[];
}

export interface MonthAnswers {
  /** YYYY-MM. */
  month: string;
  races: number;
  /** Chosen views: how much higher the winners' contributions were than the mean of their fields. */
  views: { group: (typeof VIEW_GROUPS)[number]; mean: number; low: number; high: number; verdict: Verdict }[];
}

type Verdict = "higher" | "lower" | "unknown";

const FEWEST_RACES = 10;
/** Normal quantile for an error of 2.5 % / 6 at each end: the six intervals hold together in 95 % of the months. */
const NORMAL_OF_SIX = 2.6383;

/** The newest month first; months with fewer than ten races have no intervals and no views. */
export function answerByMonth(races: readonly AnsweredRace[]): MonthAnswers[] {
  return [...groupBy(races, ({ date }) => date.slice(0, 7))]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([month, own]) => ({ month, races: own.length, views: own.length < FEWEST_RACES ? [] : measureViews(own) }));
}

function measureViews(races: readonly AnsweredRace[]): MonthAnswers["views"] {
  return VIEW_GROUPS.flatMap((group, at) => {
    const leads = races.flatMap(({ horses }) => leadOfWinners(horses, at) ?? []);
    if (leads.length < FEWEST_RACES) return [];
    const mean = meanOf(leads);
    const squares = leads.reduce((sum, lead) => sum + (lead - mean) ** 2, 0);
    const error = Math.sqrt(squares / (leads.length - 1) / leads.length);
    const half = studentQuantile(leads.length - 1, NORMAL_OF_SIX) * error;
    const [low, high] = [mean - half, mean + half];
    const verdict = low > 0 ? "higher" : high < 0 ? "lower" : "unknown";
    return [{ group, mean, low, high, verdict }];
  });
}

function leadOfWinners(horses: AnsweredRace["horses"], at: number): number | null {
  const valuesOf = (some: AnsweredRace["horses"]) => some.flatMap(({ groups }) => groups[at] ?? []);
  const winners = valuesOf(horses.filter(({ isWinner }) => isWinner));
  return winners.length === 0 ? null : meanOf(winners) - meanOf(valuesOf(horses));
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
