import type { Payout, Surface } from "#app/domain/racing/race.ts";

/** A runner as it was forecast, and what became of it. */
export interface ForecastRunner {
  horseNum: number;
  /** The index, or anything that orders the declared runners as it does. */
  index: number;
  /** Win probability; the starters' sum to 1, who did not start has 0. */
  probability: number;
  isStarter: boolean;
  /** Official place; null or 0 = none. Only the first three matter. */
  finishPosition: number | null;
  /** Final odds; null or NaN = unknown. */
  winOdds: number | null;
}

/** A race with what a model that has not seen it said of its declared runners. */
export interface ForecastRace {
  raceId: string;
  /** Japan's day, YYYY-MM-DD. */
  date: string;
  surface: Surface | null;
  distanceM: number | null;
  venue: string;
  runners: readonly ForecastRunner[];
  /** Official rows; none = its bets were not sold. */
  payouts: readonly Pick<Payout, "betType" | "combination" | "payoutYen">[];
}

/** Flat, at least two starters and an official winner: what reports are about. */
export function isReported({ surface, runners }: Pick<ForecastRace, "surface" | "runners">): boolean {
  if (surface === "jump") return false;
  const starters = runners.filter(({ isStarter }) => isStarter);
  return starters.length >= 2 && starters.some(({ finishPosition }) => finishPosition === 1);
}

/** For sorting races: sums of fractions and draws of days then do not depend on the order in which races came. */
export function byDayAndRace(
  a: Pick<ForecastRace, "date" | "raceId">,
  b: Pick<ForecastRace, "date" | "raceId">,
): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.raceId === b.raceId ? 0 : a.raceId < b.raceId ? -1 : 1;
}
