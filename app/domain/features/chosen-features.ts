/**
 * A chosen feature as the user counts it, by one string: 基本情報 (always on), the name of a static feature, or the id of
 * an average feature's column. Its columns belong together where a model is explained.
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

/** The feature that brings a column; null when the catalogue has no such column. */
export function featureKeyOf(columnId: string): string | null {
  const base = BASE_COLUMNS.find(({ id }) => id === columnId);
  if (base !== undefined) return base.feature;
  const average = parseAverageColumn(columnId);
  return average === null ? null : averageColumn(average.kind, average.customize, average.raceNum).id;
}

/** Null for what is no feature's key. */
export function readFeatureKey(key: string): ChosenFeature | null {
  if (key === BASIC_INFORMATION) return { group: "basic" };
  const name = STATIC_FEATURES.find((feature) => feature === key);
  if (name !== undefined) return { group: "static", name };
  const average = parseAverageColumn(key);
  return average === null ? null : { group: "average", ...average };
}

/**
 * The features of a choice by key, in stored order, each with its columns; 基本情報 is the first.
 *
 * @param others columns that are looked for too, wherever they come from
 * @throws where no feature brings one of them
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
