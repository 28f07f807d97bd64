/**
 * The inputs of features that are a race's own: its card. Everything else stored (result, odds, payouts, names of
 * runners, start time) is known later or read by no feature, so a change of it cannot alter an index.
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
  "name",
  "raceClass",
] as const satisfies readonly (keyof Race)[];

/** Besides these: presence on the card, and `isStarter` of the status. */
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

/** Read only by models that use the weight (`usesWeight`). */
export const WEIGHT_INPUT_FIELDS = ["bodyWeightKg", "bodyWeightChangeKg"] as const satisfies readonly (keyof Runner)[];
