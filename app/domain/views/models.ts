import type { ModelComparison } from "#app/domain/comparing/compare-models.ts";
import type { BesideParent } from "#app/domain/comparing/parent-and-child.ts";
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

/** A model that another one descends from. */
export interface Ancestor {
  modelId: number;
  name: string;
  featureCount: number;
  isDeleted: boolean;
}

export interface ModelDetail extends ModelSummary {
  /** How many models count towards the plan's number now. */
  heldModels: number;
  /** Null before the model is complete, and for models made before these were kept. */
  details: ModelDetails | null;
  /** Null for models that inherited from none, and before the model is complete. */
  besideParent: BesideParent | null;
  /** What it descends from, its parent first; deleted ones too. */
  ancestors: Ancestor[];
  /** The newest day of its venue type with a result (YYYY-MM-DD); null without one. */
  newestResultDay: string | null;
  /** Whether it was made by an earlier catalogue of features than the present one. */
  isOfOlderCatalogue: boolean;
}

/** A model on the page that compares some. */
export interface ComparedModel {
  modelId: number;
  name: string;
  venueType: number;
  featureCount: number;
}

/** What the page that compares models shows. */
export interface ModelsCompared {
  kind: "compared" | "too-few" | "too-many";
  /** All trained models of the user, newest first. */
  choices: ComparedModel[];
  /** Ids as asked for. */
  asked: readonly number[];
  /** Those that are compared, in that order. */
  models: ComparedModel[];
  /** Asked for, but not trained. */
  untrained: ComparedModel[];
  /** Trained before the races of reports were kept. */
  unrecorded: ComparedModel[];
  /** Position among `models` of the one that the others are compared with. */
  base: number;
  /** Null without a race that none of them had seen. */
  comparison: ModelComparison | null;
}
