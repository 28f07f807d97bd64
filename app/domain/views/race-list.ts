import type { RunnerStatus } from "#app/domain/racing/race.ts";
import type { Race } from "#app/domain/racing/records.ts";

/** What lists of races show beside the races. */

/** A horse that an analysis marks, or that won. */
export interface ListedRunner {
  horseNum: number;
  bracketNum: number | null;
  horseName: string;
  status: RunnerStatus;
  finishPosition: number | null;
}

/** A finished analysis of a race by the reader. */
export interface ListedPicks {
  analysisId: number;
  modelId: number;
  modelName: string;
  isLearntFrom: boolean;
  /** Unix seconds. */
  completedAt: number | null;
  /** ◎ ○ ▲, in this order; without those that are no longer on the card. */
  picks: ListedRunner[];
}

/** A graded race near today. */
export type GradedRace = Pick<
  Race,
  "raceId" | "date" | "venue" | "raceNum" | "name" | "grade" | "startTime" | "status"
>;
