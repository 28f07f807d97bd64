import type { TreeSettings } from "./settings.ts";

const MOST_BITS = 24;

/** Whole numbers of these units stand for gradients and hessians. */
export interface GradientUnits {
  g: number;
  h: number;
}

/**
 * The finest powers of two with which no sum over rows can leave its 32 bits. Over any rows of one race the gradients
 * sum to at most the weights in either direction, and the hessians to at most the weights; rounding adds half a unit
 * a row. About 16 bits at 20,000 races: rounding to the nearest is then far below the noise of the labels, where the
 * few bits of Shi et al. 2022 need rounding by chance.
 */
export function gradientUnits(
  raceCount: number,
  rowCount: number,
  placeWeights: TreeSettings["placeWeights"],
): GradientUnits {
  const bound = Math.max(1, placeWeights[0] + placeWeights[1] + placeWeights[2]) * raceCount;
  const bits = (limit: number) => {
    let found = 0;
    while (found < MOST_BITS && bound * 2 ** (found + 1) + rowCount / 2 < limit) found++;
    return found;
  };
  return { g: 2 ** -bits(2 ** 31), h: 2 ** -bits(2 ** 32) };
}
