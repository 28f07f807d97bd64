import fc from "fast-check";
import { expect, test } from "vitest";
import { trainReference } from "#app/domain/learning/trees/reference.ts";
import { arbitraryTreeTask, makeTreeTask, trainByKernel } from "./support/tree-tasks.ts";

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

test("whatever the data and the settings, kernel and reference agree", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryTreeTask, async (task) => {
      expect(await trainByKernel(task)).toEqual(trainReference(task));
    }),
    { numRuns: 150 },
  );
});
