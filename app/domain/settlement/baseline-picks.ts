import { hashContent } from "#app/domain/racing/content-hash.ts";
import { createRandom, shuffle } from "#app/domain/racing/random.ts";

interface Runner {
  horseNum: number;
  /** Final odds; null, NaN or 0 = unknown. */
  winOdds: number | null;
}

/** The public's picks: lowest final win odds first (ties: smaller number; without odds last). Null if none has odds. */
export function pickFavourites(runners: readonly Runner[]): number[] | null {
  const known = runners.map(({ horseNum, winOdds }) => ({
    horseNum,
    odds: winOdds !== null && winOdds > 0 ? winOdds : null,
  }));
  if (known.every(({ odds }) => odds === null)) return null;
  const orLast = (odds: number | null) => odds ?? Number.MAX_VALUE;
  return known
    .sort((a, b) => orLast(a.odds) - orLast(b.odds) || a.horseNum - b.horseNum)
    .map(({ horseNum }) => horseNum);
}

/**
 * Always the same order for the same race. A single draw, so that its hit rate and interval are comparable to a
 * model's.
 */
export function drawLot(raceId: string, horseNums: readonly number[]): number[] {
  const inOrder = horseNums.toSorted((a, b) => a - b);
  return shuffle(inOrder, createRandom(hashContent(raceId).low));
}
