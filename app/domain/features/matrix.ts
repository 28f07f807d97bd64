/**
 * The interface between the feature build (writes) and training and scoring (read). A column holds 16-bit codes: value
 * = offset + code × step. Codes never depend on other data, so later races change no stored byte of earlier rows.
 */

export const MISSING_CODE = 0xffff;

export interface Column {
  /** Stable id, safe in an object key: "average.rank.course_len.5", "static.distance_m", … */
  id: string;
  offset: number;
  step: number;
  /** Factor of a linear fit's penalty on this column's weight; absent = 1. */
  hold?: number;
}

/** Nearest step, clamped at both ends; NaN is missing. */
export function encodeValue(column: Pick<Column, "offset" | "step">, value: number): number {
  if (Number.isNaN(value)) return MISSING_CODE;
  const code = Math.round((value - column.offset) / column.step);
  return code < 0 ? 0 : code >= MISSING_CODE ? MISSING_CODE - 1 : code;
}

/** The raw value of a code; NaN if missing. */
export function decodeCode(column: Pick<Column, "offset" | "step">, code: number): number {
  return code === MISSING_CODE ? Number.NaN : column.offset + code * column.step;
}

/** Rows of one venue type in (date, race id, horse number) order: the declared runners of every visible race. */
export interface RowIndex {
  rowCount: number;
  raceCount: number;
  /** First row of each race, then the row count; length raceCount + 1. */
  raceStart: Uint32Array;
  raceIds: string[];
  /** Day number (days since 1970-01-01) of each race, ascending. */
  raceDay: Int32Array;
  /** 0 unknown, 1 turf, 2 dirt, 3 jump. */
  raceSurface: Uint8Array;
  raceHasResult: Uint8Array;
  horseNum: Uint8Array;
  /** 1 if the runner left the gate, or may still do so (entered). */
  isStarter: Uint8Array;
  /** Official finish position, 0 = none. The target; never an input of the same row. */
  finishPosition: Uint8Array;
  /** Final win odds, NaN = unknown. For the market baseline only; never an input. */
  winOdds: Float32Array;
}

/** The current stored version of the features; read once per job. */
export interface FeatureManifest {
  version: string;
  /** Id of the last import contained; races with a larger data_version are not in it yet. */
  importId: number;
  venueTypes: Record<string, { rowCount: number; raceCount: number; firstDay: string; lastDay: string }>;
}

export interface RaceFeatures {
  raceId: string;
  horseNums: number[];
  isStarter: boolean[];
  /** Column id → one code per runner. */
  codes: Map<string, Uint16Array>;
}

export function codesOf({ raceId, codes }: RaceFeatures, columnId: string): Uint16Array {
  const own = codes.get(columnId);
  if (own === undefined) throw new Error(`race ${raceId} comes without column ${columnId}`);
  return own;
}

export interface DayFeatures {
  /** Null if the day has no such race. */
  findRace(raceId: string, columnIds: readonly string[]): RaceFeatures | null;
}

/** Whether averages use all starts or only those at venues of the model's type (above venue type 1). */
export type VenueScope = "all" | "own";

/**
 * Reads columns in an order that both sides know; the first one starts a new pass.
 *
 * @param rowCount how many rows of the row index, from the first, are needed in this pass; default all
 * @returns a code for each of these rows, and maybe more; the caller may overwrite them, and the next call does
 */
export type ReadColumn = (columnId: string, rowCount?: number) => Promise<Uint16Array>;

export interface FeatureStore {
  /** Null before the first build. */
  readManifest(): Promise<FeatureManifest | null>;
  readRowIndex(manifest: FeatureManifest, venueType: number): Promise<RowIndex>;
  /** One code per row, in row order. For several columns use `openColumns`, which reads neighbours together. */
  readColumn(manifest: FeatureManifest, venueType: number, scope: VenueScope, columnId: string): Promise<Uint16Array>;
  /** Reads columns in the given order, neighbours together. */
  openColumns(
    manifest: FeatureManifest,
    venueType: number,
    scope: VenueScope,
    columnIds: readonly string[],
  ): { readColumn: ReadColumn };
  /** Null if the race is not in this version. */
  readRace(
    manifest: FeatureManifest,
    race: { venueType: number; date: string; raceId: string },
    scope: VenueScope,
    columnIds: readonly string[],
  ): Promise<RaceFeatures | null>;
  /** All races of a day, for scoring with many models; null if the day is not in this version. */
  readDay(
    manifest: FeatureManifest,
    day: { venueType: number; date: string },
    scope: VenueScope,
  ): Promise<DayFeatures | null>;
}
