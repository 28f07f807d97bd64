import path from "node:path";
import { TREE_SETTINGS } from "#app/domain/learning/boosted-trees.ts";
import { raceLogLoss } from "#app/domain/learning/race-likelihood.ts";
import type { TreeKernel } from "#app/domain/learning/trees/kernel.ts";
import { planMemory } from "#app/domain/learning/trees/memory-plan.ts";
import { SCORE_UNIT, type TreeSettings } from "#app/domain/learning/trees/settings.ts";
import { findLeaf, type TreeModel } from "#app/domain/learning/trees/tree.ts";
import { median, round2 } from "#scripts/bench/interleave.ts";
import { temporaryFolder } from "#scripts/temporary-folder.ts";
import { binRow } from "#test/unit/support/reference/predictions.ts";
import type { ReferenceTask } from "#test/unit/support/reference/trees.ts";
import { predictScores, runLightGbm, writeRows } from "./lightgbm-program.ts";
import { makeTask, RACE_SIZE, SETTINGS, sliceRaces } from "./tree-task.ts";
import { openTreeKernel, processorMs, train } from "./trees.ts";

const STEP = 25;
const HELD_BACK_RACES = 4000;
/** Our variants: everything, and the samples and stages of the product's trees. */
const SAMPLES: Pick<TreeSettings, "raceShare" | "rowsPerTree" | "featureShare" | "placeWeights">[] = [
  SETTINGS,
  TREE_SETTINGS,
];

interface Contestant {
  name: string;
  /** Processor time of the trees without binning, median of the rounds. */
  trainSeconds: number;
  /** Mean loss per race, by a softmax of the scores, after all trees. */
  heldBackLoss: number;
  /** Seconds until its own held-back loss reaches LightGBM's best; null if it never does. */
  secondsToBest: number | null;
  memoryMiB: number | null;
}

export interface Comparison {
  rows: number;
  features: number;
  trees: number;
  leaves: number;
  contestants: Contestant[];
}

interface Trained {
  seconds: number;
  losses: number[];
}

/**
 * Trains our trees and LightGBM's on the same races with the same loss, in turns, on one thread, with 64 bins.
 * @param cli LightGBM's program with the objective race_softmax (scripts/bench/README.md)
 */
export async function compareWithLightGbm(
  cli: string,
  { rows, features, rounds }: { rows: number; features: number; rounds: number },
): Promise<Comparison> {
  const raceCount = rows / RACE_SIZE;
  const whole = makeTask(raceCount + HELD_BACK_RACES, SETTINGS, features);
  const task = sliceRaces(whole, 0, raceCount);
  const heldBack = sliceRaces(whole, raceCount, raceCount + HELD_BACK_RACES);
  using temporary = temporaryFolder("trees");
  const { path: folder } = temporary;
  const kernel = openTreeKernel();
  for (const [name, part] of Object.entries({ "train.csv": task, "test.csv": heldBack }))
    await writeRows(
      path.join(folder, name),
      linesOf(part),
      Array.from({ length: part.races.raceStart.length - 1 }, () => RACE_SIZE),
    );
  await runLightGbm(cli, folder, { task: "save_binary", data: "train.csv", max_bin: 64 });
  const runs = new Map<string, () => Promise<Trained>>([
    ["LightGBM", () => trainLightGbm(cli, folder, heldBack, false)],
    ["LightGBM, quantised gradients", () => trainLightGbm(cli, folder, heldBack, true)],
  ]);
  const memory = new Map<string, number>();
  for (const { raceShare, rowsPerTree, featureShare, placeWeights } of SAMPLES) {
    const settings = { ...SETTINGS, raceShare, rowsPerTree, featureShare, placeWeights };
    const share = Math.min(raceShare, rowsPerTree / rows);
    const name = `ours, ${round2(share)} of the races and ${round2(featureShare)} of the features per tree`;
    try {
      memory.set(name, round2(planMemory(task.races.raceStart, features, settings).bytes / 2 ** 20));
    } catch {
      continue; // no room for it
    }
    runs.set(name, () => trainOurs(kernel, { ...task, settings }, heldBack));
  }
  // Train a little first, so that the kernel is compiled and optimised.
  await trainOurs(kernel, { ...sliceRaces(whole, 0, 1000), settings: SETTINGS }, sliceRaces(whole, 0, 10));
  const results = new Map<string, Trained[]>();
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of runs) results.set(name, [...(results.get(name) ?? []), await run()]);

  const best = Math.min(...(results.get("LightGBM")?.[0]?.losses ?? []));
  const contestants = [...results].map(([name, trained]): Contestant => {
    const seconds = median(trained.map((one) => one.seconds));
    const losses = trained[0]?.losses ?? [];
    const step = losses.findIndex((loss) => loss <= best);
    return {
      name,
      trainSeconds: round2(seconds),
      heldBackLoss: Math.round((losses.at(-1) ?? Number.NaN) * 1e5) / 1e5,
      secondsToBest: step === -1 ? null : round2((seconds * (step + 1)) / losses.length),
      memoryMiB: memory.get(name) ?? null,
    };
  });
  return { rows, features, trees: SETTINGS.trees, leaves: SETTINGS.leaves, contestants };
}

/** One line per row: whether it won, then its codes. */
function* linesOf({ races, features }: ReferenceTask): Iterable<string> {
  for (const [row, place] of races.place.entries())
    yield `${place === 1 ? 1 : 0},${features.map((codes) => codes[row]).join()}\n`;
}

async function trainLightGbm(
  cli: string,
  folder: string,
  heldBack: ReferenceTask,
  isQuantised: boolean,
): Promise<Trained> {
  const options = {
    task: "train",
    data: "train.csv.bin",
    objective: "race_softmax",
    metric: "none",
    num_leaves: SETTINGS.leaves,
    learning_rate: SETTINGS.learningRate,
    min_data_in_leaf: SETTINGS.minRowsPerLeaf,
    lambda_l2: SETTINGS.l2,
    max_bin: 64,
    use_quantized_grad: String(isQuantised),
    output_model: "model.txt",
  };
  // A single tree's time is nearly all reading; it is subtracted.
  const first = await runLightGbm(cli, folder, { ...options, num_iterations: 1 });
  const all = await runLightGbm(cli, folder, { ...options, num_iterations: SETTINGS.trees });
  const losses: number[] = [];
  for (let trees = STEP; trees <= SETTINGS.trees; trees += STEP) {
    const scores = await predictScores(cli, folder, { data: "test.csv", model: "model.txt", trees });
    losses.push(lossOf(heldBack, Float64Array.from(scores)));
  }
  return { seconds: ((all - first) * SETTINGS.trees) / (SETTINGS.trees - 1), losses };
}

async function trainOurs(kernel: TreeKernel, task: ReferenceTask, heldBack: ReferenceTask): Promise<Trained> {
  const { trees } = task.settings;
  // A single tree's time is nearly all binning; it is subtracted.
  const firstMs = await processorMs(() => train({ ...task, settings: { ...task.settings, trees: 1 } }, kernel));
  let model: TreeModel | undefined;
  const allMs = await processorMs(async () => {
    model = await train(task, kernel);
  });
  if (model === undefined) throw new Error("no model");
  return { seconds: ((allMs - firstMs) / 1000 / (trees - 1)) * trees, losses: lossesOf(model, heldBack) };
}

function lossesOf(model: TreeModel, heldBack: ReferenceTask): number[] {
  const rowCount = heldBack.races.place.length;
  const bins = Array.from({ length: rowCount }, (_, row) =>
    binRow(
      model,
      heldBack.features.map((codes) => codes[row]!),
    ),
  );
  const scores = new Float64Array(rowCount);
  const losses: number[] = [];
  for (const [position, tree] of model.trees.entries()) {
    for (const [row, ofRow] of bins.entries())
      scores[row]! += tree.value[findLeaf(tree, (feature) => ofRow[feature]!)]! * SCORE_UNIT;
    if ((position + 1) % STEP === 0) losses.push(lossOf(heldBack, scores));
  }
  return losses;
}

function lossOf({ races: { raceStart, place } }: ReferenceTask, outputs: Float64Array): number {
  const isStarter = new Uint8Array(place.length).fill(1);
  const isWinner = Uint8Array.from(place, (home) => (home === 1 ? 1 : 0));
  return raceLogLoss({ raceStart, isStarter, isWinner }, 0, raceStart.length - 1, outputs);
}

export function describeComparison({ rows, features, trees, leaves, contestants }: Comparison): string {
  const lines = contestants.map(({ name, trainSeconds, heldBackLoss, secondsToBest, memoryMiB }) => {
    const ratio = (trainSeconds / (contestants[0]?.trainSeconds ?? Number.NaN)).toFixed(2);
    const toBest = secondsToBest === null ? "never" : `${secondsToBest} s`;
    return (
      `  ${name}: ${trainSeconds} s (${ratio} ×), held-back log loss ${heldBackLoss}, to LightGBM's best ${toBest}` +
      (memoryMiB === null ? "" : `, ${memoryMiB} MiB`)
    );
  });
  return [`${trees} trees × ${leaves} leaves on ${rows} rows × ${features} features at 64 bins:`, ...lines].join("\n");
}
