export interface PlanHolder {
  id: number;
  plan: number;
}

export interface ModelChooser extends PlanHolder {
  /** The starred model, which may be deleted or unusable; null if none was chosen. */
  defaultModelId: number | null;
}

export interface OwnModel {
  user: PlanHolder;
  modelId: number;
}

export interface OwnAnalysis {
  user: PlanHolder;
  analysisId: number;
}
