import { allColumns } from "#app/domain/features/catalogue.ts";
import { MISSING_CODE, type RaceFeatures } from "#app/domain/features/matrix.ts";
import { boostedTrees } from "#app/domain/learning/boosted-trees.ts";
import type { Predictor } from "#app/domain/learning/learner.ts";
import { packTrees, type TreeParameters } from "#app/domain/learning/tree-parameters.ts";
import type { TreeModel } from "#app/domain/learning/trees/tree.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { trainReference } from "./reference/trees.ts";
import { makeTreeTask } from "./tree-tasks.ts";

/** A logit with a weight for each column and an indicator for every second one. */
export function makeLogit(columnIds: readonly string[], seed = 1) {
  const random = createRandom(seed);
  return {
    ridge: 0.1,
    values: columnIds.map((column) => ({ column, offset: 0, step: 1, sd: 4000, weight: random() - 0.5 })),
    missing: columnIds.filter((_, i) => i % 2 === 0).map((column) => ({ column, weight: random() - 0.5 })),
  };
}

/** Trees grown on codes like those of `makeRace`. */
export function makeTrees(columnIds: readonly string[], seed = 1): { model: TreeModel; packed: TreeParameters } {
  const settings = { trees: 6, leaves: 12, learningRate: 0.3, minRowsPerLeaf: 3 };
  const task = makeTreeTask({ seed, featureCount: columnIds.length, raceCount: 15, settings });
  const model = trainReference(task);
  return { model, packed: packTrees(model, columnIds) };
}

export const LINEAR_SHARE = 0.7;

export function makePredictor(columnIds: readonly string[], seed = 1): Predictor {
  return boostedTrees.openPredictor({
    logit: makeLogit(columnIds, seed),
    linearShare: LINEAR_SHARE,
    trees: makeTrees(columnIds, seed).packed,
  });
}

/** A race with codes of every column, a tenth of them missing; every fifth column is the same for all runners. */
export function makeRace(columnIds: readonly string[], seed = 1, size = 12): RaceFeatures {
  const random = createRandom(seed);
  // Small codes are as frequent as large ones: trees split at both.
  const draw = () => (random() < 0.1 ? MISSING_CODE : Math.floor(random() ** 4 * 40_000));
  return {
    raceId: `r${seed}`,
    horseNums: Array.from({ length: size }, (_, i) => i + 1),
    isStarter: Array.from({ length: size }, (_, i) => i !== 2 || size < 4),
    codes: new Map(
      columnIds.map((columnId, i) => {
        const shared = draw();
        return [columnId, Uint16Array.from({ length: size }, () => (i % 5 === 4 ? shared : draw()))];
      }),
    ),
  };
}

/** Ids of all columns of venue type 1. */
export const ALL_COLUMN_IDS = allColumns(1).map(({ id }) => id);
