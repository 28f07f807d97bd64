import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { Change } from "#app/domain/suggestions/candidate-changes.ts";
import type { JudgedSearch } from "#app/domain/suggestions/judge-changes.ts";
import type { SearchStatus } from "#app/domain/suggestions/suggestion-status.ts";
import type { ModelSummary } from "./models.ts";

export interface Suggestions {
  model: ModelSummary;
  /** All searches of the account. */
  searches: number;
  thisMonth: number;
  limit: number;
  left: number;
  isWorking: boolean;
  /** The model's newest; null: none. */
  search: {
    number: number;
    status: SearchStatus;
    createdAt: number;
    completedAt: number | null;
    /** Changes trained. */
    trained: number;
    /** By its owner, before all changes were trained. */
    isStopped: boolean;
    changes: Change[];
    /** One per change. */
    choices: FeatureChoice[];
    /** One entry per change; null until complete, or with too few races. */
    result: JudgedSearch | null;
  } | null;
}
