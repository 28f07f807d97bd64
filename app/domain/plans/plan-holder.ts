/** The fields of a user that limits depend on. */
export interface PlanHolder {
  id: number;
  plan: number;
}

/** A user for whom a page preselects a model. */
export interface ModelChooser extends PlanHolder {
  /** The starred model, which may be deleted or unusable; null if none was chosen. */
  defaultModelId: number | null;
}
