import { leafValue, leastHessian, STRICTER } from "./leaf.ts";
import { HISTOGRAM_BYTES } from "./memory-plan.ts";
import { type GradientUnits, gradientUnits } from "./race-gradients.ts";
import { sampleFeatures, sampleRaces } from "./sampling.ts";
import type { TreeSettings } from "./settings.ts";
import { flattenTree, type GrownNode, type Tree } from "./tree.ts";
import type { Workspace } from "./workspace.ts";

/** Work done since the last step, in units of pace.ts, and a tree where one is whole. */
export interface GrowthStep {
  units: number;
  tree: Tree | null;
}

/** Units of one histogram update, of one row moved, of one row's gradient, of one bin looked at. */
const UPDATE_UNITS = 0.5;
const MOVE_UNITS = 2;
const GRADIENT_UNITS = 12;
const PACK_UNITS = 0.5;
const BIN_UNITS = 3;
/** No call into the kernel is longer: about 5 ms. */
const UNITS_PER_CALL = 3_000_000;

/** Rows of a leaf: [from, to) of the tree's sample, [restFrom, restTo) of the other rows. */
interface Leaf {
  node: GrownNode;
  from: number;
  to: number;
  restFrom: number;
  restTo: number;
  g: number;
  h: number;
  histogram: number;
  strictness: number;
  /** Null where no split is worth it or allowed. */
  best: { gain: number; feature: number; bin: number; missingLeft: number; g: number; h: number } | null;
}

/** Grows trees `treeCount`, `treeCount` + 1, … up to the number asked for; the scores in the workspace move along. */
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
  let featureCount = 0;
  let sampledRows = 0;

  /** Draws races and features of a tree: sampled rows first, each with its record, then the others. */
  function drawSample(tree: number): number {
    const { seed } = settings;
    const list = sampleRaces(raceStart, { seed, tree, share: settings.raceShare, capacity: plan.recordCount });
    space.raceList.set(list);
    sampledRows = kernel.drawRows(
      plan.raceStart,
      raceStart.length - 1,
      plan.raceList,
      list.length,
      plan.rows,
      plan.recordOf,
    );
    const features = sampleFeatures(plan.featureCount, { seed, tree, share: settings.featureShare });
    featureCount = features.length;
    space.features.set(features);
    features.forEach((feature, position) => {
      space.binCounts[position] = space.edges[feature]!.length;
    });
    return list.length;
  }

  function* packRecords(raceCount: number): Generator<GrowthStep> {
    const isWhole = raceCount === raceStart.length - 1 && featureCount === plan.featureCount;
    if (isWhole && packed === "whole") return;
    packed = isWhole ? "whole" : "";
    const perCall = rowsPerCall(PACK_UNITS * featureCount);
    for (let from = 0; from < sampledRows; from += perCall) {
      const to = Math.min(sampledRows, from + perCall);
      kernel.packRecords(
        plan.columns,
        rowCount,
        plan.features,
        featureCount,
        plan.rows,
        from,
        to,
        plan.records,
        recordBytes,
      );
      yield { units: PACK_UNITS * featureCount * (to - from), tree: null };
    }
  }

  function* writeGradients(raceCount: number): Generator<GrowthStep> {
    const perRace = GRADIENT_UNITS * Math.max(1, sampledRows / raceCount);
    const perCall = rowsPerCall(perRace);
    const [first, second, third] = settings.placeWeights;
    for (let from = 0; from < raceCount; from += perCall) {
      const to = Math.min(raceCount, from + perCall);
      kernel.gradients(
        plan.raceStart,
        plan.raceList,
        from,
        to,
        plan.scores,
        plan.places,
        plan.recordOf,
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
    kernel.clear(leaf.histogram, featureCount * HISTOGRAM_BYTES);
    const perCall = rowsPerCall(UPDATE_UNITS * featureCount);
    for (let from = leaf.from; from < leaf.to; from += perCall) {
      const to = Math.min(leaf.to, from + perCall);
      kernel.addHistogram(plan.records, recordBytes, plan.recordOf, plan.rows, from, to, featureCount, leaf.histogram);
      yield { units: UPDATE_UNITS * featureCount * (to - from), tree: null };
    }
  }

  /** Sums over the bins of the first feature: every row is in one of them. */
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
      featureCount,
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
            feature: space.features[words[at + 4]!]!,
            bin: words[at + 5]!,
            missingLeft: words[at + 6]!,
          }
        : null;
  }

  /** Moves the rows of a leaf to its sides; null where a side would be too small. */
  function split(leaf: Leaf, best: NonNullable<Leaf["best"]>): [Leaf, Leaf] | null {
    const column = plan.columns + best.feature * rowCount;
    const move = (from: number, to: number) =>
      from + kernel.partition(column, plan.rows, from, to, best.bin, best.missingLeft, plan.spareRows);
    const middle = move(leaf.from, leaf.to);
    if (Math.min(middle - leaf.from, leaf.to - middle) < settings.minRowsPerLeaf) return null;
    const restMiddle = leaf.restFrom === leaf.restTo ? leaf.restFrom : move(leaf.restFrom, leaf.restTo);
    const left = makeLeaf({ from: leaf.from, to: middle, restFrom: leaf.restFrom, restTo: restMiddle });
    const right = makeLeaf({ from: middle, to: leaf.to, restFrom: restMiddle, restTo: leaf.restTo });
    Object.assign(left, { g: best.g, h: best.h });
    Object.assign(right, { g: leaf.g - best.g, h: leaf.h - best.h });
    const { feature, bin } = best;
    leaf.node.split = { feature, bin, missingLeft: best.missingLeft === 1, left: left.node, right: right.node };
    return [left, right];
  }

  /** The smaller side's histogram is added up, the larger side's is what the parent's has beyond it. */
  function* openSides(parent: Leaf, left: Leaf, right: Leaf, slot: number): Generator<GrowthStep> {
    const [small, large] = left.to - left.from <= right.to - right.from ? [left, right] : [right, left];
    if (!isSplittable(large)) return;
    small.histogram = plan.histograms + slot * plan.histogramBytes;
    large.histogram = parent.histogram;
    yield* addHistogram(small);
    kernel.subtract(parent.histogram, small.histogram, large.histogram, featureCount * HISTOGRAM_BYTES);
    for (const leaf of [left, right]) {
      if (!isSplittable(leaf)) continue;
      findSplit(leaf);
      yield { units: BIN_UNITS * 64 * featureCount, tree: null };
    }
  }

  function isSplittable(leaf: Leaf): boolean {
    return leaf.to - leaf.from >= Math.max(2, 2 * settings.minRowsPerLeaf);
  }

  return function* growTree(tree: number): Generator<GrowthStep> {
    const raceCount = drawSample(tree);
    yield { units: rowCount, tree: null };
    yield* packRecords(raceCount);
    yield* writeGradients(raceCount);
    const root = makeLeaf({ from: 0, to: sampledRows, restFrom: sampledRows, restTo: rowCount });
    root.histogram = plan.histograms;
    yield* addHistogram(root);
    sumBins(root);
    if (settings.leaves > 1 && isSplittable(root)) findSplit(root);

    const leaves = [root];
    while (leaves.length < settings.leaves) {
      const leaf = findMostGain(leaves);
      if (leaf?.best == null) break;
      const sides = split(leaf, leaf.best);
      yield { units: MOVE_UNITS * (leaf.to - leaf.from + leaf.restTo - leaf.restFrom), tree: null };
      if (sides === null) {
        leaf.strictness *= STRICTER;
        findSplit(leaf);
        continue;
      }
      leaves.splice(leaves.indexOf(leaf), 1, ...sides);
      if (leaves.length < settings.leaves) yield* openSides(leaf, ...sides, leaves.length - 1);
    }
    for (const leaf of leaves) {
      leaf.node.value = leafValue(leaf, units, settings);
      kernel.addScores(plan.rows, leaf.from, leaf.to, leaf.node.value, plan.scores);
      kernel.addScores(plan.rows, leaf.restFrom, leaf.restTo, leaf.node.value, plan.scores);
    }
    yield { units: rowCount, tree: flattenTree(root.node) };
  };
}

type LeafRows = Pick<Leaf, "from" | "to" | "restFrom" | "restTo">;

function makeLeaf(range: LeafRows): Leaf {
  const cover = range.to - range.from + range.restTo - range.restFrom;
  return { ...range, node: { split: null, value: 0, cover }, g: 0, h: 0, histogram: 0, strictness: 1, best: null };
}

/** Of equal gains the leftmost. */
function findMostGain(leaves: readonly Leaf[]): Leaf | null {
  let most: Leaf | null = null;
  for (const leaf of leaves)
    if (leaf.best !== null && (most?.best == null || leaf.best.gain > most.best.gain)) most = leaf;
  return most;
}

function rowsPerCall(unitsPerRow: number): number {
  return Math.max(1, Math.floor(UNITS_PER_CALL / unitsPerRow));
}
