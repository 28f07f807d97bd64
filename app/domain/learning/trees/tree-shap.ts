import { SCORE_UNIT } from "./settings.ts";
import { LEAF, type Tree } from "./tree.ts";

/** What each feature adds to a score, and what is left where nothing is known. */
export interface Contributions {
  /** Mean score under the covers of the trees. */
  base: number;
  /** One per feature; base + their sum is the score. */
  features: Float64Array;
}

/** Features met on the way to a node, each once. */
interface Path {
  length: number;
  feature: Int16Array;
  /** Share of rows that pass where the feature is unknown; 1 or 0 where it is known. */
  zero: Float64Array;
  one: Float64Array;
  /** Summed weights of the subsets by size. */
  weight: Float64Array;
}

/**
 * Shapley values of the features for one row: exact, where an unknown feature lets a row pass to both sides by their
 * covers (path-dependent TreeSHAP, Lundberg et al. 2018, algorithm 2).
 * @param bins one per feature
 */
export function explainRow(trees: readonly Tree[], bins: ArrayLike<number>, featureCount: number): Contributions {
  const features = new Float64Array(featureCount);
  const paths: Path[] = [];
  let base = 0;
  for (const tree of trees) {
    base += meanValue(tree);
    visit({ tree, bins, features, paths }, 0, { depth: 0, zero: 1, one: 1, feature: -1 });
  }
  for (let feature = 0; feature < featureCount; feature++) features[feature]! *= SCORE_UNIT;
  return { base: base * SCORE_UNIT, features };
}

/** Mean leaf value under the covers, in SCORE_UNIT. */
function meanValue({ feature, value, cover }: Tree): number {
  let sum = 0;
  for (let node = 0; node < feature.length; node++) if (feature[node] === LEAF) sum += value[node]! * cover[node]!;
  return cover[0] === 0 ? 0 : sum / cover[0]!;
}

interface Walk {
  tree: Tree;
  bins: ArrayLike<number>;
  /** Contributions so far, in SCORE_UNIT. */
  features: Float64Array;
  /** One per depth, used again for every node and tree. */
  paths: Path[];
}

/** How a node was entered: by which feature, and the shares that pass where it is unknown and known. */
interface Entry {
  depth: number;
  zero: number;
  one: number;
  feature: number;
}

function pathAt(paths: Path[], depth: number): Path {
  paths[depth] ??= {
    length: 0,
    feature: new Int16Array(depth + 1),
    zero: new Float64Array(depth + 1),
    one: new Float64Array(depth + 1),
    weight: new Float64Array(depth + 1),
  };
  return paths[depth];
}

function visit(walk: Walk, node: number, entry: Entry): void {
  const { tree, bins, features, paths } = walk;
  const { depth } = entry;
  const path = pathAt(paths, depth);
  if (depth === 0) path.length = 0;
  else copyPath(paths[depth - 1]!, path);
  extend(path, entry.zero, entry.one, entry.feature);
  const feature = tree.feature[node]!;
  if (feature === LEAF) {
    for (let i = 1; i < path.length; i++)
      features[path.feature[i]!]! += unwoundSum(path, i) * (path.one[i]! - path.zero[i]!) * tree.value[node]!;
    return;
  }
  const left = node + 1;
  const right = tree.right[node]!;
  const bin = bins[feature]!;
  const isLeft = bin === 0 ? tree.missingLeft[node] === 1 : bin <= tree.bin[node]!;
  const hot = isLeft ? left : right;
  const cold = isLeft ? right : left;
  let zero = 1;
  let one = 1;
  let met = 1;
  while (met < path.length && path.feature[met] !== feature) met++;
  if (met < path.length) {
    zero = path.zero[met]!;
    one = path.one[met]!;
    unwind(path, met);
  }
  const cover = tree.cover[node]!;
  visit(walk, hot, { depth: depth + 1, zero: (zero * tree.cover[hot]!) / cover, one, feature });
  visit(walk, cold, { depth: depth + 1, zero: (zero * tree.cover[cold]!) / cover, one: 0, feature });
}

function copyPath(from: Path, to: Path): void {
  to.length = from.length;
  for (let i = 0; i < from.length; i++) {
    to.feature[i] = from.feature[i]!;
    to.zero[i] = from.zero[i]!;
    to.one[i] = from.one[i]!;
    to.weight[i] = from.weight[i]!;
  }
}

function extend(path: Path, zero: number, one: number, feature: number): void {
  const { length, weight } = path;
  path.feature[length] = feature;
  path.zero[length] = zero;
  path.one[length] = one;
  weight[length] = length === 0 ? 1 : 0;
  for (let i = length - 1; i >= 0; i--) {
    weight[i + 1]! += (one * weight[i]! * (i + 1)) / (length + 1);
    weight[i] = (zero * weight[i]! * (length - i)) / (length + 1);
  }
  path.length = length + 1;
}

/** Takes a feature out again, as if it had never been met. */
function unwind(path: Path, at: number): void {
  const last = path.length - 1;
  const { weight } = path;
  const zero = path.zero[at]!;
  const one = path.one[at]!;
  let next = weight[last]!;
  for (let i = last - 1; i >= 0; i--) {
    if (one !== 0) {
      const before = weight[i]!;
      weight[i] = (next * (last + 1)) / ((i + 1) * one);
      next = before - (weight[i]! * zero * (last - i)) / (last + 1);
    } else {
      weight[i] = (weight[i]! * (last + 1)) / (zero * (last - i));
    }
  }
  for (let i = at; i < last; i++) {
    path.feature[i] = path.feature[i + 1]!;
    path.zero[i] = path.zero[i + 1]!;
    path.one[i] = path.one[i + 1]!;
  }
  path.length = last;
}

/** Sum of the weights after taking a feature out. */
function unwoundSum(path: Path, at: number): number {
  const last = path.length - 1;
  const { weight } = path;
  const zero = path.zero[at]!;
  const one = path.one[at]!;
  let next = weight[last]!;
  let total = 0;
  for (let i = last - 1; i >= 0; i--) {
    if (one !== 0) {
      const taken = (next * (last + 1)) / ((i + 1) * one);
      total += taken;
      next = weight[i]! - (taken * zero * (last - i)) / (last + 1);
    } else {
      total += (weight[i]! * (last + 1)) / (zero * (last - i));
    }
  }
  return total;
}
