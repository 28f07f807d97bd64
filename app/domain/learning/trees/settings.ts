/** What a training of trees is told. Equal settings, data and seed give equal trees, byte for byte. */
export interface TreeSettings {
  trees: number;
  /** Most leaves of a tree; it grows leaf by leaf, the best split first. */
  leaves: number;
  learningRate: number;
  /** Fewest rows, of those that the tree is grown on, in a leaf. */
  minRowsPerLeaf: number;
  /** Added to the hessian of every leaf. */
  l2: number;
  /** Share of the races that each tree is grown on, above 0 to 1. */
  raceShare: number;
  /**
   * Most rows, on average, that a tree is grown on: with more, each tree gets a smaller share of the races, so that a
   * training takes little longer.
   */
  rowsPerTree: number;
  /** Share of the features that each tree may use, above 0 to 1. */
  featureShare: number;
  /**
   * Weight of each stage of the race: the winner among all, then the second among the rest, then the third. [1, 0, 0]
   * is the conditional logit of the winner.
   */
  placeWeights: readonly [number, number, number];
  /** Of the samples of races and features; 32 bits. */
  seed: number;
}

/** Races to learn from: starters only, the rows of a race together. */
export interface TreeRaces {
  /** First row of each race, and the row count at the end. */
  raceStart: Uint32Array;
  /** 1, 2 or 3 for the runners home in that place, 0 for the others. A dead heat shares a place. */
  place: Uint8Array;
}

/** Leaf values and scores are whole numbers of this unit: sums of them are exact, in any order. */
export const SCORE_UNIT = 2 ** -16;

/** Leaf numbers have 8 bits. */
const MOST_LEAVES = 256;

/** @throws RangeError naming what no tree could be grown with. */
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
    placeWeights: placeWeights.every((weight) => weight >= 0 && weight <= 1) && placeWeights[0] > 0,
    seed: Number.isInteger(seed),
  };
  for (const [name, isMet] of Object.entries(demands)) if (!isMet) throw new RangeError(`trees with this ${name}`);
}
