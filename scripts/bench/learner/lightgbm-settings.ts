import { linkSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { MISSING_CODE } from "#app/domain/features/matrix.ts";
import { fitTemperature } from "#app/domain/learning/calibration/temperature.ts";
import { raceLogLoss } from "#app/domain/learning/race-likelihood.ts";
import { findHeldBackStart, sliceRaces, type TrainingRaces } from "#app/domain/learning/training-races.ts";
import { temporaryFolder } from "#scripts/temporary-folder.ts";
import { predictScores, runLightGbm, writeRows } from "./lightgbm-program.ts";

/** The target column of each objective: the first or the second. */
const OBJECTIVES = [
  { objective: "binary", label: "win" },
  { objective: "race_softmax", label: "win" },
  { objective: "lambdarank", label: "place" },
] as const;
const LABELS = ["win", "place"] as const;
type Label = (typeof LABELS)[number];
const LEAVES = [8, 16, 31];

/** The settings of our own trees, which were chosen on the same years, except for the bins: LightGBM has its 255. */
const COMMON = {
  learning_rate: 0.03,
  min_data_in_leaf: 200,
  lambda_l2: 1,
  feature_fraction: 1 / 3,
  bagging_fraction: 0.7,
  bagging_freq: 1,
  bagging_by_query: "true",
  seed: 1,
  deterministic: "true",
  metric: "none",
  feature_pre_filter: "false",
};
const MOST_TREES = 800;
const TREE_STEP = 50;

export interface LightGbmForecast {
  name: string;
  trees: number;
  /** Log loss of the held-back races at the best temperature, by a fit that has not seen them. */
  heldBackLoss: number;
  temperature: number;
  /** Per row of the test's races, by a fit on all training races; 0 for non-starters. */
  outputs: Float64Array;
}

/**
 * Trains nine settings. Trees and temperature are chosen on the last tenth of the training days; then the model is
 * fitted again on all.
 * @param columns codes of every row; missing ones are passed as missing
 */
export async function trainLightGbmSettings(
  cli: string,
  { learnt, test, columns }: { learnt: TrainingRaces; test: TrainingRaces; columns: readonly Uint16Array[] },
): Promise<LightGbmForecast[]> {
  const heldBackFrom = findHeldBackStart(learnt.raceDay);
  const heldBack = sliceRaces(learnt, heldBackFrom, learnt.raceCount);
  const parts = { fit: sliceRaces(learnt, 0, heldBackFrom), "held-back": heldBack, learnt, test };
  using temporary = temporaryFolder("quality");
  const { path: folder } = temporary;
  for (const [part, races] of Object.entries(parts)) await writeRaces(folder, part, races, columns);
  for (const part of ["fit", "learnt"])
    for (const label of LABELS)
      await runLightGbm(cli, folder, {
        ...COMMON,
        ...labelOf(label),
        task: "save_binary",
        data: fileOf(part, label),
      });
  const settings = OBJECTIVES.flatMap((objective) => LEAVES.map((leaves) => ({ ...objective, leaves })));
  const forecasts = new Map<object, LightGbmForecast>();
  const waiting = [...settings];
  const runNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const forecast = await trainSetting({ cli, folder, heldBack, test, ...next });
      console.error(`${forecast.name}: ${forecast.trees} trees`);
      forecasts.set(next, forecast);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));
  return settings.map((each) => forecasts.get(each)!);
}

interface Setting {
  cli: string;
  folder: string;
  heldBack: TrainingRaces;
  test: TrainingRaces;
  objective: string;
  label: Label;
  leaves: number;
}

async function trainSetting({ cli, folder, heldBack, test, objective, label, leaves }: Setting) {
  const model = `${objective}-${leaves}.txt`;
  const options = { ...COMMON, objective, num_leaves: leaves };
  const train = (part: string, trees: number) =>
    runLightGbm(cli, folder, {
      ...{ ...options, task: "train", data: `${fileOf(part, label)}.bin`, num_iterations: trees },
      output_model: model,
    });
  await train("fit", MOST_TREES);
  let best: Pick<LightGbmForecast, "trees" | "heldBackLoss" | "temperature"> | null = null;
  for (let trees = TREE_STEP; trees <= MOST_TREES; trees += TREE_STEP) {
    const outputs = await predict({ cli, folder, model, part: "held-back", races: heldBack, label, trees });
    const temperature = fitTemperature(heldBack, 0, outputs);
    const scaled = outputs.map((output) => output / temperature);
    const heldBackLoss = raceLogLoss(heldBack, 0, heldBack.raceCount, scaled);
    if (best === null || heldBackLoss < best.heldBackLoss) best = { trees, heldBackLoss, temperature };
  }
  if (best === null) throw new Error("no trees");
  await train("learnt", best.trees);
  const outputs = await predict({ cli, folder, model, part: "test", races: test, label, trees: best.trees });
  return { name: `LightGBM ${objective}, ${leaves} leaves`, ...best, outputs };
}

function fileOf(part: string, label: Label): string {
  return `${part}.${label}.csv`;
}

/** The other target is not a feature; LightGBM numbers the columns without the label column. */
function labelOf(label: Label): Record<string, number> {
  return { label_column: LABELS.indexOf(label), ignore_column: 0 };
}

/** Writes the starters under the name of each label, as LightGBM caches a binary version beside the file. */
async function writeRaces(
  folder: string,
  part: string,
  races: TrainingRaces,
  columns: readonly Uint16Array[],
): Promise<void> {
  const file = path.join(folder, fileOf(part, "win"));
  const sizes = Array.from({ length: races.raceCount }, (_, race) =>
    races.isStarter.subarray(races.raceStart[race], races.raceStart[race + 1]).reduce((sum, flag) => sum + flag, 0),
  );
  await writeRows(file, linesOf(races, columns), sizes);
  linkSync(file, path.join(folder, fileOf(part, "place")));
  linkSync(`${file}.query`, path.join(folder, `${fileOf(part, "place")}.query`));
}

/** One line per starter: whether it won, 3, 2 or 1 for the first three places, and its codes. */
function* linesOf(races: TrainingRaces, columns: readonly Uint16Array[]): Iterable<string> {
  for (let row = 0; row < races.rowCount; row++) {
    if (races.isStarter[row] !== 1) continue;
    const place = races.place[row]!;
    const source = races.sourceRow[row]!;
    const codes = columns.map((column) => (column[source] === MISSING_CODE ? "nan" : column[source]));
    yield `${races.isWinner[row]},${place === 0 ? 0 : 4 - place},${codes.join()}\n`;
  }
}

interface Prediction {
  cli: string;
  folder: string;
  model: string;
  part: string;
  races: TrainingRaces;
  label: Label;
  trees: number;
}

/** Raw scores per row of the races, 0 for non-starters. */
async function predict({ cli, folder, model, part, races, label, trees }: Prediction): Promise<Float64Array> {
  const scores = await predictScores(cli, folder, { ...labelOf(label), data: fileOf(part, label), model, trees });
  const outputs = new Float64Array(races.rowCount);
  let next = 0;
  for (let row = 0; row < races.rowCount; row++) if (races.isStarter[row] === 1) outputs[row] = scores[next++]!;
  if (next !== scores.length) throw new Error(`${scores.length} scores of ${next} starters`);
  return outputs;
}
