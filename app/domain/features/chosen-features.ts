/**
 * A chosen feature, as counted for the user, identified by a string key: 基本情報 (always included), the name of a static
 * feature, or the id of an average feature's column; and the keys of ratings. Explanations group columns by this key.
 */

import {
  averageColumn,
  BASE_COLUMNS,
  BASIC_INFORMATION,
  CATALOGUE_VERSION,
  columnsOf,
  parseAverageColumn,
} from "./catalogue.ts";
import {
  type AverageKind,
  type FeatureChoice,
  type RaceCustomize,
  type RaceNum,
  STATIC_FEATURES,
  type StaticFeature,
} from "./choice.ts";
import { findRatingColumn, RATING_KEYS, type RatingKey } from "./ratings/rating-columns.ts";

/** What a column stands for in explanations: a chosen feature, or ratings that come with one and count as none. */
type ChosenFeature =
  | { group: "basic" }
  | { group: "static"; name: StaticFeature }
  | { group: "rating"; name: RatingKey }
  | { group: "average"; kind: AverageKind; customize: RaceCustomize; raceNum: RaceNum };

/** Key of the feature a column belongs to; null if the catalogue has no such column. */
export function featureKeyOf(columnId: string): string | null {
  const base = BASE_COLUMNS.find(({ id }) => id === columnId);
  if (base !== undefined) return base.feature;
  const rating = findRatingColumn(columnId);
  if (rating !== undefined) return rating.key;
  const average = parseAverageColumn(columnId);
  return average === null ? null : averageColumn(average.kind, average.customize, average.raceNum).id;
}

/** Whether users count the feature: neither the basic information nor ratings, which come with others. */
export function isCounted(key: string): boolean {
  return key !== BASIC_INFORMATION && !RATING_KEYS.some((rating) => rating === key);
}

/** Parses a feature key; null if it is not one. */
export function readFeatureKey(key: string): ChosenFeature | null {
  if (key === BASIC_INFORMATION) return { group: "basic" };
  const name = STATIC_FEATURES.find((feature) => feature === key);
  if (name !== undefined) return { group: "static", name };
  const rating = RATING_KEYS.find((known) => known === key);
  if (rating !== undefined) return { group: "rating", name: rating };
  const average = parseAverageColumn(key);
  return average === null ? null : { group: "average", ...average };
}

/** The version of the catalogue that brought ratings, the last one before models kept theirs. */
const RATINGS_VERSION = 4;

/**
 * Whether a model was made by an earlier catalogue than the present one, as far as that is known: models did not keep the
 * version before ratings, which come with 着差, were seen in their importance.
 *
 * @param made version of its catalogue, null if it kept none, and the keys whose importance was measured
 */
export function isOfOlderCatalogue(
  choice: Pick<FeatureChoice, "average">,
  made: { version: number | null; measured: readonly string[] },
): boolean {
  if (made.version !== null) return made.version < CATALOGUE_VERSION;
  const hasRatings = RATING_KEYS.some((key) => made.measured.includes(key));
  if (hasRatings) return RATINGS_VERSION < CATALOGUE_VERSION;
  return choice.average.margin !== undefined;
}

/**
 * The columns of each feature in a choice, by key, in stored order; 基本情報 comes first.
 *
 * @param others further columns to include
 * @throws if a column belongs to no feature
 */
export function groupColumns(
  choice: FeatureChoice,
  venueType: number,
  others: Iterable<string> = [],
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const columnId of new Set([...columnsOf(choice, venueType).map(({ id }) => id), ...others])) {
    const key = featureKeyOf(columnId);
    if (key === null) throw new Error(`no feature brings column ${columnId}`);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [columnId]);
    else group.push(columnId);
  }
  return groups;
}
