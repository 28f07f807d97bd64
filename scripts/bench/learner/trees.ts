import { readFileSync } from "node:fs";
import { createPace } from "#app/domain/learning/pace.ts";
import { openKernel, type TreeKernel } from "#app/domain/learning/trees/kernel.ts";
import { planMemory } from "#app/domain/learning/trees/memory-plan.ts";
import { trainTrees } from "#app/domain/learning/trees/train-trees.ts";
import type { TreeModel } from "#app/domain/learning/trees/tree.ts";
import { serialiseTrees } from "#app/domain/learning/trees/tree-bytes.ts";
import { explainRows } from "#app/domain/learning/trees/tree-shap.ts";
import { type Benchmark, median, round2 } from "#scripts/bench/interleave.ts";
import { ensureKernel } from "#scripts/kernel.mjs";
import { binRow, predictCodes } from "#test/unit/support/reference/predictions.ts";
import { type ReferenceTask, trainReference } from "#test/unit/support/reference/trees.ts";
import { makeTask, SETTINGS } from "./tree-task.ts";

const FEATURES = 50;

export function openTreeKernel(): TreeKernel {
  return openKernel(new WebAssembly.Module(readFileSync(ensureKernel())));
}

export function train(task: ReferenceTask, kernel: TreeKernel): Promise<TreeModel> {
  return trainTrees(
    {
      kernel,
      races: task.races,
      featureCount: task.features.length,
      readFeature: async (feature) => task.features[feature]!,
      startScores: task.startScores,
      settings: task.settings,
    },
    { pace: createPace(async () => {}), report: async () => {}, goOn: () => true },
  );
}

export function benchmarkTrees(): Benchmark {
  const task = makeTask(1000, { ...SETTINGS, trees: 10, minRowsPerLeaf: 20 });
  const kernel = openTreeKernel();
  return {
    name: "10 trees × 31 leaves on 12,000 rows × 50 features, binning included",
    reference: "the plain TypeScript implementation that gives the same trees",
    async subject() {
      await train(task, kernel);
    },
    baseline() {
      trainReference(task);
    },
  };
}

interface LearnerFigures {
  rows: number;
  features: number;
  trees: number;
  leaves: number;
  raceShare: number;
  featureShare: number;
  trainSeconds: number;
  memoryMiB: number;
  modelBytes: number;
  /** Median processor time of scoring and explaining 18 horses. */
  scoreMs: number;
  explainMs: number;
}

/** Trainings of the size of six years of central racing, in full and with samples of races and features. */
export async function measureLearner(say: (figures: LearnerFigures) => void): Promise<LearnerFigures[]> {
  const kernel = openTreeKernel();
  const { races, features } = makeTask(20_000, SETTINGS);
  const results: LearnerFigures[] = [];
  for (const [raceShare, featureShare] of [
    [1, 1],
    [0.7, 1 / 3],
  ] as const) {
    const settings = { ...SETTINGS, raceShare, featureShare };
    let model: TreeModel | undefined;
    const trainMs = await processorMs(async () => {
      model = await train({ races, features, startScores: null, settings }, kernel);
    });
    if (model === undefined) throw new Error("no model");
    const trained = model;
    const race = Array.from({ length: 18 }, (_, row) => features.map((codes) => codes[row]!));
    const figures: LearnerFigures = {
      rows: trained.rowCount,
      features: FEATURES,
      trees: trained.trees.length,
      leaves: settings.leaves,
      raceShare,
      featureShare: round2(featureShare),
      trainSeconds: round2(trainMs / 1000),
      memoryMiB: round2(planMemory(races.raceStart, FEATURES, settings).bytes / 2 ** 20),
      modelBytes: serialiseTrees(trained).length,
      scoreMs: await medianMs(50, () => race.map((codes) => predictCodes(trained, codes))),
      explainMs: await medianMs(5, () =>
        explainRows(trained.trees, Uint8Array.from(race.flatMap((codes) => [...binRow(trained, codes)])), FEATURES),
      ),
    };
    say(figures);
    results.push(figures);
  }
  return results;
}

export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user / 1000;
}

async function medianMs(rounds: number, work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await processorMs(work));
  return round2(median(times));
}

export function describeLearner(figures: LearnerFigures): string {
  const { rows, features, trees, leaves, raceShare, featureShare, trainSeconds, memoryMiB, modelBytes } = figures;
  return (
    `${trees} trees × ${leaves} leaves on ${rows} rows × ${features} features (${raceShare} of the races, ${featureShare} of ` +
    `the features per tree): ${trainSeconds} s of processor time, ${memoryMiB} MiB, ${modelBytes} bytes; ` +
    `18 horses scored in ${figures.scoreMs} ms, explained in ${figures.explainMs} ms`
  );
}
