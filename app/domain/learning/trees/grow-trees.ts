import { addTree } from "./add-tree.ts";
import { type GradientUnits, gradientUnits } from "./gradient-units.ts";
import { leafValue, leastHessian, STRICTER } from "./leaf.ts";
import { HISTOGRAM_BYTES } from "./memory-plan.ts";
import { sampleFeatures, sampleRaces, shareOfRaces } from "./sampling.ts";
import type { TreeSettings } from "./settings.ts";
import { flattenTree, type GrownNode, type Tree } from "./tree.ts";
import type { Workspace } from "./workspace.ts";

/** Units of work since the last step (pace.ts), and the tree if one was finished. */
interface GrowthStep {
  units: number;
  tree: Tree | null;
}

/** Units per histogram update. */
const UPDATE_UNITS = 0.5;
/** Units per row moved to a side of a split. */
const MOVE_UNITS = 2;
/** Units per row's gradient. */
const GRADIENT_UNITS = 12;
/** Units per bin copied from a column. */
const COPY_UNITS = 0.25;
/** Units per bin packed into a record. */
const PACK_UNITS = 0.25;
/** Units per histogram bin examined for a split. */
const BIN_UNITS = 3;
/** Most units per call into the kernel: about 5 ms. */
const UNITS_PER_CALL = 3_000_000;

/** A leaf owns the records listed in [from, to) of the rows. */
interface Leaf {
  node: GrownNode;
  from: number;
  to: number;
  g: number;
  h: number;
  histogram: number;
  strictness: number;
  /** Null if no split gains enough or is allowed. `position` is the feature's position among the tree's features. */
  best: { gain: number; position: number; bin: number; missingLeft: number; g: number; h: number } | null;
}

/** Grows trees number `treeCount`, `treeCount` + 1, … up to `settings.trees`, updating the scores in the workspace. */
export function* growTrees(space: Workspace, settings: TreeSettings, treeCount: number): Generator<GrowthStep> {
  const { raceStart, plan } = space;
  const units = gradientUnits(raceStart.length - 1, plan.rowCount, settings.placeWeights);
  const grower = createGrower(space, settings, units);
  for (let tree = treeCount; tree < settings.trees; tree++) yield* grower(tree);
}

function createGrower(space: Workspace, settings: TreeSettings, units: GradientUnits) {
  const { kernel, plan, raceStart, words, numbers } = space;
  const { rowCount, recordBytes } = plan;
  let packed = "";
  /** State of the current tree. */
  let features: Uint16Array = new Uint16Array(0);
  let sampledRows = 0;

  /**
   * Draws a tree's races and features and copies the columns of the sampled rows side by side. Returns the number of
   * races.
   */
  function* drawSample(tree: number): Generator<GrowthStep, number> {
    const { seed } = settings;
    const share = shareOfRaces(settings, rowCount);
    const list = sampleRaces(raceStart, { seed, tree, share, capacity: plan.recordCount });
    space.raceList.set(list);
    const isEveryRace = list.length === raceStart.length - 1;
    sampledRows = 0;
    for (const race of list) sampledRows += raceStart[race + 1]! - raceStart[race]!;
    kernel.numberRows(plan.rows, sampledRows);
    yield { units: raceStart.length + sampledRows, tree: null };
    features = sampleFeatures(plan.featureCount, { seed, tree, share: settings.featureShare });
    for (const [position, feature] of features.entries()) {
      space.binCounts[position] = space.edges[feature]!.length;
      let column = plan.columns + feature * rowCount;
      if (!isEveryRace) {
        const copy = plan.sample + position * plan.sampleBytes;
        kernel.copyRaces(column, plan.raceStart, plan.raceList, list.length, copy);
        column = copy;
        yield { units: COPY_UNITS * sampledRows, tree: null };
      }
      space.columnsOfTree.fill(column, position);
    }
    return list.length;
  }

  function* packRecords(raceCount: number): Generator<GrowthStep> {
    const isWhole = raceCount === raceStart.length - 1 && features.length === plan.featureCount;
    if (isWhole && packed === "whole") return;
    packed = isWhole ? "whole" : "";
    const { columnsOfTree, records } = plan;
    const perRow = PACK_UNITS * space.columnsOfTree.length;
    const perCall = rowsPerCall(perRow);
    for (let from = 0; from < sampledRows; from += perCall) {
      const to = Math.min(sampledRows, from + perCall);
      kernel.packRecords(columnsOfTree, space.columnsOfTree.length, from, to, records, recordBytes);
      yield { units: perRow * (to - from), tree: null };
    }
  }

  function* writeGradients(raceCount: number): Generator<GrowthStep> {
    const perRace = GRADIENT_UNITS * Math.max(1, sampledRows / raceCount);
    const perCall = rowsPerCall(perRace);
    const [first, second, third] = settings.placeWeights;
    let record = 0;
    for (let from = 0; from < raceCount; from += perCall) {
      const to = Math.min(raceCount, from + perCall);
      record = kernel.gradients(
        plan.raceStart,
        plan.raceList,
        from,
        to,
        plan.scores,
        plan.places,
        record,
        plan.records,
        recordBytes,
        plan.scratch,
        first,
        second,
        third,
        1 / units.g,
        1 / units.h,
      );
      yield { units: perRace * (to - from), tree: null };
    }
  }

  function* addHistogram(leaf: Leaf): Generator<GrowthStep> {
    const { records, rows } = plan;
    const { histogram } = leaf;
    const featureCount = features.length;
    kernel.clear(histogram, featureCount * HISTOGRAM_BYTES);
    const perCall = rowsPerCall(UPDATE_UNITS * featureCount);
    for (let from = leaf.from; from < leaf.to; from += perCall) {
      const to = Math.min(leaf.to, from + perCall);
      kernel.addHistogram(records, recordBytes, rows, from, to, featureCount, histogram);
      yield { units: UPDATE_UNITS * featureCount * (to - from), tree: null };
    }
  }

  /** Computes the leaf's sums from the bins of the first feature, which contain every row. */
  function sumBins(leaf: Leaf): void {
    for (let at = leaf.histogram >>> 2; at < (leaf.histogram + HISTOGRAM_BYTES) >>> 2; at += 2) {
      leaf.h += words[at]!;
      leaf.g += words[at + 1]! | 0;
    }
  }

  function findSplit(leaf: Leaf): void {
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

  /** Moves a leaf's rows to the two sides; returns null if a side would be too small. */
  function split(leaf: Leaf, best: NonNullable<Leaf["best"]>): [Leaf, Leaf] | null {
    const { position, bin, missingLeft } = best;
    const column = space.columnsOfTree[position]!;
    const { from, to } = leaf;
    const middle = from + kernel.partition(column, plan.rows, from, to, bin, missingLeft, plan.spareRows);
    if (Math.min(middle - from, to - middle) < settings.minRowsPerLeaf) return null;
    const left = makeLeaf(from, middle);
    const right = makeLeaf(middle, to);
    Object.assign(left, { g: best.g, h: best.h });
    Object.assign(right, { g: leaf.g - best.g, h: leaf.h - best.h });
    leaf.node.split = {
      feature: features[position]!,
      bin,
      missingLeft: missingLeft === 1,
      left: left.node,
      right: right.node,
    };
    return [left, right];
  }

  /** Builds the histogram of the smaller side and subtracts it from the parent's to get the larger side's. */
  function* openSides(parent: Leaf, left: Leaf, right: Leaf, slot: number): Generator<GrowthStep> {
    const [small, large] = left.to - left.from <= right.to - right.from ? [left, right] : [right, left];
    if (!isSplittable(large)) return;
    small.histogram = plan.histograms + slot * plan.histogramBytes;
    large.histogram = parent.histogram;
    yield* addHistogram(small);
    kernel.subtract(parent.histogram, small.histogram, large.histogram, features.length * HISTOGRAM_BYTES);
    for (const leaf of [left, right]) {
      if (!isSplittable(leaf)) continue;
      findSplit(leaf);
      yield { units: BIN_UNITS * 64 * features.length, tree: null };
    }
  }

  function isSplittable(leaf: Leaf): boolean {
    return leaf.to - leaf.from >= Math.max(2, 2 * settings.minRowsPerLeaf);
  }

  return function* growTree(tree: number): Generator<GrowthStep> {
    const raceCount = yield* drawSample(tree);
    yield* packRecords(raceCount);
    yield* writeGradients(raceCount);
    const root = makeLeaf(0, sampledRows);
    root.histogram = plan.histograms;
    yield* addHistogram(root);
    sumBins(root);
    if (settings.leaves > 1 && isSplittable(root)) findSplit(root);

    const leaves = [root];
    while (leaves.length < settings.leaves) {
      const leaf = findMostGain(leaves);
      if (leaf?.best == null) break;
      const sides = split(leaf, leaf.best);
      yield { units: MOVE_UNITS * (leaf.to - leaf.from), tree: null };
      if (sides === null) {
        leaf.strictness *= STRICTER;
        findSplit(leaf);
        continue;
      }
      leaves.splice(leaves.indexOf(leaf), 1, ...sides);
      if (leaves.length < settings.leaves) yield* openSides(leaf, ...sides, leaves.length - 1);
    }
    for (const leaf of leaves) leaf.node.value = leafValue(leaf, units, settings);
    const grown = flattenTree(root.node);
    for (const step of addTree(space, grown)) yield { units: step, tree: null };
    yield { units: 0, tree: grown };
  };
}

function makeLeaf(from: number, to: number): Leaf {
  return { node: { split: null, value: 0, cover: 0 }, from, to, g: 0, h: 0, histogram: 0, strictness: 1, best: null };
}

/** The leftmost leaf among equal gains. */
function findMostGain(leaves: readonly Leaf[]): Leaf | null {
  let most: Leaf | null = null;
  for (const leaf of leaves)
    if (leaf.best !== null && (most?.best == null || leaf.best.gain > most.best.gain)) most = leaf;
  return most;
}

function rowsPerCall(unitsPerRow: number): number {
  return Math.max(1, Math.floor(UNITS_PER_CALL / unitsPerRow));
}
