/**
 * The face between the feature build (writes), training and scoring (read). Columns hold fixed 16-bit codes of the
 * raw value: value = offset + code × step; MISSING_CODE stands for missing. Codes never depend on the data, so
 * adding later races changes no stored byte of earlier rows.
 */

export const MISSING_CODE = 0xffff;

export interface Column {
  /** Stable id, safe in an object key: "average.rank.course_len.5", "static.distance_m", … */
  id: string;
  offset: number;
  step: number;
}

/** Rows of one venue type in (date, race id, horse number) order: declared runners of every visible race. */
export interface RowIndex {
  rowCount: number;
  raceCount: number;
  /** First row of each race, and the row count at the end: length raceCount + 1. */
  raceStart: Uint32Array;
  raceIds: string[];
  /** Day number (days since 1970-01-01) of each race, ascending. */
  raceDay: Int32Array;
  /** 0 unknown, 1 turf, 2 dirt, 3 jump. */
  raceSurface: Uint8Array;
  /** 1 where the race is over with an official result. */
  raceHasResult: Uint8Array;
  horseNum: Uint8Array;
  /** 1 where the runner left the gate (or may still: entered). */
  isStarter: Uint8Array;
  /** Official finish position, 0 = none. The target; never an input of the same row. */
  finishPosition: Uint8Array;
  /** Final win odds, NaN = unknown. For the market baseline only; never an input. */
  winOdds: Float32Array;
}

/** Which stored version of the features is current; read once per job. */
export interface FeatureManifest {
  version: string;
  /** The last import contained; a race with a larger data_version is not in it yet. */
  importId: number;
  venueTypes: Record<string, { rowCount: number; raceCount: number; firstDay: string; lastDay: string }>;
}

/** Feature values of one race's declared runners. */
export interface RaceFeatures {
  raceId: string;
  horseNums: number[];
  isStarter: boolean[];
  /** Column id → one code per runner. */
  codes: Map<string, Uint16Array>;
}

/** Feature values of one race day of a venue type, read at once. */
export interface DayFeatures {
  /** Null when the race is not among the day's. */
  findRace(raceId: string, columnIds: readonly string[]): RaceFeatures | null;
}

/** Whether averages use all starts or only those at venues of the model's type (above venue type 1). */
export type VenueScope = "all" | "own";

export interface FeatureStore {
  /** Null before the first build. */
  readManifest(): Promise<FeatureManifest | null>;
  readRowIndex(manifest: FeatureManifest, venueType: number): Promise<RowIndex>;
  /** One code per row, in row order. For more than one column use `openColumns`, which reads ahead. */
  readColumn(manifest: FeatureManifest, venueType: number, scope: VenueScope, columnId: string): Promise<Uint16Array>;
  /**
   * Columns one after another, each once, in the order given; those that are stored near each other are read together,
   * and the next while the caller is at work. The caller owns the arrays.
   */
  openColumns(
    manifest: FeatureManifest,
    venueType: number,
    scope: VenueScope,
    columnIds: readonly string[],
  ): { readColumn(columnId: string): Promise<Uint16Array> };
  /** Null when the race is not in this version. */
  readRace(
    manifest: FeatureManifest,
    race: { venueType: number; date: string; raceId: string },
    scope: VenueScope,
    columnIds: readonly string[],
  ): Promise<RaceFeatures | null>;
  /** All races of a day, for many models; null when the day is not in this version. */
  readDay(
    manifest: FeatureManifest,
    day: { venueType: number; date: string },
    scope: VenueScope,
  ): Promise<DayFeatures | null>;
}
