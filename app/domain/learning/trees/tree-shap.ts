import { SCORE_UNIT } from "./settings.ts";
import { LEAF, type Tree } from "./tree.ts";

/**
 * Exact Shapley values of path-dependent TreeSHAP (Lundberg et al. 2018): a row with an unknown feature goes to both
 * sides in proportion to their covers.
 *
 * If every other feature is known with probability t, a leaf is reached with the product over its path's features of
 * z·(1 − t) + o·t. z is the share of rows that pass the feature's splits; o is 1 if this row passes them, else 0. The
 * Shapley value is the integral over t of the change from knowing the feature (Owen 1972): a polynomial that Gaussian
 * quadrature integrates exactly with half as many points as features. A row costs nodes × points; values common to all
 * rows are computed once per tree.
 *
 * @param bins row by row, one per feature
 * @returns the mean score, weighted by covers, and row by row a value per feature; their sum is the row's score
 */
export function explainRows(trees: readonly Tree[], bins: ArrayLike<number>, featureCount: number) {
  const features = new Float64Array(bins.length);
  const rules: ReturnType<typeof gaussLegendre>[] = [];
  let base = 0;
  for (const tree of trees) {
    base += meanValue(tree);
    const paths = tracePaths(tree);
    const size = Math.max(1, Math.ceil(paths.mostFeatures / 2));
    rules[size] ??= gaussLegendre(size);
    const trace = prepareTrace(tree, paths, rules[size]);
    for (let first = 0; first < bins.length; first += featureCount) addRow(trace, bins, first, features);
  }
  for (let i = 0; i < features.length; i++) features[i]! *= SCORE_UNIT;
  return { base: base * SCORE_UNIT, features };
}

/** Mean leaf value weighted by the covers, in SCORE_UNIT. */
function meanValue({ feature, value, cover }: Tree): number {
  let sum = 0;
  for (let node = 0; node < feature.length; node++) if (feature[node] === LEAF) sum += value[node]! * cover[node]!;
  return cover[0] === 0 ? 0 : sum / cover[0]!;
}

/** An edge is identified by the node it leads to; 0 means none. */
function tracePaths({ feature, right, cover }: Tree) {
  const parent = new Int32Array(feature.length);
  /** The nearest edge above that splits on the same feature. */
  const previous = new Int32Array(feature.length);
  /** Share of rows that pass all splits on the edge's feature down to here. */
  const share = new Float64Array(feature.length).fill(1);
  /** Features on the path. */
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

/** Gauss–Legendre rule: exact for polynomials up to degree 2 × size − 1. */
function gaussLegendre(size: number) {
  const points = new Float64Array(size);
  const weights = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    // Newton's method on the Legendre polynomial, from a guess of three digits.
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

/** Shared by the rows of one tree: arrays of one number per edge, or of `size` numbers per edge (`table`). */
function prepareTrace(
  tree: Tree,
  paths: ReturnType<typeof tracePaths>,
  { points, weights }: ReturnType<typeof gaussLegendre>,
) {
  const nodes = tree.feature.length;
  const size = points.length;
  const table = () => new Float64Array(nodes * size);
  const trace = {
    tree,
    paths,
    size,
    weights,
    /** Factor of the product over features if the row passes or fails the edge's splits. */
    passFactor: table(),
    missFactor: table(),
    /** The same if the row already failed a split on the same feature above. */
    lostFactor: new Float64Array(nodes),
    /** Contribution of the edge's feature for a product of 1, beyond that of the same feature's edge above. */
    passLift: table(),
    missLift: table(),
    /** Whether the current row passes all splits on the edge's feature down to here. */
    isPassed: new Uint8Array(nodes),
    product: table(),
    sum: table(),
  };
  for (let edge = 1; edge < nodes; edge++) {
    const share = paths.share[edge]!;
    const before = paths.share[paths.previous[edge]!]!;
    trace.lostFactor[edge] = share / before;
    for (let i = 0; i < size; i++) {
      const t = points[i]!;
      const at = edge * size + i;
      const known = share + (1 - share) * t;
      const knownBefore = before + (1 - before) * t;
      const liftBefore = (1 - before) / knownBefore;
      trace.passFactor[at] = known / knownBefore;
      trace.missFactor[at] = (share * (1 - t)) / knownBefore;
      trace.passLift[at] = (1 - share) / known - liftBefore;
      trace.missLift[at] = -1 / (1 - t) - liftBefore;
    }
  }
  // The root: no feature has been split on.
  trace.isPassed[0] = 1;
  trace.product.fill(1, 0, size);
  return trace;
}

/** Adds one row's contributions in SCORE_UNIT; its bins and contributions start at `first`. */
function addRow(
  trace: ReturnType<typeof prepareTrace>,
  bins: ArrayLike<number>,
  first: number,
  features: Float64Array,
): void {
  const { tree, paths, size, weights, passFactor, missFactor, lostFactor, isPassed, product, sum } = trace;
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
  // In reverse preorder every node comes after its descendants.
  for (let edge = nodes - 1; edge > 0; edge--) {
    const above = parent[edge]!;
    const at = edge * size;
    if (tree.feature[edge] === LEAF) {
      const value = tree.value[edge]!;
      for (let i = 0; i < size; i++) sum[at + i] = product[at + i]! * weights[i]! * value;
    }
    if (isPassed[previous[edge]!] === 1) {
      const lifts = isPassed[edge] === 1 ? trace.passLift : trace.missLift;
      let added = 0;
      for (let i = 0; i < size; i++) added += lifts[at + i]! * sum[at + i]!;
      features[first + tree.feature[above]!]! += added;
    }
    const to = above * size;
    for (let i = 0; i < size; i++) sum[to + i]! += sum[at + i]!;
  }
}
