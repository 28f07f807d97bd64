import type { TreeSettings } from "./settings.ts";

const MOST_BITS = 24;

/** Units of gradients (g) and hessians (h) stored as whole numbers. */
export interface GradientUnits {
  g: number;
  h: number;
}

/**
 * The finest powers of two for which no sum over rows overflows 32 bits. Gradients and hessians of a race sum to at
 * most the stage weights; rounding adds half a unit per row. That leaves about 16 bits at 20,000 races, so rounding to
 * nearest is far below the noise of the labels.
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
