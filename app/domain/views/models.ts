import type { ModelComparison } from "#app/domain/comparing/compare-models.ts";
import type { BesideParent } from "#app/domain/comparing/parent-and-child.ts";
import type { ModelDetails, ModelFigures } from "#app/domain/evaluation/model-details.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { SkillReport } from "#app/domain/learning/artifact.ts";
import type { DisabledReason } from "#app/domain/plans/entitlements.ts";
import type { ListedRace } from "#app/domain/racing/records.ts";
import type { PlacedHorse } from "#app/domain/scoring/place-horses.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { Finish } from "#app/domain/scoring/shared-analysis.ts";

export interface ModelSummary {
  modelId: number;
  name: string;
  venueType: number;
  choice: FeatureChoice;
  featureCount: number;
  isWeight: boolean;
  status: number;
  progress: number | null;
  disabled: DisabledReason;
  report: SkillReport | null;
  cutoffDay: string | null;
  createdAt: number;
  completedAt: number | null;
  isConfirmed: boolean;
}

export interface ModelWithFigures extends ModelSummary {
  figures: ModelFigures | null;
}

/** Scores of races that a finished model has not seen, without an analysis. */
export interface FirstLook {
  next: { race: ListedRace; placed: PlacedHorse<Score>[] } | null;
  /** Last week's main races with the model's best horse. */
  mains: { race: ListedRace; best: Score; finish: Finish }[];
}

interface Ancestor extends Pick<ModelSummary, "modelId" | "name" | "featureCount"> {
  isDeleted: boolean;
}

export interface ModelDetail extends ModelSummary {
  /** Models that count towards the plan's number. */
  heldModels: number;
  canSearch: boolean;
  details: ModelDetails | null;
  /** Null for models that inherited from none, and before the model is complete. */
  besideParent: BesideParent | null;
  /** Line of descent, parent first; deleted ones included. */
  ancestors: Ancestor[];
  /** The newest day with a result of its venue type (YYYY-MM-DD). */
  newestResultDay: string | null;
  isOfOlderCatalogue: boolean;
}

export type ComparedModel = Pick<ModelSummary, "modelId" | "name" | "venueType" | "featureCount">;

export interface ModelsCompared {
  kind: "compared" | "too-few" | "too-many";
  /** All trained models of the user, newest first. */
  choices: ComparedModel[];
  asked: readonly number[];
  /** Compared models, in the order of `asked`. */
  models: ComparedModel[];
  untrained: ComparedModel[];
  /** Their unseen races are not stored. */
  unrecorded: ComparedModel[];
  /** Position of the base among `models`. */
  base: number;
  /** Null without a common unseen race. */
  comparison: ModelComparison | null;
}
