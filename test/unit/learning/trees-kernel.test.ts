import fc from "fast-check";
import { expect, test } from "vitest";
import { createPace } from "#app/domain/learning/pace.ts";
import { raceLogLoss } from "#app/domain/learning/race-likelihood.ts";
import { openKernel } from "#app/domain/learning/trees/kernel.ts";
import { planMemory } from "#app/domain/learning/trees/memory-plan.ts";
import { LEAF } from "#app/domain/learning/trees/tree.ts";
import { serialiseTrees } from "#app/domain/learning/trees/tree-bytes.ts";
import { kernelModule } from "#test/unit/support/kernel-module.ts";
import { predictCodes } from "#test/unit/support/reference/predictions.ts";
import { trainReference } from "#test/unit/support/reference/trees.ts";
import { arbitraryTreeTask, makeTreeTask, quietWatch, trainByKernel } from "#test/unit/support/tree-tasks.ts";

test("the kernel grows the reference's trees, node for node", async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const task = makeTreeTask({
      seed,
      raceCount: 150,
      featureCount: 20,
      settings: { leaves: 31, trees: 8, placeWeights: [1, 0.5, 0], raceShare: seed % 2 ? 0.7 : 1, featureShare: 0.5 },
    });
    const model = await trainByKernel(task);
    expect(model).toEqual(trainReference(task));
    expect(model.trees.some((tree) => tree.feature.length > 20)).toBe(true);
  }
});

test("more features than fit into a cache line or a byte are handled", async () => {
  for (const featureCount of [57, 300]) {
    const task = makeTreeTask({ raceCount: 40, featureCount, settings: { trees: 2, leaves: 15, featureShare: 0.99 } });
    expect(await trainByKernel(task)).toEqual(trainReference(task));
  }
});

test("kernel and reference agree for any data and settings", { tags: "full" }, async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryTreeTask, async (task) => {
      expect(await trainByKernel(task)).toEqual(trainReference(task));
    }),
    { numRuns: 100 },
  );
});

test("the same data, settings and seed give the same bytes; another seed gives others", async () => {
  const task = makeTreeTask({ settings: { raceShare: 0.5, featureShare: 0.5 } });
  const bytes = serialiseTrees(await trainByKernel(task));
  expect(serialiseTrees(await trainByKernel(task))).toEqual(bytes);
  const other = { ...task, settings: { ...task.settings, seed: 99 } };
  expect(serialiseTrees(await trainByKernel(other))).not.toEqual(bytes);
});

test("consecutive trainings in one memory give the same bytes as in separate ones", async () => {
  const shared = openKernel(kernelModule);
  const tasks = [5, 2, 40, 2].map((raceCount) => makeTreeTask({ seed: raceCount, raceCount: 10 * raceCount }));
  for (const task of tasks) {
    const alone = await trainByKernel(task, { kernel: openKernel(kernelModule) });
    expect(serialiseTrees(await trainByKernel(task, { kernel: shared }))).toEqual(serialiseTrees(alone));
  }
});

test("a training resumed from earlier trees ends with the same bytes", async () => {
  const task = makeTreeTask({ settings: { raceShare: 0.6, featureShare: 0.5, trees: 12 } });
  const whole = await trainByKernel(task);
  const half = await trainByKernel(task, {}, { ...quietWatch, goOn: (_, count) => count < 5 });
  expect(half.trees).toEqual(whole.trees.slice(0, 5));
  expect(await trainByKernel(task, { grown: half.trees })).toEqual(whole);
});

test("work is counted evenly, yields often, and reports progress", async () => {
  const task = makeTreeTask({ raceCount: 400, featureCount: 20, settings: { trees: 6, leaves: 31 } });
  let breaths = 0;
  const shares: number[] = [];
  const pace = createPace(async () => {
    breaths++;
  }, 100_000);
  await trainByKernel(
    task,
    {},
    {
      pace,
      goOn: () => true,
      report: async (share) => {
        shares.push(share);
      },
    },
  );
  expect(breaths).toBeGreaterThan(pace.spent() / 100_000 / 3);
  expect(shares).toEqual([...shares].sort((one, other) => one - other));
  expect(shares.at(-1)).toBe(1);
  expect(shares.length).toBe(26);
});

test("a training ends when its report throws", async () => {
  const watch = {
    ...quietWatch,
    report: async (share: number) => {
      if (share > 0.5) throw new Error("the model is gone");
    },
  };
  await expect(trainByKernel(makeTreeTask(), {}, watch)).rejects.toThrow("the model is gone");
});

test("a leaf has at least the required number of rows, and covers add up", async () => {
  for (const minRowsPerLeaf of [1, 7, 30]) {
    const { trees, rowCount } = await trainByKernel(makeTreeTask({ settings: { minRowsPerLeaf, leaves: 31 } }));
    for (const { feature, cover, right } of trees) {
      expect(cover[0]).toBe(rowCount);
      for (let node = 0; node < feature.length; node++) {
        if (feature[node] === LEAF) expect(cover[node]).toBeGreaterThanOrEqual(minRowsPerLeaf);
        else expect(cover[node + 1]! + cover[right[node]!]!).toBe(cover[node]);
      }
    }
  }
});

test("the log loss on the training races falls with every ten trees, from the starting scores on", async () => {
  const task = makeTreeTask({ raceCount: 300, settings: { trees: 40 } });
  const { trees, ...model } = await trainByKernel(task);
  const { raceStart, place } = task.races;
  const outcomes = {
    raceStart,
    isStarter: new Uint8Array(place.length).fill(1),
    isWinner: Uint8Array.from(place, (home) => (home === 1 ? 1 : 0)),
  };
  const losses = [0, 10, 20, 30, 40].map((count) => {
    const outputs = Float64Array.from({ length: place.length }, (_, row) => {
      const codes = task.features.map((column) => column[row]!);
      return (task.startScores?.[row] ?? 0) + predictCodes({ ...model, trees: trees.slice(0, count) }, codes);
    });
    return raceLogLoss(outcomes, 0, raceStart.length - 1, outputs);
  });
  for (let i = 1; i < losses.length; i++) expect(losses[i]).toBeLessThan(losses[i - 1]! - 0.005);
});

test("memory is at most 45 MiB at 240,000 rows of 50 features, 75 at 480,000, 100 at 480,000 of 160 with samples", () => {
  const races = (count: number) => Uint32Array.from({ length: count + 1 }, (_, race) => race * 12);
  const all = { raceShare: 1, rowsPerTree: 1e6, featureShare: 1, leaves: 31 };
  const mebibytes = (rows: number, features: number, settings: typeof all) =>
    planMemory(races(rows / 12), features, settings).bytes / 2 ** 20;
  expect(mebibytes(240_000, 50, all)).toBeLessThanOrEqual(45);
  expect(mebibytes(480_000, 50, all)).toBeLessThanOrEqual(75);
  expect(mebibytes(480_000, 160, { ...all, rowsPerTree: 100_000, featureShare: 1 / 3 })).toBeLessThanOrEqual(100);
  // Without samples the records of so many features do not fit: refused before anything is allocated.
  expect(() => mebibytes(480_000, 160, all)).toThrow(RangeError);
});

test("invalid settings are refused by name", async () => {
  for (const settings of [
    { leaves: 0 },
    { minRowsPerLeaf: 0 },
    { raceShare: 0 },
    { featureShare: 1.1 },
    { l2: Number.NaN },
    { learningRate: 0 },
  ])
    await expect(trainByKernel(makeTreeTask({ settings }))).rejects.toThrow(Object.keys(settings)[0]);
});
