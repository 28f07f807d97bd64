import type { TreeSettings } from "./settings.ts";

const MOST_BITS = 24;

/** Values of one whole-number unit of gradients (g) and hessians (h). */
export interface GradientUnits {
  g: number;
  h: number;
}

/**
 * The finest powers of two for which no sum over rows overflows 32 bits. Over any rows of one race the gradients sum to
 * at most the stage weights in either direction, and so do the hessians; rounding adds half a unit per row. That leaves
 * about 16 bits at 20,000 races, so rounding to nearest is far below the noise of the labels; with the 2–5 bits of Shi
 * et al. 2022 it has to be stochastic.
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
