/** Converts a column's codes to values in everyday units; logarithms are undone. */

import { averageColumn, BASE_COLUMNS, type BaseColumnId, parseAverageColumn } from "./catalogue.ts";
import type { AverageKind } from "./choice.ts";
import { decodeCode } from "./code.ts";
import { type Column, MISSING_CODE } from "./matrix.ts";
import { findRatingColumn } from "./ratings/rating-columns.ts";

export type Unit =
  /** 1 = yes, 0 = no. */
  | "flag"
  | "years"
  | "starts"
  | "rides"
  /** Successes divided by the number expected by chance. */
  | "ratio"
  | "bracket"
  /** 0 = innermost, 1 = outermost. */
  | "part"
  | "days"
  | "runners"
  /** Above 0: the horse does better under these conditions than otherwise. */
  | "aptitude"
  | "kg"
  | "m"
  /** 0 (firm) to 3 (soft). */
  | "going"
  | "yen"
  /** Behind the winner. */
  | "seconds"
  /** 1 = first. */
  | "position"
  /** Positions gained during the race; negative = lost. */
  | "gain"
  /** Rating on the scale of −ln(1 + 2 × seconds behind per 1,600 m): higher = stronger. */
  | "strength"
  /** Seconds faster than is usual. */
  | "faster";

const BASE_UNITS: Record<BaseColumnId, Unit> = {
  "basic.sex_female": "flag",
  "basic.sex_gelding": "flag",
  "basic.age": "years",
  "basic.starts": "starts",
  "basic.trainer_win": "ratio",
  "static.jockey.win": "ratio",
  "static.jockey.place": "ratio",
  "static.jockey.recent_win": "ratio",
  "static.jockey.rating": "strength",
  "static.jockey.rides": "rides",
  "static.jockey.is_same": "flag",
  "static.post.bracket": "bracket",
  "static.post.relative": "part",
  "static.post.course_win": "ratio",
  "static.interval.days": "days",
  "static.interval.log_days": "days",
  "static.field.size": "runners",
  "static.field.aptitude": "aptitude",
  "static.body_weight.kg": "kg",
  "static.body_weight.from_mean": "kg",
  "static.body_weight_change.kg": "kg",
  "static.body_weight_change.size": "kg",
  "static.carried_weight.kg": "kg",
  "static.carried_weight.change": "kg",
  "static.pedigree.sire_win": "ratio",
  "static.pedigree.sire_place": "ratio",
  "static.pedigree.sire_surface": "ratio",
  "static.pedigree.sire_distance": "ratio",
  "static.pedigree.dam_sire_place": "ratio",
  "static.pedigree.dam_sire_surface": "ratio",
  "static.distance.m": "m",
  "static.distance.change": "m",
  "static.distance.aptitude": "aptitude",
  "static.surface.is_dirt": "flag",
  "static.surface.is_jump": "flag",
  "static.surface.is_switch": "flag",
  "static.surface.starts": "starts",
  "static.surface.aptitude": "aptitude",
  "static.trouble.last": "flag",
  "static.weather.is_cloudy": "flag",
  "static.weather.is_rain": "flag",
  "static.weather.is_snow": "flag",
  "static.weather.going": "going",
  "static.weather.aptitude": "aptitude",
};

const AVERAGE_UNITS: Record<AverageKind, Unit> = {
  prize: "yen",
  margin: "seconds",
  rank: "position",
  first_corner: "position",
  final_corner: "position",
  first_to_rank: "gain",
  first_to_final: "gain",
  final_to_rank: "gain",
};

/** Base columns that hold ln(1 + value). */
const LOGARITHMS: readonly BaseColumnId[] = ["static.jockey.rides", "static.interval.log_days"];

/** Decodes a column's codes. */
export interface ColumnReader {
  unit: Unit;
  /** The value in `unit`; null if missing. */
  read(code: number): number | null;
}

/** Null if the catalogue has no such column. */
export function columnReader(columnId: string): ColumnReader | null {
  const base = BASE_COLUMNS.find(({ id }) => id === columnId);
  if (base !== undefined) return readerOf(base, BASE_UNITS[base.id], LOGARITHMS.includes(base.id));
  const rating = findRatingColumn(columnId);
  if (rating !== undefined) return readerOf(rating, rating.key === "rating.strength" ? "strength" : "faster", false);
  const average = parseAverageColumn(columnId);
  if (average === null) return null;
  const { kind, customize, raceNum } = average;
  return readerOf(averageColumn(kind, customize, raceNum), AVERAGE_UNITS[kind], kind === "prize");
}

function readerOf(column: Column, unit: Unit, isLogarithm: boolean): ColumnReader {
  return {
    unit,
    read(code) {
      if (code === MISSING_CODE) return null;
      const value = decodeCode(column, code);
      return isLogarithm ? Math.round(Math.expm1(value)) : value;
    },
  };
}
