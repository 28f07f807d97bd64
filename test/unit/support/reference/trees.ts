import { binsOfCodes, fitEdges } from "#app/domain/learning/trees/bins.ts";
import { sampleCapacity, sampleFeatures, sampleRaces, shareOfRaces } from "#app/domain/learning/trees/sampling.ts";
import {
  type GradientUnits,
  gradientUnits,
  SCORE_UNIT,
  type TreeRaces,
  type TreeSettings,
} from "#app/domain/learning/trees/settings.ts";
import { leafValue, leastHessian, STRICTER } from "#app/domain/learning/trees/split-leaf.ts";
import { flattenTree, type GrownNode, type TreeModel } from "#app/domain/learning/trees/tree.ts";
import { quantise, raceGradients } from "./gradients.ts";

export interface ReferenceTask {
  races: TreeRaces;
  /** Codes per feature and row. */
  features: readonly Uint16Array[];
  startScores: ArrayLike<number> | null;
  settings: TreeSettings;
}

interface Leaf extends GradientUnits {
  node: GrownNode;
  /** All rows of the leaf; `sampled`: how many of them the tree is grown on. */
  rows: number[];
  sampled: number;
  strictness: number;
  best: Split | null;
}

interface Split extends GradientUnits {
  gain: number;
  feature: number;
  bin: number;
  missingLeft: boolean;
}

/**
 * Tree training in its plainest form: no packing, no subtraction, no moving of rows. The kernel must grow exactly the
 * same trees, which whole-number sums make possible. For tests and for the bench.
 */
export function trainReference({ races, features, startScores, settings }: ReferenceTask): TreeModel {
  const { raceStart, place } = races;
  const rowCount = raceStart.at(-1) ?? 0;
  const edges = features.map((codes) => fitEdges(codes));
  const bins = features.map((codes, feature) => {
    const table = binsOfCodes(edges[feature]!);
    return Uint8Array.from(codes, (code) => table[code]!);
  });
  const scores = new Int32Array(rowCount);
  if (startScores !== null)
    for (let row = 0; row < rowCount; row++) scores[row] = Math.floor(startScores[row]! / SCORE_UNIT + 0.5);
  const units = gradientUnits(raceStart.length - 1, rowCount, settings.placeWeights);
  const capacity = sampleCapacity(raceStart, shareOfRaces(settings, rowCount));
  const { seed } = settings;

  const trees = Array.from({ length: settings.trees }, (_, tree) => {
    const isSampled = new Uint8Array(rowCount);
    const g = new Int32Array(rowCount);
    const h = new Float64Array(rowCount);
    for (const race of sampleRaces(raceStart, { seed, tree, share: shareOfRaces(settings, rowCount), capacity })) {
      const from = raceStart[race]!;
      const to = raceStart[race + 1]!;
      const gradients = raceGradients(scores.subarray(from, to), place.subarray(from, to), settings.placeWeights);
      for (let row = from; row < to; row++) {
        isSampled[row] = 1;
        g[row] = quantise(gradients.g[row - from]!, units.g);
        h[row] = quantise(gradients.h[row - from]!, units.h);
      }
    }
    const usable = sampleFeatures(features.length, { ...settings, tree });
    const data = { g, h, isSampled, bins, edges, usable };
    const leaves = growTree(data, rowCount, units, settings);
    for (const leaf of leaves.leaves) for (const row of leaf.rows) scores[row]! += leaf.node.value;
    return flattenTree(leaves.root);
  });
  return { edges, rowCount, trees };
}

interface TreeData {
  g: Int32Array;
  h: Float64Array;
  isSampled: Uint8Array;
  bins: readonly Uint8Array[];
  edges: readonly Uint16Array[];
  usable: Uint16Array;
}

function growTree(data: TreeData, rowCount: number, units: GradientUnits, settings: TreeSettings) {
  const root = makeLeaf(
    data,
    Array.from({ length: rowCount }, (_, row) => row),
  );
  const isSplittable = (leaf: Leaf) => leaf.sampled >= Math.max(2, 2 * settings.minRowsPerLeaf);
  const open = (leaf: Leaf) => {
    if (isSplittable(leaf)) leaf.best = findSplit(data, leaf, units, settings);
  };
  open(root);
  const leaves = [root];
  while (leaves.length < settings.leaves) {
    let leaf: Leaf | null = null;
    for (const candidate of leaves)
      if (candidate.best !== null && candidate.best.gain > (leaf?.best?.gain ?? 0)) leaf = candidate;
    if (leaf?.best == null) break;
    const { feature, bin, missingLeft } = leaf.best;
    const goesLeft = (row: number) => {
      const value = data.bins[feature]![row]!;
      return value === 0 ? missingLeft : value <= bin;
    };
    const left = makeLeaf(data, leaf.rows.filter(goesLeft));
    const right = makeLeaf(
      data,
      leaf.rows.filter((row) => !goesLeft(row)),
    );
    if (Math.min(left.sampled, right.sampled) < settings.minRowsPerLeaf) {
      leaf.strictness *= STRICTER;
      leaf.best = findSplit(data, leaf, units, settings);
      continue;
    }
    leaf.node.split = { feature, bin, missingLeft, left: left.node, right: right.node };
    open(left);
    open(right);
    leaves.splice(leaves.indexOf(leaf), 1, left, right);
  }
  for (const leaf of leaves) leaf.node.value = leafValue(leaf, units, settings);
  return { root: root.node, leaves };
}

function makeLeaf(data: TreeData, rows: number[]): Leaf {
  const leaf: Leaf = {
    node: { split: null, value: 0, cover: rows.length },
    rows,
    sampled: 0,
    g: 0,
    h: 0,
    strictness: 1,
    best: null,
  };
  for (const row of rows) {
    if (data.isSampled[row] === 0) continue;
    leaf.sampled++;
    leaf.g += data.g[row]!;
    leaf.h += data.h[row]!;
  }
  return leaf;
}

/** Ties: the first feature, missing right before left, the lowest bin. */
function findSplit(data: TreeData, leaf: Leaf, units: GradientUnits, settings: TreeSettings): Split | null {
  const g = leaf.g * units.g;
  const h = leaf.h * units.h;
  const minHessian = leastHessian(h, leaf.sampled, settings.minRowsPerLeaf, leaf.strictness);
  const base = (g * g) / (h + settings.l2);
  let best: Split | null = null;
  for (const feature of data.usable) {
    const sums = Array.from({ length: 64 }, () => ({ g: 0, h: 0 }));
    for (const row of leaf.rows) {
      if (data.isSampled[row] === 0) continue;
      const bin = sums[data.bins[feature]![row]!]!;
      bin.g += data.g[row]!;
      bin.h += data.h[row]!;
    }
    const missing = sums[0]!;
    const isNoneMissing = missing.g === 0 && missing.h === 0;
    const valueBins = data.edges[feature]!.length;
    for (const missingLeft of isNoneMissing ? [false] : [false, true]) {
      const left = missingLeft ? { ...missing } : { g: 0, h: 0 };
      for (let bin = 1; bin <= valueBins - (missingLeft ? 1 : 0); bin++) {
        left.g += sums[bin]!.g;
        left.h += sums[bin]!.h;
        const hl = left.h * units.h;
        const hr = h - hl;
        if (hl < minHessian || hr < minHessian) continue;
        const gl = left.g * units.g;
        const gr = g - gl;
        const wl = hl + settings.l2;
        const wr = hr + settings.l2;
        const gain = (gl * gl * wr + gr * gr * wl) / (wl * wr) - base;
        if (gain > (best?.gain ?? 0))
          best = { gain, feature, bin, missingLeft: isNoneMissing ? hl > hr : missingLeft, ...left };
      }
    }
  }
  return best;
}
