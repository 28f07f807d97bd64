/** Equal settings, data and seed give equal trees, byte for byte. */
export interface TreeSettings {
  trees: number;
  /** Trees grow leaf by leaf, best split first. */
  leaves: number;
  learningRate: number;
  minRowsPerLeaf: number;
  /** L2 regularisation: added to the hessian of every leaf. */
  l2: number;
  raceShare: number;
  /** Mean number of rows per tree at most. More data lowers the share of the races, so training takes little longer. */
  rowsPerTree: number;
  featureShare: number;
  /** Relative chance of each feature to be drawn, above 0 to 1; absent = equal. */
  featureWeights?: readonly number[];
  /** Weights of the winner among all, the second among the rest, then the third. [1, 0, 0] is the conditional logit. */
  placeWeights: readonly [number, number, number];
  seed: number;
}

/** Starters only; the rows of a race are contiguous. */
export interface TreeRaces {
  /** First row of each race, then the row count. */
  raceStart: Uint32Array;
  /** 1, 2 or 3 for runners in that place, 0 for the others. A dead heat shares a place. */
  place: Uint8Array;
}

/** Leaf values and scores are whole multiples of this, so their sums are exact in any order. */
export const SCORE_UNIT = 2 ** -16;

/** Leaf numbers have 8 bits. */
const MOST_LEAVES = 256;

/** @throws RangeError naming the invalid setting. */
export function checkSettings(settings: TreeSettings): void {
  const { trees, leaves, learningRate, minRowsPerLeaf, l2, featureShare, placeWeights, seed } = settings;
  const isShare = (share: number) => share > 0 && share <= 1;
  const demands: Record<string, boolean> = {
    trees: Number.isInteger(trees) && trees >= 0 && trees <= 0xffff,
    leaves: Number.isInteger(leaves) && leaves >= 1 && leaves <= MOST_LEAVES,
    learningRate: learningRate > 0 && learningRate <= 1,
    minRowsPerLeaf: Number.isInteger(minRowsPerLeaf) && minRowsPerLeaf >= 1,
    l2: l2 >= 0 && Number.isFinite(l2),
    raceShare: isShare(settings.raceShare),
    rowsPerTree: settings.rowsPerTree >= 1,
    featureShare: isShare(featureShare),
    featureWeights: settings.featureWeights?.every(isShare) ?? true,
    placeWeights: placeWeights.every((weight) => weight >= 0 && weight <= 1) && placeWeights[0] > 0,
    seed: Number.isInteger(seed),
  };
  for (const [name, isMet] of Object.entries(demands)) if (!isMet) throw new RangeError(`trees with this ${name}`);
}

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
