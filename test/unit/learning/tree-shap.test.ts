import fc from "fast-check";
import { expect, test } from "vitest";
import { SCORE_UNIT } from "#app/domain/learning/trees/settings.ts";
import { flattenTree, type GrownNode } from "#app/domain/learning/trees/tree.ts";
import { explainRows } from "#app/domain/learning/trees/tree-shap.ts";
import { binRow, predictBinned } from "#test/unit/support/reference/predictions.ts";
import { trainReference } from "#test/unit/support/reference/trees.ts";
import { shapley } from "#test/unit/support/shapley.ts";
import { arbitraryTreeTask, makeTreeTask } from "#test/unit/support/tree-tasks.ts";

/** A chain: each node sends half of its rows to a leaf and the others on, using the features in turn. */
function makeChain(depth: number, featureOf: (level: number) => number) {
  let node: GrownNode = { split: null, value: 1 / SCORE_UNIT, cover: 1 };
  for (let level = depth - 1; level >= 0; level--) {
    const leaf: GrownNode = { split: null, value: (level % 5) / SCORE_UNIT, cover: node.cover + (level % 3) };
    const split = {
      feature: featureOf(level),
      bin: 10 + level,
      missingLeft: level % 2 === 0,
      left: level % 2 === 0 ? node : leaf,
      right: level % 2 === 0 ? leaf : node,
    };
    node = { split, value: 0, cover: node.cover + leaf.cover };
  }
  return flattenTree(node);
}

test("a path of fifteen features gives the Shapley values over all subsets", () => {
  const tree = makeChain(15, (level) => level);
  for (const bins of [
    new Uint8Array(15),
    new Uint8Array(15).fill(12),
    Uint8Array.from({ length: 15 }, (_, i) => 3 * i),
  ]) {
    const { features } = explainRows([tree], bins, 15);
    for (const [feature, value] of shapley([tree], bins, 15).entries())
      expect(features[feature]).toBeCloseTo(value, 12);
  }
});

test("features that a path splits on repeatedly give the Shapley values over all subsets", () => {
  const tree = makeChain(24, (level) => (level * 7) % 6);
  for (const bin of [0, 5, 14, 20, 33, 60]) {
    const bins = Uint8Array.from({ length: 6 }, (_, feature) => (feature === 2 ? 17 : bin));
    const { features } = explainRows([tree], bins, 6);
    for (const [feature, value] of shapley([tree], bins, 6).entries()) expect(features[feature]).toBeCloseTo(value, 12);
  }
});

test("rows are explained independently of each other, and the remainder of the score is the base", () => {
  fc.assert(
    fc.property(arbitraryTreeTask, (task) => {
      const model = trainReference(task);
      const count = task.features.length;
      const rows = Array.from({ length: Math.min(12, task.features[0]!.length) }, (_, row) =>
        binRow(
          model,
          task.features.map((codes) => codes[row]!),
        ),
      );
      const together = explainRows(model.trees, Uint8Array.from(rows.flatMap((bins) => [...bins])), count);
      for (const [row, bins] of rows.entries()) {
        const own = together.features.subarray(row * count, (row + 1) * count);
        expect(own).toEqual(explainRows(model.trees, bins, count).features);
        const sum = own.reduce((total, value) => total + value, together.base);
        expect(sum).toBeCloseTo(predictBinned(model.trees, bins), 9);
      }
    }),
    { numRuns: 60 },
  );
});

test("small models of every kind give the Shapley values over all subsets", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 0, max: 1000 }),
      fc.integer({ min: 2, max: 31 }),
      (featureCount, seed, leaves) => {
        const settings = { trees: 2, leaves, minRowsPerLeaf: 1, learningRate: 1 };
        const task = makeTreeTask({ seed, featureCount, raceCount: 20, settings });
        const model = trainReference(task);
        const bins = binRow(
          model,
          task.features.map((codes) => codes[seed % codes.length]!),
        );
        const { features } = explainRows(model.trees, bins, featureCount);
        for (const [feature, value] of shapley(model.trees, bins, featureCount).entries())
          expect(features[feature]).toBeCloseTo(value, 10);
      },
    ),
    { numRuns: 40 },
  );
});

test("without trees or features there are no contributions", () => {
  expect(explainRows([], Uint8Array.of(1, 2, 3, 4), 2)).toEqual({ base: 0, features: new Float64Array(4) });
  const leaf = flattenTree({ split: null, value: 3 / SCORE_UNIT, cover: 7 });
  expect(explainRows([leaf], new Uint8Array(0), 0)).toEqual({ base: 3, features: new Float64Array(0) });
});
