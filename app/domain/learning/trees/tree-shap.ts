import { SCORE_UNIT } from "./settings.ts";
import { LEAF, type Tree } from "./tree.ts";

/** What each feature adds to the scores of rows, and what is left where nothing is known. */
interface Contributions {
  /** Mean score under the covers of the trees. */
  base: number;
  /** Row by row, one per feature; base + a row's sum is its score. */
  features: Float64Array;
}

/**
 * Shapley values of the features, exact, where an unknown feature lets a row pass to both sides by their covers: the
 * values of path-dependent TreeSHAP (Lundberg et al. 2018).
 *
 * With every other feature known with probability t, a leaf is reached with the product over its path's features of
 * z·(1 − t) + o·t, where z is the share of rows that pass the feature's splits and o whether this row does. A feature's
 * Shapley value is the integral over t of what knowing it changes (Owen 1972): polynomials in t, which Gauss's rule
 * integrates exactly with half as many points as a path has features. The points are carried down the tree and the
 * leaves' sums up again, so a row costs nodes × points; what rows share is made once a tree.
 *
 * @param bins row by row, one per feature
 */
export function explainRows(trees: readonly Tree[], bins: ArrayLike<number>, featureCount: number): Contributions {
  const features = new Float64Array(bins.length);
  const rules: QuadratureRule[] = [];
  let base = 0;
  for (const tree of trees) {
    base += meanValue(tree);
    const paths = tracePaths(tree);
    const size = Math.max(1, Math.ceil(paths.mostFeatures / 2));
    rules[size] ??= gaussLegendre(size);
    const walk = prepareWalk(tree, paths, rules[size]);
    for (let first = 0; first < bins.length; first += featureCount) addRow(walk, bins, first, features);
  }
  for (let i = 0; i < features.length; i++) features[i]! *= SCORE_UNIT;
  return { base: base * SCORE_UNIT, features };
}

/** Mean leaf value under the covers, in SCORE_UNIT. */
function meanValue({ feature, value, cover }: Tree): number {
  let sum = 0;
  for (let node = 0; node < feature.length; node++) if (feature[node] === LEAF) sum += value[node]! * cover[node]!;
  return cover[0] === 0 ? 0 : sum / cover[0]!;
}

/** How each node is come to. An edge goes by the number of the node that it leads to; 0 is none. */
interface Paths {
  parent: Int32Array;
  /** The nearest edge above that asks for the same feature. */
  previous: Int32Array;
  /** Share of rows that pass all splits by the edge's feature so far where it is unknown. */
  share: Float64Array;
  /** Most features on the way to a leaf. */
  mostFeatures: number;
}

function tracePaths({ feature, right, cover }: Tree): Paths {
  const parent = new Int32Array(feature.length);
  const previous = new Int32Array(feature.length);
  const share = new Float64Array(feature.length).fill(1);
  const met = new Int32Array(feature.length);
  let mostFeatures = 0;
  for (let node = 0; node < feature.length; node++) {
    if (feature[node] === LEAF) continue;
    let above = node;
    while (above !== 0 && feature[parent[above]!] !== feature[node]) above = parent[above]!;
    for (const child of [node + 1, right[node]!]) {
      parent[child] = node;
      previous[child] = above;
      share[child] = (share[above]! * cover[child]!) / cover[node]!;
      met[child] = met[node]! + (above === 0 ? 1 : 0);
      mostFeatures = Math.max(mostFeatures, met[child]!);
    }
  }
  return { parent, previous, share, mostFeatures };
}

/** Points and weights of an integral from 0 to 1. */
interface QuadratureRule {
  points: Float64Array;
  weights: Float64Array;
}

/** Gauss's rule of so many points: exact for polynomials of degree 2 × size − 1. */
function gaussLegendre(size: number): QuadratureRule {
  const points = new Float64Array(size);
  const weights = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    // Newton's method on the Legendre polynomial of this degree, from a guess that is good to three digits.
    let x = Math.cos((Math.PI * (i + 0.75)) / (size + 0.5));
    let slope = 1;
    for (let round = 0; round < 8; round++) {
      let before = 0;
      let value = 1;
      for (let degree = 1; degree <= size; degree++) {
        const next = ((2 * degree - 1) * x * value - (degree - 1) * before) / degree;
        before = value;
        value = next;
      }
      slope = (size * (x * value - before)) / (x * x - 1);
      x -= value / slope;
    }
    points[i] = (1 + x) / 2;
    weights[i] = 1 / ((1 - x * x) * slope * slope);
  }
  return { points, weights };
}

/** What the rows of one tree share. The arrays with "per edge and point" have `size` numbers an edge. */
interface Walk {
  tree: Tree;
  paths: Paths;
  size: number;
  weights: Float64Array;
  /** What the product over features changes by, per edge and point, where the row passes, and where it is kept out. */
  passFactor: Float64Array;
  missFactor: Float64Array;
  /** The same, per edge, where the row was kept out by the same feature before. */
  lostFactor: Float64Array;
  /** What the edge's feature adds for a product of 1, beyond what the same feature added above it. */
  passLift: Float64Array;
  missLift: Float64Array;
  /** Of one row: whether it passes all splits by the edge's feature so far. */
  isPassed: Uint8Array;
  product: Float64Array;
  sum: Float64Array;
}

function prepareWalk(tree: Tree, paths: Paths, { points, weights }: QuadratureRule): Walk {
  const nodes = tree.feature.length;
  const size = points.length;
  const table = () => new Float64Array(nodes * size);
  const walk: Walk = {
    tree,
    paths,
    size,
    weights,
    passFactor: table(),
    missFactor: table(),
    lostFactor: new Float64Array(nodes),
    passLift: table(),
    missLift: table(),
    isPassed: new Uint8Array(nodes),
    product: table(),
    sum: table(),
  };
  for (let edge = 1; edge < nodes; edge++) {
    const share = paths.share[edge]!;
    const before = paths.share[paths.previous[edge]!]!;
    walk.lostFactor[edge] = share / before;
    for (let i = 0; i < size; i++) {
      const t = points[i]!;
      const at = edge * size + i;
      const known = share + (1 - share) * t;
      const knownBefore = before + (1 - before) * t;
      const liftBefore = (1 - before) / knownBefore;
      walk.passFactor[at] = known / knownBefore;
      walk.missFactor[at] = (share * (1 - t)) / knownBefore;
      walk.passLift[at] = (1 - share) / known - liftBefore;
      walk.missLift[at] = -1 / (1 - t) - liftBefore;
    }
  }
  // The root: no feature asked for yet.
  walk.isPassed[0] = 1;
  walk.product.fill(1, 0, size);
  return walk;
}

/** Adds one row's contributions in SCORE_UNIT; its bins and contributions begin at `first`. */
function addRow(walk: Walk, bins: ArrayLike<number>, first: number, features: Float64Array): void {
  const { tree, paths, size, weights, passFactor, missFactor, lostFactor, isPassed, product, sum } = walk;
  const { parent, previous } = paths;
  const nodes = tree.feature.length;
  for (let edge = 1; edge < nodes; edge++) {
    const above = parent[edge]!;
    const to = edge * size;
    const from = above * size;
    if (isPassed[previous[edge]!] === 0) {
      isPassed[edge] = 0;
      const factor = lostFactor[edge]!;
      for (let i = 0; i < size; i++) product[to + i] = product[from + i]! * factor;
      continue;
    }
    const bin = bins[first + tree.feature[above]!]!;
    const isLeft = bin === 0 ? tree.missingLeft[above] === 1 : bin <= tree.bin[above]!;
    const passes = isLeft === (edge === above + 1);
    isPassed[edge] = passes ? 1 : 0;
    const factors = passes ? passFactor : missFactor;
    for (let i = 0; i < size; i++) product[to + i] = product[from + i]! * factors[to + i]!;
  }
  sum.fill(0);
  // Nodes are in preorder, so backwards every node comes after those below it.
  for (let edge = nodes - 1; edge > 0; edge--) {
    const above = parent[edge]!;
    const at = edge * size;
    if (tree.feature[edge] === LEAF) {
      const value = tree.value[edge]!;
      for (let i = 0; i < size; i++) sum[at + i] = product[at + i]! * weights[i]! * value;
    }
    if (isPassed[previous[edge]!] === 1) {
      const lifts = isPassed[edge] === 1 ? walk.passLift : walk.missLift;
      let added = 0;
      for (let i = 0; i < size; i++) added += lifts[at + i]! * sum[at + i]!;
      features[first + tree.feature[above]!]! += added;
    }
    const to = above * size;
    for (let i = 0; i < size; i++) sum[to + i]! += sum[at + i]!;
  }
}
