import { rowsPerCall } from "./kernel.ts";
import { HISTOGRAM_BYTES } from "./memory-plan.ts";
import { type GradientUnits, SCORE_UNIT, type TreeSettings } from "./settings.ts";
import type { GrownNode } from "./tree.ts";
import type { Workspace } from "./workspace.ts";

/** Units (pace.ts) per histogram update, and per histogram bin examined for a split. */
const UPDATE_UNITS = 0.5;
const BIN_UNITS = 3;
/** e^8 is near certainty, and the whole numbers stay far from overflow. */
const LARGEST_STEP = 8;

export interface GrowingTree {
  space: Workspace;
  settings: TreeSettings;
  units: GradientUnits;
  features: Uint16Array;
}

/** `g` and `h` are the sums of the left side. */
interface Split {
  gain: number;
  /** Position among the tree's features. */
  position: number;
  bin: number;
  missingLeft: number;
  g: number;
  h: number;
}

/** Owns the records listed in [from, to) of the rows. */
export interface Leaf {
  node: GrownNode;
  from: number;
  to: number;
  g: number;
  h: number;
  histogram: number;
  strictness: number;
  /** Null if no split gains enough. */
  best: Split | null;
}

function makeLeaf(from: number, to: number, g = 0, h = 0): Leaf {
  const node: GrownNode = { split: null, value: 0, cover: to - from };
  return { node, from, to, g, h, histogram: 0, strictness: 1, best: null };
}

function isSplittable({ from, to }: Leaf, { minRowsPerLeaf }: TreeSettings): boolean {
  return to - from >= Math.max(2, 2 * minRowsPerLeaf);
}

/** The leaf of all rows. */
export function* openRoot(tree: GrowingTree, rowCount: number): Generator<number, Leaf> {
  const { space, settings } = tree;
  const root = makeLeaf(0, rowCount);
  root.histogram = space.plan.histograms;
  yield* addHistogram(tree, root);
  sumBins(space.words, root);
  if (settings.leaves > 1 && isSplittable(root, settings)) findSplit(tree, root);
  return root;
}

function* addHistogram({ space, features }: GrowingTree, leaf: Leaf): Generator<number> {
  const { kernel, plan } = space;
  const featureCount = features.length;
  kernel.clear(leaf.histogram, featureCount * HISTOGRAM_BYTES);
  const perCall = rowsPerCall(UPDATE_UNITS * featureCount);
  for (let from = leaf.from; from < leaf.to; from += perCall) {
    const to = Math.min(leaf.to, from + perCall);
    kernel.addHistogram(plan.records, plan.recordBytes, plan.rows, from, to, featureCount, leaf.histogram);
    yield UPDATE_UNITS * featureCount * (to - from);
  }
}

/** The bins of the first feature contain every row. */
function sumBins(words: Uint32Array, leaf: Leaf): void {
  for (let at = leaf.histogram >>> 2; at < (leaf.histogram + HISTOGRAM_BYTES) >>> 2; at += 2) {
    leaf.h += words[at]!;
    leaf.g += words[at + 1]! | 0;
  }
}

export function findSplit({ space, settings, units, features }: GrowingTree, leaf: Leaf): void {
  const { kernel, plan, words, numbers } = space;
  const h = leaf.h * units.h;
  kernel.findSplit(
    leaf.histogram,
    features.length,
    plan.binCounts,
    leaf.g * units.g,
    h,
    units.g,
    units.h,
    settings.l2,
    leastHessian(h, leaf.to - leaf.from, settings.minRowsPerLeaf, leaf.strictness),
    plan.result,
  );
  const gain = numbers[plan.result >>> 3]!;
  const at = plan.result >>> 2;
  leaf.best =
    gain > 0
      ? {
          gain,
          h: words[at + 2]!,
          g: words[at + 3]! | 0,
          position: words[at + 4]!,
          bin: words[at + 5]!,
          missingLeft: words[at + 6]!,
        }
      : null;
}

/** Returns null if a side would be too small. */
export function splitLeaf(
  { space, settings, features }: GrowingTree,
  leaf: Leaf,
  { position, bin, missingLeft, g, h }: Split,
): [Leaf, Leaf] | null {
  const { kernel, plan, columnsOfTree } = space;
  const { from, to } = leaf;
  const column = columnsOfTree[position]!;
  const middle = from + kernel.partition(column, plan.rows, from, to, bin, missingLeft, plan.spareRows);
  if (Math.min(middle - from, to - middle) < settings.minRowsPerLeaf) return null;
  const left = makeLeaf(from, middle, g, h);
  const right = makeLeaf(middle, to, leaf.g - g, leaf.h - h);
  leaf.node.split = {
    feature: features[position]!,
    bin,
    missingLeft: missingLeft === 1,
    left: left.node,
    right: right.node,
  };
  return [left, right];
}

/**
 * Builds the histogram of the smaller side in a free slot, subtracts it from the parent's for the larger side, and
 * finds the best split of either.
 */
export function* openSides(tree: GrowingTree, parent: Leaf, sides: [Leaf, Leaf], slot: number): Generator<number> {
  const { space, settings, features } = tree;
  const { kernel, plan } = space;
  const [left, right] = sides;
  const [small, large] = left.to - left.from <= right.to - right.from ? [left, right] : [right, left];
  if (!isSplittable(large, settings)) return;
  small.histogram = plan.histograms + slot * plan.histogramBytes;
  large.histogram = parent.histogram;
  yield* addHistogram(tree, small);
  kernel.subtract(parent.histogram, small.histogram, large.histogram, features.length * HISTOGRAM_BYTES);
  for (const leaf of sides) {
    if (!isSplittable(leaf, settings)) continue;
    findSplit(tree, leaf);
    yield BIN_UNITS * 64 * features.length;
  }
}

/** Newton step of a leaf times the learning rate, in whole SCORE_UNIT. */
export function leafValue(sums: Pick<Leaf, "g" | "h">, units: GradientUnits, settings: TreeSettings): number {
  const weight = sums.h * units.h + settings.l2;
  if (weight <= 0) return 0;
  const step = (-settings.learningRate * (sums.g * units.g)) / weight;
  const bounded = Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, step));
  return Math.floor(bounded / SCORE_UNIT + 0.5);
}

/**
 * Least hessian of a side of a split. Histograms hold no counts, so rows are estimated in proportion to the hessian, as
 * in LightGBM. A split with too few rows is dropped and the leaf searched again with a higher strictness.
 */
export function leastHessian(h: number, rows: number, minRows: number, strictness: number): number {
  return h * Math.min(1, (minRows * strictness) / rows);
}

/** Factor on a leaf's strictness after a split that left too few rows. */
export const STRICTER = 1.25;
