import type { Database } from "#app/db/database.server.ts";
import { listRaceOutcomes, type RaceOutcome } from "#app/db/racing/race-outcomes.server.ts";
import { forecastRace } from "#app/domain/evaluation/forecast-races.ts";
import { createReturnsTally } from "#app/domain/evaluation/forecast-returns.ts";
import { createSkillTally } from "#app/domain/evaluation/forecast-skill.ts";
import type { ModelDetails } from "#app/domain/evaluation/model-details.ts";
import type { ModelReport } from "#app/domain/evaluation/model-report.ts";
import { createOutlookTally } from "#app/domain/evaluation/outlook.ts";
import {
  createImportanceMeter,
  type Importance,
  type UnseenRace,
} from "#app/domain/evaluation/permutation-importance.ts";
import { createRunIndexTally } from "#app/domain/evaluation/run-indexes.ts";
import { createSecondStageTally } from "#app/domain/evaluation/second-stage.ts";
import { createUnseenTally, type UnseenResult } from "#app/domain/evaluation/unseen-races.ts";
import { createValueTally } from "#app/domain/evaluation/value-returns.ts";
import { groupColumns } from "#app/domain/features/chosen-features.ts";
import type { Column, ReadColumn } from "#app/domain/features/matrix.ts";
import type { Artifact } from "#app/domain/learning/artifact.ts";
import { findLearner } from "#app/domain/learning/learners.ts";
import type { Pace } from "#app/domain/learning/pace.ts";
import { isFlat, type TrainingRaces } from "#app/domain/learning/training-races.ts";
import { FEWEST_DAYS } from "#app/domain/racing/conditions.ts";
import { dayOfNumber } from "#app/domain/racing/japan-time.ts";
import type { Walk } from "#app/domain/training/walk-forward.ts";

/** Parsed in one go: pages of a local workerd wait for it. */
const RACES_PER_QUERY = 250;
/** Settling and measuring (pace.ts). */
const RACE_UNITS = 75_000;
/** Evenly spread. */
const IMPORTANCE_RACES = 300;

interface WalkReportTask {
  db: Database;
  races: TrainingRaces;
  walk: Walk;
  artifact: Artifact;
  columns: readonly Column[];
  readColumn: ReadColumn;
  pace: Pace;
  /** 0 to 1. False: the model was deleted. */
  report(share: number): Promise<boolean>;
}

interface WalkReport {
  details: ModelDetails;
  unseen: UnseenResult[];
  /** See run-indexes.ts. */
  runIndexes: string;
}

/** Each race is predicted by a refit that had not seen it. Null: no flat race. */
export async function reportWalk(task: WalkReportTask): Promise<WalkReport | "stopped" | null> {
  const measured = await reportForecasts(task);
  if (measured === null || measured === "stopped") return measured;
  const { unseen, runIndexes, ...report } = measured;
  if (!(await task.report(0.5))) return "stopped";
  const worth = await measureImportance(task);
  return worth === "stopped" ? "stopped" : { details: { ...report, ...worth }, unseen, runIndexes };
}

async function reportForecasts(
  task: WalkReportTask,
): Promise<(Pick<ModelDetails, "report" | "balances"> & Omit<WalkReport, "details">) | "stopped" | null> {
  const { db, races, walk, artifact, pace } = task;
  const skill = createSkillTally();
  const returns = createReturnsTally();
  const value = createValueTally();
  const secondStage = createSecondStageTally();
  const outlook = createOutlookTally();
  const unseen = createUnseenTally();
  const runs = createRunIndexTally(dayOfNumber(races.raceDay.at(-1) ?? 0));
  for (let from = walk.firstRace; from < races.raceCount; from += RACES_PER_QUERY) {
    const end = Math.min(races.raceCount, from + RACES_PER_QUERY);
    const raceIds = Array.from(races.sourceRace.subarray(from, end), (race) => races.index.raceIds[race]!);
    const outcomes = new Map<string, RaceOutcome>();
    for (const outcome of await listRaceOutcomes(db, raceIds)) outcomes.set(outcome.raceId, outcome);
    for (let race = from; race < end; race++) {
      const outputs = walk.outputs.subarray(races.raceStart[race]!, races.raceStart[race + 1]!);
      const outcome = outcomes.get(raceIds[race - from]!);
      const forecast = forecastRace({ races, race, outputs, artifact, outcome });
      skill.add(forecast);
      const bets = returns.add(forecast);
      value.add(forecast);
      secondStage.add(forecast);
      outlook.add(forecast);
      unseen.add(forecast, bets);
      runs.add(forecast);
      await pace.spend(RACE_UNITS);
    }
    const share = (0.4 * (end - walk.firstRace)) / (races.raceCount - walk.firstRace);
    if (!(await task.report(share))) return "stopped";
  }
  const measured = await skill.report(pace);
  if (measured === null) return null;
  const report: ModelReport = {
    skill: measured,
    returns: await returns.report(pace),
    value: await value.report(pace),
    secondStage: await secondStage.report(pace),
    outlook: outlook.report({ refits: walk.refits, learntRaces: races.raceCount }),
  };
  return { report, balances: returns.balances(), unseen: unseen.races(), runIndexes: runs.pack() };
}

async function measureImportance(
  task: WalkReportTask,
): Promise<{ importance: Importance[]; importanceRaces: number } | "stopped"> {
  const { races, walk, artifact, pace } = task;
  const learner = findLearner(artifact.learner);
  if (learner === null) throw new Error(`artifact of unknown learner ${artifact.learner}`);
  const chosen = spread(listFlatRaces(races, walk.firstRace), IMPORTANCE_RACES);
  // Fewer days would mistake chance for an effect.
  if (new Set(chosen.map((race) => races.raceDay[race])).size < FEWEST_DAYS)
    return { importance: [], importanceRaces: 0 };
  const codes = await gatherRaces(task, chosen);
  const meter = createImportanceMeter(groupColumns(artifact.choice, artifact.venueType));
  for (const [position, { firstRace, endRace }] of walk.periods.entries()) {
    const members = chosen.flatMap((race, at) => {
      if (race < firstRace || race >= endRace) return [];
      return [toUnseenRace(task, race, codes[at]!)];
    });
    if (members.length === 0) continue;
    const predictor = learner.openPredictor(walk.refits[position]!.parameters);
    await meter.add({ races: members, predictor, temperature: artifact.temperature }, pace);
    if (!(await task.report(0.5 + (0.5 * (position + 1)) / walk.periods.length))) return "stopped";
  }
  return { importance: await meter.summarise(pace), importanceRaces: chosen.length };
}

function listFlatRaces(races: TrainingRaces, from: number): number[] {
  const flat: number[] = [];
  for (let race = from; race < races.raceCount; race++) if (isFlat(races, race)) flat.push(race);
  return flat;
}

function spread(races: readonly number[], most: number): number[] {
  if (races.length <= most) return [...races];
  return Array.from({ length: most }, (_, i) => races[Math.floor(((i + 0.5) * races.length) / most)]!);
}

/** In one pass. */
async function gatherRaces(
  { columns, readColumn, races, pace }: WalkReportTask,
  chosen: readonly number[],
): Promise<Map<string, Uint16Array>[]> {
  const gathered = chosen.map(() => new Map<string, Uint16Array>());
  for (const { id } of columns) {
    const codes = await readColumn(id);
    for (const [at, race] of chosen.entries()) {
      const from = races.sourceStart[race]!;
      const size = races.raceStart[race + 1]! - races.raceStart[race]!;
      gathered[at]!.set(id, codes.slice(from, from + size));
    }
    await pace.spend(300 * chosen.length);
  }
  return gathered;
}

function toUnseenRace({ races }: WalkReportTask, race: number, codes: Map<string, Uint16Array>): UnseenRace {
  const start = races.raceStart[race]!;
  const end = races.raceStart[race + 1]!;
  const source = races.sourceStart[race]!;
  const { index } = races;
  return {
    day: races.raceDay[race]!,
    isWinner: races.isWinner.subarray(start, end),
    features: {
      raceId: index.raceIds[races.sourceRace[race]!]!,
      horseNums: Array.from(index.horseNum.subarray(source, source + end - start)),
      isStarter: Array.from(races.isStarter.subarray(start, end), (flag) => flag === 1),
      codes,
    },
  };
}
