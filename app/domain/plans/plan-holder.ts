export interface PlanHolder {
  id: number;
  plan: number;
}

export interface ModelChooser extends PlanHolder {
  /** The starred model, which may be deleted or unusable; null if none was chosen. */
  defaultModelId: number | null;
}

/** One of the user's models. */
export interface OwnModel {
  user: PlanHolder;
  modelId: number;
}

/** One of the user's analyses. */
export interface OwnAnalysis {
  user: PlanHolder;
  analysisId: number;
}
