/**
 * Columns of ratings and figures: margins, times and last furlongs, adjusted for opponents, pace and track. They come
 * with the averages of 着差 (`margin`): the strength under a condition with that condition, the others with any of them.
 * They do not count as features.
 */

import { type FeatureChoice, type RaceCustomize, raceCustomizesOf } from "../choice.ts";
import type { Column } from "../matrix.ts";

export const RATING_KEYS = ["rating.strength", "rating.time", "rating.final"] as const;
export type RatingKey = (typeof RATING_KEYS)[number];

export function isRatingKey(key: string): key is RatingKey {
  return RATING_KEYS.some((known) => known === key);
}

interface RatingColumn extends Column {
  key: RatingKey;
  /** The condition of 着差 that it comes with; null = any. */
  customize: RaceCustomize | null;
}

/** On the scale of −ln(1 + 2 × seconds behind per 1,600 m). */
const STRENGTH = { key: "rating.strength", customize: null, offset: -8, step: 0.00025 } as const;
/** Seconds per 1,600 m, and seconds of the last 600 m. */
const TIME = { key: "rating.time", customize: null, offset: -30, step: 0.001 } as const;
const FINAL = { key: "rating.final", customize: null, offset: -30, step: 0.001 } as const;

/**
 * `strength.total`: the margin rating of the horse under the race's conditions and of its trainer; `.sd` the
 * standard deviation of the horse's; under a condition: of the horse there. `figure`: own margin plus the strength of
 * the field. `time`: better than the course's par and the day, `final`: faster than the median of its race over the last
 * 600 m; both positive if fast. `decayed`: weights .75 from one start to the one before.
 */
export const RATING_COLUMNS = [
  { id: "rating.strength.total", ...STRENGTH },
  { id: "rating.strength.sd", ...STRENGTH, offset: 0 },
  { id: "rating.strength.course_len", ...STRENGTH, customize: "course_len" },
  { id: "rating.strength.venue", ...STRENGTH, customize: "venue" },
  { id: "rating.strength.race_type", ...STRENGTH, customize: "race_type" },
  { id: "rating.figure.last", ...STRENGTH },
  { id: "rating.figure.decayed", ...STRENGTH },
  { id: "rating.time.last", ...TIME },
  { id: "rating.time.best5", ...TIME },
  { id: "rating.time.decayed", ...TIME },
  { id: "rating.final.decayed", ...FINAL },
] as const satisfies readonly RatingColumn[];
export type RatingColumnId = (typeof RATING_COLUMNS)[number]["id"];

export function ratingColumnsOf(venueType: number): Column[] {
  const customizes = raceCustomizesOf(venueType);
  return RATING_COLUMNS.filter(({ customize }) => customize === null || customizes.includes(customize)).map(
    ({ id, offset, step }) => ({ id, offset, step }),
  );
}

export function ratingColumnsWith({ average: { margin } }: Pick<FeatureChoice, "average">): RatingColumnId[] {
  if (margin === undefined) return [];
  return RATING_COLUMNS.filter(({ customize }) => customize === null || margin.race_customize.includes(customize)).map(
    ({ id }) => id,
  );
}

/** Undefined if the catalogue has no such column. */
export function findRatingColumn(columnId: string): (typeof RATING_COLUMNS)[number] | undefined {
  return RATING_COLUMNS.find(({ id }) => id === columnId);
}
