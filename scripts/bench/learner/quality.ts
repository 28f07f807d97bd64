import { readFileSync } from "node:fs";
import path from "node:path";
import { type Interval, resampleRatios } from "#app/domain/evaluation/resample-days.ts";
import { columnsOf, fullChoice } from "#app/domain/features/catalogue.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { RowIndex } from "#app/domain/features/matrix.ts";
import { DEFAULT_CHOICE } from "#app/domain/features/presets.ts";
import { openFor } from "#app/domain/learning/artifact.ts";
import { findLearner } from "#app/domain/learning/learners.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { raceLogLoss } from "#app/domain/learning/race-likelihood.ts";
import { selectTrainingRaces, type TrainingRaces } from "#app/domain/learning/training-races.ts";
import { addDays, dayNumber } from "#app/domain/racing/japan-time.ts";
import { raceProbabilities, trainArtifact } from "#app/domain/training/train-artifact.ts";
import { prepareFeatures } from "#scripts/evaluate/prepare-features.ts";
import { startWorker } from "#scripts/evaluate/workerd.ts";
import { findOpenCsvFiles } from "#scripts/import/prepare-import.ts";
import { ensureKernel } from "#scripts/kernel.mjs";
import { measureSkill } from "#test/unit/support/measure-skill.ts";
import { type LightGbmForecast, trainLightGbmSettings } from "./lightgbm-settings.ts";

const VENUE_TYPE = 1;
const SCOPE = "all";
/** Code of jump races in the row index; only flat races are measured. */
const JUMP = 3;
/** The others are compared with the first. */
const OUR_LEARNERS = ["boosted-trees", "conditional-logit"];
const CHOICES = { default: DEFAULT_CHOICE, all: fullChoice(VENUE_TYPE) };
export const QUALITY_CHOICES: readonly ChoiceName[] = ["default", "all"];

type ChoiceName = keyof typeof CHOICES;

interface Quality {
  choice: ChoiceName;
  columns: number;
  learnt: { races: number; rows: number };
  testRaces: number;
  marketPseudoR2: number | null;
  contestants: QualityFigures[];
}

interface QualityFigures {
  name: string;
  /** LightGBM only: number of trees, and the log loss of the held-back races on which it was chosen. */
  trees: number | null;
  heldBackLoss: number | null;
  /** Whether it had the lowest loss there of LightGBM's settings. */
  isChosen: boolean;
  temperature: number;
  logLoss: number;
  pseudoR2: number;
  calibrationError: number | null;
  /** Log loss above that of our boosted trees, with an interval over race days; null for themselves. */
  behind: (Interval & { mean: number }) | null;
}

interface Forecast extends Pick<LightGbmForecast, "name" | "outputs" | "temperature"> {
  trees: number | null;
  heldBackLoss: number | null;
}

/**
 * Compares our learners and LightGBM on the same races and columns.
 * @param trainUntil last training day; all later races are the test
 */
export async function compareQuality(
  cli: string,
  { paths, trainUntil, choices }: { paths: readonly string[]; trainUntil: string; choices: readonly ChoiceName[] },
  say: (quality: Quality) => void,
): Promise<Quality[]> {
  const { index, codes } = await readFeatures(paths);
  const cutoffDay = addDays(trainUntil, 1);
  const test = selectTrainingRaces(index, { fromDay: dayNumber(cutoffDay), toDay: Infinity, maxRows: Infinity });
  const results: Quality[] = [];
  for (const choiceName of choices) {
    const choice = CHOICES[choiceName];
    const columns = columnsOf(choice, VENUE_TYPE);
    const task = { index, codes, choice, cutoffDay, test };
    const ours: Forecast[] = [];
    let learnt: TrainingRaces | null = null;
    for (const name of OUR_LEARNERS) {
      const { races, outputs, artifact } = await trainOurs(name, task);
      learnt = races;
      ours.push({ name, outputs, temperature: artifact.temperature, trees: null, heldBackLoss: null });
    }
    if (learnt === null) throw new Error("no learner");
    const theirs = await trainLightGbmSettings(cli, {
      learnt,
      test,
      columns: columns.map(({ id }) => codes.get(id)!),
    });
    const quality = compare([...ours, ...theirs], test);
    results.push({ choice: choiceName, columns: columns.length, ...countOf(learnt), ...quality });
    say(results.at(-1)!);
  }
  return results;
}

function countOf({ raceCount, rowCount }: TrainingRaces): Pick<Quality, "learnt"> {
  return { learnt: { races: raceCount, rows: rowCount } };
}

export async function readFeatures(
  paths: readonly string[],
): Promise<{ index: RowIndex; codes: Map<string, Uint16Array> }> {
  const files = await findOpenCsvFiles(paths.map((given) => path.resolve(given)));
  await using worker = await startWorker();
  await prepareFeatures(worker, files);
  const features = await worker.openFeatures();
  const manifest = await features.readManifest();
  if (manifest === null) throw new Error("the features are not built");
  const index = await features.readRowIndex(manifest, VENUE_TYPE);
  const ids = columnsOf(CHOICES.all, VENUE_TYPE).map(({ id }) => id);
  const reads = features.openColumns(manifest, VENUE_TYPE, SCOPE, ids);
  const codes = new Map<string, Uint16Array>();
  for (const id of ids) codes.set(id, (await reads.readColumn(id)).slice());
  return { index, codes };
}

interface OurTask {
  index: RowIndex;
  codes: ReadonlyMap<string, Uint16Array>;
  choice: FeatureChoice;
  cutoffDay: string;
  /** First day to learn from; absent: all. */
  learnFrom?: string;
  test: TrainingRaces;
}

/** Trains up to the cut-off day. @returns also the final fit's outputs for the test races */
export async function trainOurs(learnerName: string, { index, codes, test, ...task }: OurTask) {
  const learner = findLearner(learnerName);
  if (learner === null) throw new Error(`no learner ${learnerName}`);
  const result = await trainArtifact(
    {
      ...{ ...task, learner, index, venueType: VENUE_TYPE, scope: SCOPE },
      columns: columnsOf(task.choice, VENUE_TYPE),
      kernel: new WebAssembly.Module(readFileSync(ensureKernel())),
      // The learner may overwrite the array.
      readColumn: async (id) => codes.get(id)!.slice(),
      manifest: { version: "bench", importId: 1 },
      checkpoint: null,
    },
    {
      pace: createPace(async () => {}),
      report: async () => {},
      saveCheckpoint: async () => {},
      isPauseDue: () => false,
    },
  );
  if (result.kind !== "trained") throw new Error(`the training ended as ${result.kind}`);
  const { predictor } = openFor(result.artifact, task.cutoffDay);
  const outputs = new Float64Array(test.rowCount);
  for (let race = 0; race < test.raceCount; race++) {
    const from = test.raceStart[race]!;
    const end = test.raceStart[race + 1]!;
    const source = test.sourceStart[race]!;
    const forecast = predictor.predict({
      raceId: index.raceIds[test.sourceRace[race]!]!,
      horseNums: Array.from(index.horseNum.subarray(source, source + end - from)),
      isStarter: Array.from(test.isStarter.subarray(from, end), (flag) => flag === 1),
      codes: new Map(predictor.columnIds.map((id) => [id, codes.get(id)!.slice(source, source + end - from)])),
    });
    outputs.set(forecast, from);
  }
  return { ...result, outputs };
}

function compare(
  forecasts: readonly Forecast[],
  test: TrainingRaces,
): Pick<Quality, "testRaces" | "marketPseudoR2" | "contestants"> {
  const losses = forecasts.map(({ outputs, temperature }) => lossesOf(test, outputs, temperature));
  const behind = compareLosses(losses, test);
  const leastHeldBack = Math.min(...forecasts.map(({ heldBackLoss }) => heldBackLoss ?? Infinity));
  const skills = forecasts.map(({ outputs, temperature }) => {
    const skill = measureSkill(test, raceProbabilities(test, 0, outputs, temperature));
    if (skill === null) throw new Error("there are no flat races to test on");
    return skill;
  });
  const contestants = forecasts.map(({ name, temperature, trees, heldBackLoss }, at): QualityFigures => {
    const { logLoss, pseudoR2, calibrationError } = skills[at]!;
    return {
      ...{ name, trees, heldBackLoss, isChosen: heldBackLoss === leastHeldBack, temperature },
      ...{ logLoss, pseudoR2, calibrationError, behind: at === 0 ? null : behind[at - 1]! },
    };
  });
  return { testRaces: skills[0]!.races, marketPseudoR2: skills[0]!.marketPseudoR2, contestants };
}

/** −ln p of the winner, race by race. */
function lossesOf(test: TrainingRaces, outputs: Float64Array, temperature: number): Float64Array {
  const scaled = outputs.map((output) => output / temperature);
  return Float64Array.from({ length: test.raceCount }, (_, race) => raceLogLoss(test, race, race + 1, scaled));
}

/** How much more the others lose than the first. Days are drawn whole, with the same draws for all of them. */
function compareLosses(
  [first, ...others]: Float64Array[],
  test: TrainingRaces,
): NonNullable<QualityFigures["behind"]>[] {
  const days = new Map<number, Float64Array>();
  const total = new Float64Array(others.length * 2);
  for (let race = 0; race < test.raceCount; race++) {
    if (test.raceSurface[race] === JUMP) continue;
    const day = test.raceDay[race]!;
    const sums = days.get(day) ?? new Float64Array(others.length * 2);
    days.set(day, sums);
    for (const [at, losses] of others.entries()) {
      const difference = losses[race]! - first![race]!;
      for (const each of [sums, total]) {
        each[2 * at]! += difference;
        each[2 * at + 1]! += 1;
      }
    }
  }
  const intervals = resampleRatios([...days.values()]);
  return others.map((_, at) => ({ mean: total[2 * at]! / total[2 * at + 1]!, ...intervals[at]! }));
}

export function formatQuality(quality: Quality): string {
  const { choice, columns, learnt, testRaces, marketPseudoR2, contestants } = quality;
  const market = marketPseudoR2 === null ? "" : `; market pseudo-R² ${marketPseudoR2.toFixed(4)}`;
  return [
    `${choice} features (${columns} columns), learnt from ${learnt.races} races, tested on ${testRaces}${market}:`,
    ...contestants.map(({ name, trees, heldBackLoss, isChosen, temperature, logLoss, pseudoR2, ...figures }) => {
      const { calibrationError, behind } = figures;
      const chosen = trees === null ? "" : `, ${trees} trees, held back ${heldBackLoss?.toFixed(4)}`;
      const interval = behind && `${signed(behind.mean)} [${signed(behind.low)}, ${signed(behind.high)}]`;
      return (
        `  ${name}${isChosen ? " (chosen)" : ""}: log loss ${logLoss.toFixed(4)}, pseudo-R² ${pseudoR2.toFixed(4)}, ` +
        `calibration error ${calibrationError?.toFixed(4)}, temperature ${temperature.toFixed(3)}${chosen}` +
        (interval === null ? "" : `; behind ${interval}`)
      );
    }),
  ].join("\n");
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)}`;
}
