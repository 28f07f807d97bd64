import type { Runner } from "#app/domain/racing/records.ts";
import type { Score } from "#app/domain/scoring/score.ts";

/** A horse with a mark, or a winner. */
export type ListedRunner = Pick<Runner, "horseNum" | "bracketNum" | "horseName" | "status" | "finishPosition">;

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
  scores: Pick<Score, "horseNum" | "index" | "probability">[];
}
