import * as z from "zod";
import { measureRace, type RaceSkill, startersOf, summariseSkill } from "#app/domain/evaluation/race-skill.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { Column, FeatureManifest, ReadColumn, RowIndex, VenueScope } from "#app/domain/features/matrix.ts";
import type { Artifact, SkillReport } from "#app/domain/learning/artifact.ts";
import { fitOrderExponents } from "#app/domain/learning/calibration/fit-order-exponents.ts";
import { fitPlaceMap } from "#app/domain/learning/calibration/fit-place-map.ts";
import { winProbabilities } from "#app/domain/learning/calibration/probabilities.ts";
import type { Learner, Watch } from "#app/domain/learning/learner.ts";
import { LEARNING_SHARE } from "#app/domain/learning/model-status.ts";
import type { Pace } from "#app/domain/learning/pace.ts";
import { roundNumber } from "#app/domain/learning/round-number.ts";
import { isFlat, selectTrainingRaces, type TrainingRaces } from "#app/domain/learning/training-races.ts";
import { planWalk } from "#app/domain/learning/walk-plan.ts";
import { dayNumber, dayOfNumber } from "#app/domain/racing/japan-time.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { closeWalk, type Walk } from "./walk-forward.ts";

/**
 * Most codes in memory, at a byte each (an isolate has 128 MB): ten years of central racing with the default preset.
 * Beyond it the oldest races are left out.
 */
export const MAX_CELLS = 57_000_000;
const MIN_RACES = 40;
/** Units (pace.ts) per row for calibrating on the walk, and per race for measuring its skill. */
const CLOSING_UNITS = 100;
const SKILL_UNITS = 5000;

/** With a key of the training; a checkpoint of another training is ignored. */
const checkpointSchema = z.strictObject({ run: z.string(), state: z.unknown() });

export interface TrainingTask {
  learner: Learner;
  index: RowIndex;
  columns: readonly Column[];
  readColumn: ReadColumn;
  kernel: WebAssembly.Module;
  cutoffDay: string;
  /** First day to train on; null = all. */
  learnFrom?: string | null;
  venueType: number;
  scope: VenueScope;
  choice: FeatureChoice;
  manifest: Pick<FeatureManifest, "version" | "importId">;
  checkpoint: unknown;
}

export type TrainingResult =
  | { kind: "trained"; artifact: Artifact; races: TrainingRaces; walk: Walk }
  | { kind: "paused" }
  | Refused<"too-few-races">;

/**
 * Trains on the races before the cut-off: walks forward through the test periods, then fits on all races. Sigma,
 * temperature, exponents and report come from the test periods, each predicted by a refit that had not seen it.
 */
export async function trainArtifact(task: TrainingTask, watch: Watch): Promise<TrainingResult> {
  const { learner, index, columns, readColumn, cutoffDay, kernel } = task;
  const maxRows = Math.floor(MAX_CELLS / Math.max(1, columns.length));
  const fromDay = typeof task.learnFrom === "string" ? dayNumber(task.learnFrom) : -Infinity;
  const races = selectTrainingRaces(index, { fromDay, toDay: dayNumber(cutoffDay) - 1, maxRows });
  const periods = planWalk(races.raceDay);
  if (races.raceCount < MIN_RACES || periods.length === 0) return refused("too-few-races");

  const run = JSON.stringify([learner.name, learner.version, columns.length, races.raceCount, periods]);
  const parsed = checkpointSchema.safeParse(task.checkpoint);
  const checkpoint = parsed.success && parsed.data.run === run ? parsed.data.state : null;
  const result = await learner.learn(
    { races, periods, columns, readColumn, kernel, checkpoint },
    {
      ...watch,
      report: (share) => watch.report(LEARNING_SHARE * share),
      saveCheckpoint: (state) => watch.saveCheckpoint({ run, state } satisfies z.infer<typeof checkpointSchema>),
    },
  );
  if (result.kind === "paused") return result;

  const walk = closeWalk(races, periods, result);
  const { pace } = watch;
  await pace.spend(CLOSING_UNITS * races.rowCount);
  const probabilities = raceProbabilities(races, walk.firstRace, walk.outputs, walk.temperature);
  const report = await reportSkill(races, walk.firstRace, probabilities, pace);
  if (report === null) return refused("too-few-races");
  const exponents = await fitOrderExponents(races, walk.firstRace, probabilities, pace);
  const placeMap = await fitPlaceMap(races, walk.firstRace, probabilities, exponents, pace);
  const artifact: Artifact = {
    format: 2,
    learner: learner.name,
    learnerVersion: learner.version,
    seed: learner.seed,
    venueType: task.venueType,
    scope: task.scope,
    choice: task.choice,
    cutoffDay,
    data: { version: task.manifest.version, importId: task.manifest.importId },
    learnt: { races: races.raceCount, rows: races.rowCount },
    temperature: walk.temperature,
    sigma: walk.sigma,
    orderExponents: { ...exponents, placeMap },
    report,
    parameters: result.parameters,
    refits: walk.refits,
  };
  return { kind: "trained", artifact, races, walk };
}

async function reportSkill(
  races: TrainingRaces,
  from: number,
  probabilities: Float64Array,
  pace: Pace,
): Promise<SkillReport | null> {
  const measured: RaceSkill[] = [];
  for (let race = from; race < races.raceCount; race++) {
    if (!isFlat(races, race)) continue;
    measured.push(measureRace(startersOf(races, race, probabilities)));
    await pace.spend(SKILL_UNITS);
  }
  if (measured.length === 0) return null;
  const skill = summariseSkill(measured);
  return {
    races: skill.races,
    from: dayOfNumber(races.raceDay[from]!),
    to: dayOfNumber(races.raceDay[races.raceCount - 1]!),
    pseudoR2: roundNumber(skill.pseudoR2),
    marketPseudoR2: skill.marketPseudoR2 === null ? null : roundNumber(skill.marketPseudoR2),
    top1WinRate: roundNumber(skill.top.winRate),
  };
}

/** Per row from race `from` on; 0 before. */
export function raceProbabilities(
  races: TrainingRaces,
  from: number,
  outputs: Float64Array,
  temperature: number,
): Float64Array {
  const probabilities = new Float64Array(races.rowCount);
  for (let race = from; race < races.raceCount; race++) {
    const start = races.raceStart[race]!;
    const end = races.raceStart[race + 1]!;
    const isStarter = races.isStarter.subarray(start, end);
    probabilities.set(winProbabilities(outputs.subarray(start, end), isStarter, temperature), start);
  }
  return probabilities;
}
