import fc from "fast-check";
import { MISSING_CODE } from "#app/domain/features/matrix.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { openKernel } from "#app/domain/learning/trees/kernel.ts";
import type { TreeSettings } from "#app/domain/learning/trees/settings.ts";
import { type TreeTask, type TreeWatch, trainTrees } from "#app/domain/learning/trees/train-trees.ts";
import type { TreeModel } from "#app/domain/learning/trees/tree.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { kernelModule } from "./kernel-module.ts";
import type { ReferenceTask } from "./reference/trees.ts";

/** One memory for all of a file's trainings, as in a job: no training may see what an earlier one left in it. */
const kernel = openKernel(kernelModule);

const SETTINGS: TreeSettings = {
  trees: 10,
  leaves: 8,
  learningRate: 0.1,
  minRowsPerLeaf: 5,
  l2: 1,
  raceShare: 1,
  rowsPerTree: Number.MAX_SAFE_INTEGER,
  featureShare: 1,
  placeWeights: [1, 0, 0],
  seed: 1,
};

export const quietWatch: TreeWatch = {
  pace: createPace(async () => {}),
  report: async () => {},
  goOn: () => true,
};

/** Trains a reference's task with the kernel. */
export function trainByKernel(
  task: ReferenceTask,
  overrides: Partial<TreeTask> = {},
  watch = quietWatch,
): Promise<TreeModel> {
  return trainTrees(
    {
      kernel,
      races: task.races,
      featureCount: task.features.length,
      readFeature: async (feature) => task.features[feature] ?? new Uint16Array(0),
      startScores: task.startScores,
      settings: task.settings,
      ...overrides,
    },
    watch,
  );
}

/** Races whose winner depends on the features, with noise, ties, missing values, flags and constant columns. */
export function makeTreeTask({
  seed = 1,
  raceCount = 60,
  featureCount = 6,
  smallest = 2,
  largest = 18,
  missingShare = 0.2,
  settings = {},
}: {
  seed?: number;
  raceCount?: number;
  featureCount?: number;
  smallest?: number;
  largest?: number;
  missingShare?: number;
  settings?: Partial<TreeSettings>;
} = {}): ReferenceTask {
  const random = createRandom(seed);
  const raceStart = new Uint32Array(raceCount + 1);
  for (let race = 0; race < raceCount; race++)
    raceStart[race + 1] = raceStart[race]! + smallest + Math.floor(random() * (largest - smallest + 1));
  const rowCount = raceStart[raceCount]!;
  const features = Array.from({ length: featureCount }, (_, feature) => {
    const distinct = [40_000, 2, 30, 1, 64, 1000, 5, 65_000][feature % 8]!;
    return Uint16Array.from({ length: rowCount }, () =>
      random() < missingShare ? MISSING_CODE : Math.floor(random() * distinct),
    );
  });
  const place = new Uint8Array(rowCount);
  for (let race = 0; race < raceCount; race++) {
    const runners = Array.from({ length: raceStart[race + 1]! - raceStart[race]! }, (_, i) => {
      const row = raceStart[race]! + i;
      const high = features.filter((codes) => codes[row] !== MISSING_CODE && codes[row]! % 1000 > 400).length;
      return { row, strength: high - Math.log(-Math.log(random() + 1e-12)) };
    });
    runners.sort((one, other) => other.strength - one.strength);
    // One race in ten has a dead heat for the first place, one in ten for the second, one in ten has only a winner.
    const kind = Math.floor(random() * 10);
    const places = kind === 0 ? [1, 1, 3] : kind === 1 ? [1, 2, 2] : kind === 2 ? [1] : [1, 2, 3];
    for (const [order, given] of places.entries()) {
      const runner = runners[order];
      if (runner !== undefined) place[runner.row] = given;
    }
  }
  const startScores = seed % 2 === 0 ? null : Float64Array.from({ length: rowCount }, () => random() - 0.5);
  return { races: { raceStart, place }, features, startScores, settings: { ...SETTINGS, seed, ...settings } };
}

/** Small tasks of every kind. */
export const arbitraryTreeTask: fc.Arbitrary<ReferenceTask> = fc
  .record({
    seed: fc.integer({ min: 0, max: 0x7fffffff }),
    raceCount: fc.integer({ min: 1, max: 60 }),
    featureCount: fc.integer({ min: 1, max: 19 }),
    largest: fc.integer({ min: 1, max: 18 }),
    missingShare: fc.constantFrom(0, 0.05, 0.5, 1),
    settings: fc.record({
      trees: fc.integer({ min: 1, max: 6 }),
      leaves: fc.integer({ min: 1, max: 31 }),
      learningRate: fc.constantFrom(0.03, 0.1, 1),
      minRowsPerLeaf: fc.integer({ min: 1, max: 20 }),
      l2: fc.constantFrom(0, 0.5, 1, 10),
      raceShare: fc.constantFrom(0.01, 0.5, 0.7, 1),
      rowsPerTree: fc.constantFrom(20, 200, 1e6),
      featureShare: fc.constantFrom(0.3, 0.9, 1),
      placeWeights: fc.constantFrom<TreeSettings["placeWeights"]>([1, 0, 0], [1, 0.5, 0], [1, 0.5, 0.25], [1, 0, 0.5]),
    }),
  })
  .map(({ largest, ...rest }) => makeTreeTask({ ...rest, smallest: Math.min(2, largest), largest }));
