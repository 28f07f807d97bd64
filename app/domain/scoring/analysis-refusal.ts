import { ModelStatus } from "#app/domain/learning/model-status.ts";

/** Checked in this order: input, model usable, own pause and limit, day, parallel, month, lifetime. */
export type AnalysisRefusal =
  | "race-not-found"
  | "race-cancelled"
  | "race-without-runners"
  | "race-without-starters"
  | "model-not-found"
  | "model-not-usable"
  | "model-disabled"
  | "model-of-other-venue"
  | "weight-not-announced"
  | "paused"
  | "own-per-month"
  | "per-day"
  | "at-once"
  | "per-month"
  | "per-lifetime";

/** Whether a model can analyse a race, apart from the uses left; null if it can. */
export function refuseModelForRace(
  model: { status: number; disabled: string | null; venueType: number; isWeight: boolean },
  race: { venueType: number; isAcquiredWeight: boolean },
): AnalysisRefusal | null {
  if (model.status !== ModelStatus.complete) return "model-not-usable";
  if (model.disabled !== null) return "model-disabled";
  if (model.venueType !== race.venueType) return "model-of-other-venue";
  if (model.isWeight && !race.isAcquiredWeight) return "weight-not-announced";
  return null;
}
