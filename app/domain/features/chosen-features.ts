/**
 * A chosen feature is identified by a key: 基本情報, the name of a static feature, or the id of an average's column.
 * Explanations group columns by this key; ratings have keys of their own.
 */

import { groupBy } from "#app/domain/racing/group-by.ts";
import {
  averageColumn,
  BASE_COLUMNS,
  BASIC_INFORMATION,
  type BaseColumnId,
  columnsOf,
  parseAverageColumn,
} from "./catalogue.ts";
import type { FeatureChoice } from "./choice.ts";
import { decodeCode, MISSING_CODE } from "./matrix.ts";
import { findRatingColumn, isRatingKey } from "./ratings/rating-columns.ts";

/** Null if the catalogue has no such column. */
export function featureKeyOf(columnId: string): string | null {
  const known = BASE_COLUMNS.find(({ id }) => id === columnId)?.feature ?? findRatingColumn(columnId)?.key;
  return known ?? (parseAverageColumn(columnId) === null ? null : columnId);
}

/** Columns that hold ln(1 + value); the averages of prizes do too. */
const LOGARITHMS: readonly string[] = ["static.jockey.rides", "static.interval.log_days"] satisfies BaseColumnId[];

/** Reads a column's codes in everyday units; null for a missing value. Null if the catalogue has no such column. */
export function columnReader(columnId: string): ((code: number) => number | null) | null {
  const average = parseAverageColumn(columnId);
  const column =
    average === null
      ? (BASE_COLUMNS.find(({ id }) => id === columnId) ?? findRatingColumn(columnId))
      : averageColumn(average.kind, average.customize, average.raceNum);
  if (column === undefined) return null;
  const isLogarithm = average?.kind === "prize" || LOGARITHMS.includes(columnId);
  return (code) => {
    if (code === MISSING_CODE) return null;
    const value = decodeCode(column, code);
    return isLogarithm ? Math.round(Math.expm1(value)) : value;
  };
}

/** Basic information is not counted, nor are ratings, which come with others. */
export function isCounted(key: string): boolean {
  return key !== BASIC_INFORMATION && !isRatingKey(key);
}

/** Columns by the key of their feature, in stored order; 基本情報 comes first. @throws if a column belongs to no feature */
export function groupColumns(
  choice: FeatureChoice,
  venueType: number,
  others: Iterable<string> = [],
): Map<string, string[]> {
  const columnIds = new Set([...columnsOf(choice, venueType).map(({ id }) => id), ...others]);
  return groupBy([...columnIds], (columnId) => {
    const key = featureKeyOf(columnId);
    if (key === null) throw new Error(`no feature brings column ${columnId}`);
    return key;
  });
}
