import { finishWords } from "#app/components/analyses/finish-words.ts";
import type { OwnEntry } from "#app/components/fans/own-entry-form.tsx";
import { formatDayNear, formatSigned } from "#app/components/parts/numbers.ts";
import { formatCourse, GOING_WORDS, TRAINER_BASE_WORDS } from "#app/components/parts/race-words.ts";
import { OWN_MARKS } from "#app/domain/own-marks.ts";
import { dayNumber, japanDay } from "#app/domain/racing/japan-time.ts";
import { isStarter } from "#app/domain/racing/race.ts";
import type { Runner } from "#app/domain/racing/records.ts";
import { amongStarters } from "#app/domain/scoring/among-starters.ts";
import { placeHorses } from "#app/domain/scoring/place-horses.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import { type GroupView, rankGroups } from "#app/domain/scoring/view-groups.ts";
import type { PastRun, RaceCard } from "#app/domain/views/race-card.ts";

/** With the index by which the newest analysis' model, not having seen it, had rated the runner. */
export type CardRun = PastRun & { index: number | null };

export interface CardRow {
  runner: Runner;
  runs: readonly CardRun[];
  /** Six views of the newest analysis; undefined if not analysed, withdrawn, or older than the views. */
  views: readonly GroupView[] | undefined;
  /** Null if not analysed, not on the card at the time, or withdrawn. */
  score: Score | null;
  /** By index, counted from 1; null as `score`. */
  place: number | null;
  own: OwnEntry;
}

export const CARD_ORDERS = ["number", "popularity", "index", "weight", "mark"] as const;
export type CardOrder = (typeof CARD_ORDERS)[number];

export function readCardOrder(query: string | null, orders: readonly CardOrder[]): CardOrder {
  return orders.find((order) => order === query) ?? "number";
}

export function hasPopularity(runners: readonly Runner[]): boolean {
  return runners.some(({ popularity }) => popularity !== null);
}

/** Orders for which the card has values. */
export function ordersOf({ runners, analyses, own }: Pick<RaceCard, "runners" | "analyses" | "own">): CardOrder[] {
  const known: Record<CardOrder, boolean> = {
    number: true,
    popularity: hasPopularity(runners),
    index: analyses.length > 0,
    weight: runners.some(({ carriedWeightKg }) => carriedWeightKg !== null),
    mark: own.marks.length > 0,
  };
  return CARD_ORDERS.filter((order) => known[order]);
}

/** Rows without a value come last, by number. */
export function rowsOf({ race, runners, pastRuns, analyses, why, own }: RaceCard, order: CardOrder): CardRow[] {
  const [newest] = analyses;
  const scores = newest === undefined ? [] : amongStarters(newest.scores, { quinella: [] }, runners).scores;
  const groupsOf = new Map(why.map(({ horseNum, groups }) => [horseNum, groups]));
  const views = rankGroups(groupsOf, placeHorses(scores, runners));
  const rows = runners.map((runner) => {
    const index = isStarter(runner.status) ? scores.findIndex(({ horseNum }) => horseNum === runner.horseNum) : -1;
    const past = new Map(why.find(({ horseNum }) => horseNum === runner.horseNum)?.past);
    return {
      runner,
      runs: pastRuns
        .filter(({ horseId }) => horseId === runner.horseId)
        .map((run) => ({ ...run, index: past.get(dayNumber(run.date)) ?? null })),
      views: views.get(runner.horseNum),
      score: scores[index] ?? null,
      place: index < 0 ? null : index + 1,
      own: entryOf(runner, own, race.date),
    };
  });
  const rank = ({ runner, place, own: { mark } }: CardRow) => {
    const values: Record<CardOrder, number | null> = {
      number: runner.horseNum,
      popularity: runner.popularity,
      index: place,
      weight: runner.carriedWeightKg === null ? null : -runner.carriedWeightKg,
      mark: mark === null ? null : OWN_MARKS.indexOf(mark),
    };
    return values[order] ?? Number.POSITIVE_INFINITY;
  };
  return rows.sort((one, other) => rank(one) - rank(other) || one.runner.horseNum - other.runner.horseNum);
}

function entryOf({ horseId }: Runner, { marks, notes }: RaceCard["own"], cardDay: string): OwnEntry {
  const note = notes.find((noted) => noted.horseId === horseId);
  return {
    mark: marks.find((marked) => marked.horseId === horseId)?.mark ?? null,
    note: note?.text ?? "",
    notedOn: note === undefined ? "" : formatDayNear(japanDay(note.notedAt), cardDay),
  };
}

/** 486(+4), 486(±0), 486; empty if unknown. */
export function formatBodyWeight({
  bodyWeightKg,
  bodyWeightChangeKg,
}: Pick<Runner, "bodyWeightKg" | "bodyWeightChangeKg">): { kg: string; change: string } {
  if (bodyWeightKg === null) return { kg: "", change: "" };
  if (bodyWeightChangeKg === null) return { kg: String(bodyWeightKg), change: "" };
  return { kg: String(bodyWeightKg), change: `(${formatSigned(bodyWeightChangeKg, 0, "±")})` };
}

/** 1:58.4, 59.8 */
export function formatTime(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const minutes = Math.floor(tenths / 600);
  const rest = ((tenths % 600) / 10).toFixed(1);
  return minutes === 0 ? rest : `${minutes}:${rest.padStart(4, "0")}`;
}

/** 栗 for screen readers 栗東; null if unknown. */
export function stableOf({ trainerBase }: Pick<Runner, "trainerBase">): { short: string; full: string } | null {
  return trainerBase === null ? null : TRAINER_BASE_WORDS[trainerBase];
}

/** 父 クールキー, 母 ホワイトマリン, 母父 カゼノエポック; unknown ones are left out. */
export function pedigreeOf({ sireName, damName, damSireName }: Pick<Runner, "sireName" | "damName" | "damSireName">) {
  return [
    { role: "父", name: sireName },
    { role: "母", name: damName },
    { role: "母父", name: damSireName },
  ].filter(({ name }) => name !== null);
}

/** Unknown texts are empty. */
export function runWords(run: PastRun, cardDay: string) {
  const { finishPosition, timeS, gapS, last600mS, popularity, carriedWeightKg } = run;
  return {
    day: formatDayNear(run.date, cardDay),
    venue: run.venue,
    /** Its date has a year, which leaves no room for the venue in a narrow column. */
    isOfOtherYear: run.date.slice(0, 4) !== cardDay.slice(0, 4),
    course: formatCourse(run).replace(/m$/, ""),
    going: run.going === null ? "" : GOING_WORDS[run.going],
    finish: finishWords({ status: run.status, position: finishPosition }),
    time: timeS === null ? "" : formatTime(timeS),
    gap: gapS === null ? "" : formatSigned(gapS, 1),
    field: run.runnerCount > 0 ? `${run.runnerCount}頭` : "",
    popularity: popularity === null ? "" : `${popularity}人気`,
    jockey: run.jockeyName ?? "",
    carried: carriedWeightKg === null ? "" : carriedWeightKg.toFixed(1),
    corners: run.cornerPositions ?? "",
    last600m: last600mS === null ? "" : `上り${last600mS.toFixed(1)}`,
    bodyWeight: run.bodyWeightKg === null ? "" : `${run.bodyWeightKg}kg`,
  };
}
