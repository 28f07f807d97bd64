/**
 * What the features of a race are made of that is its own: the card. Everything else stored of it (result, odds, payouts,
 * names, start time) is known afterwards or read by no feature, so a change of it cannot alter an index.
 */

import type { Race, Runner } from "#app/domain/racing/records.ts";

export const RACE_INPUT_FIELDS = [
  "date",
  "venue",
  "venueType",
  "surface",
  "distanceM",
  "weather",
  "going",
] as const satisfies readonly (keyof Race)[];

/** Besides these, whether the runner is on the card and whether it starts (`isStarter` of its status). */
export const RUNNER_INPUT_FIELDS = [
  "bracketNum",
  "horseId",
  "sex",
  "age",
  "carriedWeightKg",
  "jockeyId",
  "trainerId",
  "sireName",
  "damSireName",
] as const satisfies readonly (keyof Runner)[];

/** Read only by models that use the weight (`usesWeight`). Weights are announced for every race, an hour before it. */
export const WEIGHT_INPUT_FIELDS = ["bodyWeightKg", "bodyWeightChangeKg"] as const satisfies readonly (keyof Runner)[];
