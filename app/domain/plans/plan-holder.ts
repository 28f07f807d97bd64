/** What limits need to know of a user. */
export interface PlanHolder {
  id: number;
  plan: number;
}
