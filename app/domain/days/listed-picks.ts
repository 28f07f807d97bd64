import type { RunnerStatus } from "#app/domain/racing/race.ts";

/** A horse with a mark, or a winner. */
export interface ListedRunner {
  horseNum: number;
  bracketNum: number | null;
  horseName: string;
  status: RunnerStatus;
  finishPosition: number | null;
}

interface ListedScore {
  horseNum: number;
  index: number;
  /** Null if the model was trained on the race. */
  probability: number | null;
}

/** A finished analysis of a race by the reader. */
export interface ListedPicks {
  analysisId: number;
  modelId: number;
  modelName: string;
  isLearntFrom: boolean;
  /** Unix seconds. */
  completedAt: number | null;
  /** ◎ ○ ▲ in order, without horses that left the card. */
  picks: ListedRunner[];
  /** All horses, best index first. */
  scores: ListedScore[];
}
