import { expect, test } from "vitest";
import { byPreference } from "#app/domain/learning/model-preference.ts";

const model = (modelId: number, pseudoR2: number | null) => ({
  modelId,
  report: pseudoR2 === null ? null : { pseudoR2 },
});

test("models are offered star first, then by skill, then the newest; without a skill last", () => {
  const models = [model(5, null), model(4, 0.12), model(3, 0.15), model(2, 0.12), model(1, null)];
  const ids = (starred: number | null) => byPreference(models, starred).map(({ modelId }) => modelId);
  expect(ids(null)).toEqual([3, 4, 2, 5, 1]);
  expect(ids(2)).toEqual([2, 3, 4, 5, 1]);
  expect(ids(1)).toEqual([1, 3, 4, 2, 5]);
  // A star on a deleted or disabled model, or one of another venue type, has no effect.
  expect(ids(99)).toEqual([3, 4, 2, 5, 1]);
  expect(byPreference([], 1)).toEqual([]);
});
