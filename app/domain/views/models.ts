import type { ModelDetails, ModelFigures } from "#app/domain/evaluation/model-details.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { SkillReport } from "#app/domain/learning/artifact.ts";

/** Models, as seen by their owner's pages and the API. */

export interface ModelSummary {
  modelId: number;
  name: string;
  venueType: number;
  choice: FeatureChoice;
  featureCount: number;
  isWeight: boolean;
  status: number;
  progress: number | null;
  /** Why the present plan cannot use it; null = enabled. */
  disabled: "too-many-features" | "beyond-model-limit" | null;
  /** The summary of its report. */
  report: SkillReport | null;
  cutoffDay: string | null;
  createdAt: number;
  completedAt: number | null;
  isConfirmed: boolean;
}

export interface ModelWithFigures extends ModelSummary {
  /** Null where a model has no report. */
  figures: ModelFigures | null;
}

export interface ModelDetail extends ModelSummary {
  /** Null before the model is complete, and for models made before these were kept. */
  details: ModelDetails | null;
}
