import { byPreference, type Preferable } from "#app/domain/learning/model-preference.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { type Settlement, settleRace } from "#app/domain/settlement/settle-race.ts";
import { weekBefore } from "./own-picks.ts";

const WEEKS = 12;

/** The first horses of a settled race. */
export interface FirstHorses {
  /** Horse number of ◎. */
  pick: number;
  /** The starter with the lowest final odds; null: no odds are known. */
  favourite: number | null;
  /** Official rows of win bets. */
  payouts: readonly (readonly [combination: string, payoutYen: number])[];
}

/** A race that counts in the record of a model. */
export interface DuelRace extends FirstHorses {
  modelId: number;
  date: string;
}

export type DuelOutcome = "won" | "lost" | "drawn";

export interface DuelWeek {
  from: string;
  to: string;
  isRunning: boolean;
  races: number;
  /** 100 yen a race. */
  own: Settlement;
  favourite: Settlement;
  /** By the returns so far; null without a race. */
  outcome: DuelOutcome | null;
}

export interface FavouriteDuel {
  modelName: string;
  /** The newest week with a race. */
  shown: DuelWeek & { outcome: DuelOutcome };
  /** Oldest first, the running one last. */
  weeks: DuelWeek[];
  /** Without the running week. */
  counts: Record<DuelOutcome, number>;
  /** Equal outcomes at the end; weeks without a race are skipped. Null: none, or a draw. */
  streak: { outcome: "won" | "lost"; weeks: number } | null;
}

/** Twelve racing weeks, the running one last. */
export function duelWeeks(today: string): { from: string; to: string }[] {
  const { from } = weekBefore(today);
  return Array.from({ length: WEEKS }, (_, at) => {
    const first = addDays(from, (at + 2 - WEEKS) * 7);
    return { from: first, to: addDays(first, 6) };
  });
}

/** ◎ of the preferred model with a race against the favourite of the same races, by the returns of a week. */
export function favouriteDuel(
  races: readonly DuelRace[],
  models: readonly (Preferable & { name: string })[],
  { defaultModelId, today }: { defaultModelId: number | null; today: string },
): FavouriteDuel | null {
  const settled = races.flatMap(settleBoth);
  const [model] = byPreference(
    models.filter(({ modelId }) => settled.some((race) => race.modelId === modelId)),
    defaultModelId,
  );
  const own = settled.filter(({ modelId }) => modelId === model?.modelId);
  const weeks = duelWeeks(today).map(({ from, to }): DuelWeek => {
    const ofWeek = own.filter(({ date }) => date >= from && date <= to);
    const sums = { own: sum(ofWeek.map((race) => race.own)), favourite: sum(ofWeek.map((race) => race.favourite)) };
    const outcome = ofWeek.length === 0 ? null : outcomeOf(sums.own.payoutYen - sums.favourite.payoutYen);
    return { from, to, isRunning: to >= today, races: ofWeek.length, ...sums, outcome };
  });
  const shown = weeks.findLast((week): week is FavouriteDuel["shown"] => week.outcome !== null);
  if (model === undefined || shown === undefined) return null;
  const over = weeks.flatMap(({ isRunning, outcome }) => (isRunning || outcome === null ? [] : [outcome]));
  const last = over.at(-1);
  return {
    ...{ modelName: model.name, shown, weeks },
    counts: countOutcomes(over),
    streak:
      last === undefined || last === "drawn"
        ? null
        : { outcome: last, weeks: over.length - 1 - over.findLastIndex((each) => each !== last) },
  };
}

/** Win bets of 100 yen on each. */
export function settleFirsts({ pick, favourite, payouts }: FirstHorses) {
  const rows = payouts.map(([combination, payoutYen]) => ({ betType: "win", combination, payoutYen }));
  const bet = (horse: number) => settleRace([{ betType: "win", horses: [horse] }], rows).win;
  return { own: bet(pick), favourite: favourite === null ? null : bet(favourite) };
}

/** Empty if either bet is not made. */
function settleBoth({ modelId, date, ...firsts }: DuelRace) {
  const { own, favourite } = settleFirsts(firsts);
  return favourite === null || own.stakeYen === 0 ? [] : [{ modelId, date, own, favourite }];
}

function sum(bets: readonly Settlement[]): Settlement {
  return bets.reduce(
    (total, { stakeYen, payoutYen, hits }) => ({
      stakeYen: total.stakeYen + stakeYen,
      payoutYen: total.payoutYen + payoutYen,
      hits: total.hits + hits,
    }),
    { stakeYen: 0, payoutYen: 0, hits: 0 },
  );
}

export function countOutcomes(outcomes: readonly (DuelOutcome | undefined)[]): Record<DuelOutcome, number> {
  const count = (outcome: DuelOutcome) => outcomes.filter((each) => each === outcome).length;
  return { won: count("won"), lost: count("lost"), drawn: count("drawn") };
}

function outcomeOf(leadYen: number): DuelOutcome {
  return leadYen === 0 ? "drawn" : leadYen > 0 ? "won" : "lost";
}
