/** The fields of a user that limits depend on. */
export interface PlanHolder {
  id: number;
  plan: number;
}
