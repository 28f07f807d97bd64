import type { FeatureChoice } from "../features/choice.ts";
import type { Column, FeatureManifest, RowIndex, VenueScope } from "../features/matrix.ts";
import { dayNumber, dayOfNumber } from "../racing/japan-time.ts";
import type { Artifact, SkillReport } from "./artifact.ts";
import type { Learner, Watch } from "./learner.ts";
import { measureSkill } from "./measure-skill.ts";
import { winProbabilities } from "./probabilities.ts";
import { roundNumber } from "./round-number.ts";
import { fitTemperature, poolWithinRaceSpread } from "./temperature.ts";
import { findHeldBackStart, selectTrainingRaces, type TrainingRaces } from "./training-races.ts";

/** Values held in memory at 2 bytes each: an isolate has 128 MB. Beyond, the oldest races are left out. */
const MAX_CELLS = 42_000_000;
/** With fewer races to learn from, or to hold back, nothing can be said. */
const MIN_RACES = 40;
const MIN_HELD_BACK_RACES = 4;

export interface TrainingTask {
  learner: Learner;
  index: RowIndex;
  columns: readonly Column[];
  /** See LearnerInput. */
  readColumn(columnId: string): Promise<Uint16Array>;
  /** See LearnerInput; absent = none. */
  kernel?: WebAssembly.Module | undefined;
  /** Races before this day are learnt from. */
  cutoffDay: string;
  /** … and from this day on; null = all there are. */
  learnFrom?: string | null;
  venueType: number;
  scope: VenueScope;
  choice: FeatureChoice;
  manifest: Pick<FeatureManifest, "version" | "importId">;
  checkpoint: unknown;
}

export type TrainingResult =
  | { kind: "trained"; artifact: Artifact }
  | { kind: "paused" }
  | { kind: "refused"; reason: "too-few-races" };

/**
 * Learns from the races before the cut-off. Index scale, temperature and report come from the last tenth of those
 * dates, as predicted by the fit that did not see them; the weights are then refitted on all.
 */
export async function trainArtifact(task: TrainingTask, watch: Watch): Promise<TrainingResult> {
  const { learner, index, columns, readColumn, cutoffDay, kernel = null, checkpoint } = task;
  const maxRows = Math.floor(MAX_CELLS / Math.max(1, columns.length));
  const fromDay = typeof task.learnFrom === "string" ? dayNumber(task.learnFrom) : -Infinity;
  const races = selectTrainingRaces(index, { fromDay, toDay: dayNumber(cutoffDay) - 1, maxRows });
  const heldBackFrom = findHeldBackStart(races.raceDay);
  const heldBackRaces = races.raceCount - heldBackFrom;
  if (races.raceCount < MIN_RACES || heldBackRaces < MIN_HELD_BACK_RACES || heldBackFrom === 0) {
    return { kind: "refused", reason: "too-few-races" };
  }

  const result = await learner.fit({ races, heldBackFrom, columns, readColumn, kernel, checkpoint }, watch);
  if (result.kind === "paused") return result;

  const outputs = new Float64Array(races.rowCount);
  outputs.set(result.heldBackOutputs, races.raceStart[heldBackFrom]!);
  const temperature = roundNumber(fitTemperature(races, heldBackFrom, outputs));
  const report = reportSkill(races, heldBackFrom, outputs, temperature);
  if (report === null) return { kind: "refused", reason: "too-few-races" };
  return {
    kind: "trained",
    artifact: {
      format: 1,
      learner: learner.name,
      venueType: task.venueType,
      scope: task.scope,
      choice: task.choice,
      cutoffDay,
      data: { version: task.manifest.version, importId: task.manifest.importId },
      learnt: { races: races.raceCount, rows: races.rowCount },
      temperature,
      sigma: roundNumber(poolWithinRaceSpread(races, heldBackFrom, outputs)),
      report,
      parameters: result.parameters,
    },
  };
}

function reportSkill(
  races: TrainingRaces,
  from: number,
  outputs: Float64Array,
  temperature: number,
): SkillReport | null {
  const skill = measureSkill(races, from, raceProbabilities(races, from, outputs, temperature));
  if (skill === null) return null;
  return {
    races: skill.races,
    from: dayOfNumber(races.raceDay[from]!),
    to: dayOfNumber(races.raceDay[races.raceCount - 1]!),
    pseudoR2: roundNumber(skill.pseudoR2),
    marketPseudoR2: skill.marketPseudoR2 === null ? null : roundNumber(skill.marketPseudoR2),
    top1WinRate: roundNumber(skill.top1WinRate),
  };
}

/** Win probabilities of all rows from the race `from` on. */
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
