import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Command, Option } from "commander";
import type { SecondStage } from "#app/domain/evaluation/second-stage.ts";
import { fullChoice } from "#app/domain/features/catalogue.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import { DEFAULT_CHOICE } from "#app/domain/features/presets.ts";
import { choiceSchema } from "#app/domain/learning/artifact.ts";
import { DEFAULT_LEARNER, listLearners } from "#app/domain/learning/learners.ts";
import { addDays, isCalendarDay, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { findOpenCsvFiles } from "#scripts/import/prepare-import.ts";
import { ImportRefusal } from "#scripts/import/refusal.ts";
import { formatEvaluation } from "./format.ts";
import { prepareFeatures, runJob, UsageError } from "./prepare-features.ts";
import type { Comparison, Evaluation } from "./protocol.ts";
import { compareSettings, formatComparison } from "./select.ts";
import { startWorker } from "./workerd.ts";

interface Options {
  features: string;
  trainUntil: string;
  testUntil?: string;
  select: boolean;
  learner: string;
  json: boolean;
  predictions?: string;
}

const program = new Command("npm run evaluate --")
  .description("Trains on the races up to one day and tests on those after it, with the code of the jobs Worker.")
  .argument("<path...>", "directories or files in the open CSV format")
  .requiredOption("--features <choice>", "default (the preset of 50), all, or a JSON file {static, average}")
  .requiredOption("--train-until <date>", "last day of the training races, YYYY-MM-DD")
  .option("--test-until <date>", "last day of the test races, YYYY-MM-DD; not with --select")
  .option("--select", "compares the settings of settings.ts on walks through the training races", false)
  .addOption(new Option("--learner <name>", "algorithm").choices(listLearners()).default(DEFAULT_LEARNER))
  .option("--predictions <file>", "writes the chances of every test race: race_id,horse_num,win,place")
  .option("--json", "one JSON document on standard output, nothing else", false);
program.parse();

try {
  const options = program.opts<Options>();
  if (options.select) {
    const compared = await select(program.args, options);
    console.log(options.json ? JSON.stringify(compared) : compared.map(formatComparison).join("\n"));
  } else {
    const evaluation = await evaluate(program.args, options);
    console.log(options.json ? JSON.stringify(evaluation) : formatEvaluation(evaluation));
  }
} catch (error) {
  const isExpected = error instanceof UsageError || error instanceof ImportRefusal;
  console.error(isExpected ? `evaluate: ${error.message}` : error);
  process.exitCode = 1;
}

async function select(paths: readonly string[], { trainUntil, features }: Options): Promise<Comparison[]> {
  if (!isCalendarDay(trainUntil)) throw new UsageError(`${trainUntil} is no date`);
  const choice = readChoice(features);
  const files = await findOpenCsvFiles(paths.map((given) => path.resolve(given)));
  await using worker = await startWorker();
  await prepareFeatures(worker, files);
  return await compareSettings(worker, { choice, trainUntil });
}

async function evaluate(paths: readonly string[], options: Options): Promise<Evaluation> {
  const { trainUntil, testUntil, learner } = options;
  if (testUntil === undefined) throw new UsageError("--test-until is required without --select");
  for (const day of [trainUntil, testUntil]) if (!isCalendarDay(day)) throw new UsageError(`${day} is no date`);
  if (testUntil <= trainUntil) throw new UsageError("--test-until must be after --train-until");
  const choice = readChoice(options.features);
  const files = await findOpenCsvFiles(paths.map((given) => path.resolve(given)));

  await using worker = await startWorker();
  const features = await prepareFeatures(worker, files);
  // The model is created on the day after the last training day: that day is its cut-off.
  const clock = startOfJapanDay(addDays(trainUntil, 1));
  const { modelId } = await worker.ask("/model", { choice, learner, clock });
  const train = await runJob(worker, "train-model", clock);
  const start = performance.now();
  const { skill, returns, baselines, trainedOn, walkForward, calibration, secondStage, predictions } = await worker.ask(
    "/measure",
    { modelId, testUntil, withPredictions: options.predictions !== undefined },
  );
  if (options.predictions !== undefined) {
    writeFileSync(path.resolve(options.predictions), ["race_id,horse_num,win,place", ...predictions, ""].join("\n"));
  }
  const report = (performance.now() - start) / 1000;
  console.error(`trained on ${trainedOn.races} races, ${trainedOn.rows} runners`);
  return {
    races: skill?.races ?? 0,
    logLoss: skill?.logLoss ?? null,
    uniformLogLoss: skill?.uniformLogLoss ?? null,
    pseudoR2: skill?.pseudoR2 ?? null,
    marketPseudoR2: skill?.marketPseudoR2 ?? null,
    top1WinRate: skill?.top.winRate ?? null,
    calibrationError: skill?.calibrationError ?? null,
    ...calibration,
    secondStage: secondStage === null ? null : withoutRaces(secondStage),
    returns,
    baselines,
    seconds: { features, train, report },
    peakMemoryBytes: worker.peakMemoryBytes(),
    learner,
    walkForward,
  };
}

function withoutRaces({ marketAlone, races, ...figures }: SecondStage): Evaluation["secondStage"] {
  return figures;
}

function readChoice(given: string): FeatureChoice {
  if (given === "default") return DEFAULT_CHOICE;
  if (given === "all") return fullChoice(1);
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path.resolve(given), "utf8"));
  } catch (error) {
    throw new UsageError(`${given} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
  const parsed = choiceSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path: at, message }) => `${at.join(".") || "(top)"}: ${message}`);
  throw new UsageError(`${given} is no choice of features: ${problems.join("; ")}`);
}
