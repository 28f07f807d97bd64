/** Why an analysis is refused, checked in this order: input, model usable, day, parallel, month, lifetime. */
export type AnalysisRefusal =
  | "race-not-found"
  | "race-cancelled"
  | "race-without-runners"
  | "model-not-found"
  | "model-not-usable"
  | "model-disabled"
  | "model-of-other-venue"
  | "weight-not-announced"
  | "per-day"
  | "at-once"
  | "per-month"
  | "per-lifetime";
