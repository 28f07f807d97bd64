import type { RaceConditions } from "#app/domain/racing/conditions.ts";
import { compareTexts } from "#app/domain/racing/plain/compare-texts.ts";
import type { Payout } from "#app/domain/racing/records.ts";

export interface ForecastRunner {
  horseNum: number;
  /** The index, or any number that orders the declared runners in the same way. */
  index: number;
  /** Win probability; sums to 1 over the starters, 0 for non-starters. */
  probability: number;
  isStarter: boolean;
  /** Official place; null or 0 = none. Only the first three places are used. */
  finishPosition: number | null;
  /** Final odds; null or NaN = unknown. */
  winOdds: number | null;
}

export interface ForecastRace extends Omit<RaceConditions, "starters"> {
  raceId: string;
  runners: readonly ForecastRunner[];
  /** Official rows; none if its bets were not sold. */
  payouts: readonly Pick<Payout, "betType" | "combination" | "payoutYen">[];
}

/** Whether a race is included in reports: flat, at least two starters and an official winner. */
export function isReported({ surface, runners }: Pick<ForecastRace, "surface" | "runners">): boolean {
  if (surface === "jump") return false;
  const starters = runners.filter(({ isStarter }) => isStarter);
  return starters.length >= 2 && starters.some(({ finishPosition }) => finishPosition === 1);
}

/** Reports sort by day and id, so that floating-point sums and bootstrap draws do not depend on the input order. */
export function byDayAndRace(
  a: Pick<ForecastRace, "date" | "raceId">,
  b: Pick<ForecastRace, "date" | "raceId">,
): number {
  return compareTexts(a.date, b.date) || compareTexts(a.raceId, b.raceId);
}
