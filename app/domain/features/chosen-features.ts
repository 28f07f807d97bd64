/**
 * A chosen feature, as counted for the user, identified by a string key: 基本情報 (always included), the name of a static
 * feature, or the id of an average feature's column. Explanations group columns by this key.
 */

import { averageColumn, BASE_COLUMNS, BASIC_INFORMATION, columnsOf, parseAverageColumn } from "./catalogue.ts";
import {
  type AverageKind,
  type FeatureChoice,
  type RaceCustomize,
  type RaceNum,
  STATIC_FEATURES,
  type StaticFeature,
} from "./choice.ts";

type ChosenFeature =
  | { group: "basic" }
  | { group: "static"; name: StaticFeature }
  | { group: "average"; kind: AverageKind; customize: RaceCustomize; raceNum: RaceNum };

/** Key of the feature a column belongs to; null if the catalogue has no such column. */
export function featureKeyOf(columnId: string): string | null {
  const base = BASE_COLUMNS.find(({ id }) => id === columnId);
  if (base !== undefined) return base.feature;
  const average = parseAverageColumn(columnId);
  return average === null ? null : averageColumn(average.kind, average.customize, average.raceNum).id;
}

/** Parses a feature key; null if it is not one. */
export function readFeatureKey(key: string): ChosenFeature | null {
  if (key === BASIC_INFORMATION) return { group: "basic" };
  const name = STATIC_FEATURES.find((feature) => feature === key);
  if (name !== undefined) return { group: "static", name };
  const average = parseAverageColumn(key);
  return average === null ? null : { group: "average", ...average };
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
