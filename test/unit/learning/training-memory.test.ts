import { expect, test } from "vitest";
import { TREE_SETTINGS } from "#app/domain/learning/boosted-trees.ts";
import { planMemory } from "#app/domain/learning/trees/memory-plan.ts";
import { MAX_CELLS } from "#app/domain/training/train-artifact.ts";
import { KEPT_CODES } from "#app/services/models/training.server.ts";

const MIB = 2 ** 20;
const RACE_SIZE = 12;
/** Columns being read by the feature store: one bunch of them (feature-columns.server.ts). */
const COLUMNS_COMING_IN = 2 * 6_000_000;
/** The row index: starter, number, place, odds; per race its id, day, start and flags. */
const INDEX_ROW_BYTES = 7;
const INDEX_RACE_BYTES = 50;
/** The training races (training-races.ts). */
const RACES_ROW_BYTES = 3;
const RACES_RACE_BYTES = 17;
/** f of the walk, the logit's f, places. */
const FIT_ROW_BYTES = 8 + 8 + 1;
/** Share of the races that the last period tests; the scores and the logit's f of their rows. */
const TESTED = 0.2;
const SCORES_BYTES = 4 + 8;

/** Large buffers of boosted trees at their peak, in bytes: those of the final fit, or of the last period. */
function sumBuffers(indexRows: number, columns: number): number {
  const rows = Math.min(indexRows, Math.floor(MAX_CELLS / columns));
  const races = Math.floor(rows / RACE_SIZE);
  const codes = indexRows * columns;
  const bytesOf = (learnt: number) =>
    planMemory(
      Uint32Array.from({ length: Math.floor(learnt * races) + 1 }, (_, race) => race * RACE_SIZE),
      columns,
      TREE_SETTINGS,
    ).bytes;
  return (
    Math.max(bytesOf(1), bytesOf(1 - TESTED) + TESTED * rows * (columns + SCORES_BYTES)) +
    rows * (RACES_ROW_BYTES + FIT_ROW_BYTES) +
    races * RACES_RACE_BYTES +
    indexRows * (INDEX_ROW_BYTES + INDEX_RACE_BYTES / RACE_SIZE) +
    (codes <= KEPT_CODES ? 2 * codes : COLUMNS_COMING_IN)
  );
}

test.each([
  [135_000, 117],
  [175_000, 91],
  [240_000, 50],
  [480_000, 50],
  [480_000, 91],
  [480_000, 117],
  [480_000, 160],
])("all buffers of a training of %i runners with %i columns leave room in an isolate of 128 MB", (rows, columns) => {
  expect(sumBuffers(rows, columns) / MIB).toBeLessThan(100);
});
