import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createBitReader, createBitWriter, golombWidth } from "#app/domain/learning/trees/bits.ts";
import { SCORE_UNIT } from "#app/domain/learning/trees/settings.ts";
import { flattenTree, type GrownNode, LEAF } from "#app/domain/learning/trees/tree.ts";
import { parseTrees, serialiseTrees } from "#app/domain/learning/trees/tree-bytes.ts";
import { explainRows } from "#app/domain/learning/trees/tree-shap.ts";
import { binRow, predictBinned, predictCodes } from "#test/unit/support/reference/predictions.ts";
import { trainReference } from "#test/unit/support/reference/trees.ts";
import { shapley } from "#test/unit/support/shapley.ts";
import { arbitraryTreeTask, makeTreeTask, trainByKernel } from "#test/unit/support/tree-tasks.ts";

const leaf = (value: number, cover: number): GrownNode => ({ split: null, value: value / SCORE_UNIT, cover });

/** Feature 0 at bin 3 (missing left), below it on the right feature 1 at bin 5. */
const SMALL = flattenTree({
  value: 0,
  cover: 10,
  split: {
    feature: 0,
    bin: 3,
    missingLeft: true,
    left: leaf(1, 4),
    right: {
      value: 0,
      cover: 6,
      split: { feature: 1, bin: 5, missingLeft: false, left: leaf(-2, 3), right: leaf(5, 3) },
    },
  },
});

test("a row goes left up to the bin, and in the direction of missing values", () => {
  expect([...SMALL.feature]).toEqual([0, LEAF, 1, LEAF, LEAF]);
  expect(predictBinned([SMALL], [3, 9])).toBe(1);
  expect(predictBinned([SMALL], [0, 9])).toBe(1);
  expect(predictBinned([SMALL], [4, 5])).toBe(-2);
  expect(predictBinned([SMALL], [4, 6])).toBe(5);
  expect(predictBinned([SMALL], [4, 0])).toBe(5);
  expect(predictBinned([SMALL, SMALL], [4, 0])).toBe(10);
});

test("a small tree is explained as computed by hand", () => {
  // v(none) = 0.4·1 + 0.3·−2 + 0.3·5 = 1.3; v({0}) = 1.5; v({1}) = 0.4·1 + 0.6·5 = 3.4; v(both) = 5
  const { base, features } = explainRows([SMALL], [4, 6, 1], 3);
  expect(base).toBeCloseTo(1.3, 12);
  expect(features[0]).toBeCloseTo((1.5 - 1.3 + (5 - 3.4)) / 2, 12);
  expect(features[1]).toBeCloseTo((3.4 - 1.3 + (5 - 1.5)) / 2, 12);
  expect(features[2]).toBe(0);
});

test("contributions are the Shapley values over all subsets, and sum to the score", async () => {
  for (const seed of [1, 2, 3]) {
    const task = makeTreeTask({ seed, featureCount: 5, raceCount: 80, settings: { trees: 3, leaves: 12 } });
    const model = await trainByKernel(task);
    expect(Math.max(...model.trees.map((tree) => tree.feature.length))).toBeGreaterThan(9);
    for (let row = 0; row < 40; row++) {
      const bins = binRow(
        model,
        task.features.map((codes) => codes[row]!),
      );
      const { base, features } = explainRows(model.trees, bins, 5);
      for (const [feature, value] of shapley(model.trees, bins, 5).entries())
        expect(features[feature]).toBeCloseTo(value, 10);
      const sum = features.reduce((total, value) => total + value, base);
      expect(sum).toBeCloseTo(predictBinned(model.trees, bins), 10);
    }
  }
});

test("explanations of a full model add up to its score", async () => {
  const task = makeTreeTask({ featureCount: 20, raceCount: 200, settings: { trees: 40, leaves: 31 } });
  const model = await trainByKernel(task);
  for (let row = 0; row < 60; row++) {
    const codes = task.features.map((column) => column[row]!);
    const { base, features } = explainRows(model.trees, binRow(model, codes), 20);
    expect(features.reduce((total, value) => total + value, base)).toBeCloseTo(predictCodes(model, codes), 9);
  }
});

test("numbers of any width are restored from their bits", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.integer({ min: 0, max: 20 }))),
      (numbers) => {
        const out = createBitWriter();
        for (const [number, order] of numbers) {
          out.writeGolomb(number >>> 1, order);
          out.write(number, 32);
          out.write(number, 5);
        }
        const bytes = out.finish();
        const width = numbers.reduce((sum, [number, order]) => sum + golombWidth(number >>> 1, order) + 37, 0);
        expect(bytes.length).toBe(Math.ceil(width / 8));
        const input = createBitReader(bytes);
        for (const [number, order] of numbers) {
          expect(input.readGolomb(order)).toBe(number >>> 1);
          expect(input.read(32)).toBe(number);
          expect(input.read(5)).toBe(number & 31);
        }
      },
    ),
  );
});

test("every model is restored from its bytes, and equal models have equal ones", () => {
  fc.assert(
    fc.property(arbitraryTreeTask, (task) => {
      const model = trainReference(task);
      const bytes = serialiseTrees(model);
      expect(parseTrees(bytes)).toEqual(model);
      expect(serialiseTrees(parseTrees(bytes))).toEqual(bytes);
    }),
    { numRuns: 40 },
  );
});

test("bytes that are not a model are refused", async () => {
  const bytes = serialiseTrees(await trainByKernel(makeTreeTask()));
  expect(() => parseTrees(bytes.subarray(0, bytes.length - 2))).toThrow(RangeError);
  expect(() => parseTrees(Uint8Array.of(9, 0, 0))).toThrow(RangeError);
});

test("300 trees of 31 leaves on 50 features take at most 64 KB, zipped", async () => {
  const task = makeTreeTask({
    raceCount: 1500,
    featureCount: 50,
    smallest: 8,
    settings: { trees: 300, leaves: 31, minRowsPerLeaf: 10, learningRate: 0.05 },
  });
  const model = await trainByKernel(task);
  expect(model.trees.every((tree) => tree.feature.length === 61)).toBe(true);
  const zipped = gzipSync(serialiseTrees(model)).length;
  // Covers of 240,000 rows instead of these 19,500 take four bits more for each of 9,000 inner nodes.
  expect(zipped + (9000 * 4) / 8).toBeLessThan(64 * 1024);
});
