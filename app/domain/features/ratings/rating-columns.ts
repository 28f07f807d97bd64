/**
 * The columns of ratings and figures: what a horse's margins, times, classes and corners are worth once opponents, pace
 * and track are taken off. They come with averages: with a kind under any condition, or with that condition of it. They
 * count as no feature of their own.
 */

import { type AverageKind, type FeatureChoice, type RaceCustomize, raceCustomizesOf } from "../choice.ts";
import type { Column } from "../matrix.ts";

interface RatingColumn extends Column {
  /** As in explanations and importance. */
  key: string;
  /** The average that it comes with, and the condition; null = any. */
  kind: AverageKind;
  customize: RaceCustomize | null;
}

const OF_MARGIN = { kind: "margin", customize: null } as const;
/** On the scale of −ln(1 + 2 × seconds behind per 1,600 m). */
const STRENGTH = { ...OF_MARGIN, offset: -8, step: 0.00025 } as const;
/** Seconds per 1,600 m, and seconds of the last 600 m. */
const TIME = { ...OF_MARGIN, key: "rating.time", offset: -30, step: 0.001 } as const;
const CLASS = { key: "rating.class", kind: "prize", customize: null } as const;
const STEPS = { ...CLASS, offset: -10, step: 1 } as const;
/** Differences of relative positions. */
const PART = { customize: null, offset: -2, step: 0.0001 } as const;

/**
 * `strength.total`: the margin rating of the horse under the race's conditions and of its trainer; `.sd` the
 * standard deviation of the horse's; under a condition: of the horse there. `figure`: own margin plus the strength of
 * the field. `hindsight`: the same of the horse and its trainer, by a fit on all recent starts; `.starts` the weight of
 * the horse's. `field`: `strength.total` above its mean over the field; that mean against those of the last race and the
 * last three. `time`: better than the course's par and the day, `final`: faster than the median of its race over the last
 * 600 m; both positive if fast. `decayed`: weights .75 from one start to the one before. `time.course_len`: best of the
 * last ten starts at about this distance. `class`: steps of the ladder from the last start, above the best class with a
 * top-three place, and above the best that it won; starts at today's level or above, and how well it finished in them.
 * `gain`: places gained from the first corner, over the field; `.paced` times the pace of the race. `style`: how
 * the course suits horses that lie where this one does.
 */
export const RATING_COLUMNS = [
  { id: "rating.strength.total", key: "rating.strength", ...STRENGTH },
  { id: "rating.strength.sd", key: "rating.strength", ...STRENGTH, offset: 0 },
  { id: "rating.strength.course_len", key: "rating.strength", ...STRENGTH, customize: "course_len" },
  { id: "rating.strength.venue", key: "rating.strength", ...STRENGTH, customize: "venue" },
  { id: "rating.strength.race_type", key: "rating.strength", ...STRENGTH, customize: "race_type" },
  { id: "rating.figure.last", key: "rating.strength", ...STRENGTH },
  { id: "rating.figure.decayed", key: "rating.strength", ...STRENGTH },
  { id: "rating.hindsight.total", key: "rating.hindsight", ...STRENGTH },
  { id: "rating.hindsight.starts", key: "rating.hindsight", ...OF_MARGIN, offset: 0, step: 0.001 },
  { id: "rating.field.now", key: "rating.field", ...STRENGTH },
  { id: "rating.field.step", key: "rating.field", ...STRENGTH },
  { id: "rating.field.step_3", key: "rating.field", ...STRENGTH },
  { id: "rating.time.last", ...TIME },
  { id: "rating.time.best5", ...TIME },
  { id: "rating.time.decayed", ...TIME },
  { id: "rating.time.mean_3", ...TIME },
  { id: "rating.time.best", ...TIME },
  { id: "rating.time.course_len", ...TIME, customize: "course_len" },
  { id: "rating.time.race_type", ...TIME, customize: "race_type" },
  { id: "rating.final.decayed", ...TIME, key: "rating.final" },
  { id: "rating.class.step", ...STEPS },
  { id: "rating.class.placed", ...STEPS },
  { id: "rating.class.won", ...STEPS },
  { id: "rating.class.starts", ...CLASS, offset: 0, step: 1 },
  { id: "rating.class.finish", ...CLASS, ...PART },
  { id: "rating.class.first", ...CLASS, offset: 0, step: 1 },
  { id: "rating.gain.mean_3", key: "rating.gain", kind: "first_to_rank", ...PART },
  { id: "rating.gain.paced_3", key: "rating.gain", kind: "first_to_rank", ...PART, offset: -8, step: 0.00025 },
  { id: "rating.style.course", key: "rating.style", ...STRENGTH, kind: "first_corner" },
] as const satisfies readonly RatingColumn[];
export type RatingColumnId = (typeof RATING_COLUMNS)[number]["id"];
export type RatingKey = (typeof RATING_COLUMNS)[number]["key"];
export const RATING_KEYS: readonly RatingKey[] = [...new Set(RATING_COLUMNS.map(({ key }) => key))];

export function isRatingKey(key: string): key is RatingKey {
  return RATING_KEYS.some((known) => known === key);
}

export function ratingColumnsOf(venueType: number): Column[] {
  const customizes = raceCustomizesOf(venueType);
  return RATING_COLUMNS.filter(({ customize }) => customize === null || customizes.includes(customize)).map(
    ({ id, offset, step }) => ({ id, offset, step }),
  );
}

export function ratingColumnsWith({ average }: Pick<FeatureChoice, "average">): RatingColumnId[] {
  return RATING_COLUMNS.filter(({ kind, customize }) => {
    const chosen = average[kind];
    return chosen !== undefined && (customize === null || chosen.race_customize.includes(customize));
  }).map(({ id }) => id);
}

/** Undefined if the catalogue has no such column. */
export function findRatingColumn(columnId: string): (typeof RATING_COLUMNS)[number] | undefined {
  return RATING_COLUMNS.find(({ id }) => id === columnId);
}
