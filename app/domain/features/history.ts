/**
 * All visible races and runners as typed arrays in (date, race id, horse number) order: about 55 bytes per runner, so
 * that half a million fit into an isolate of 128 MB. Names and ids are numbered by first appearance; later races do not
 * change these numbers.
 */

import type { Race, Runner } from "#app/domain/racing/records.ts";

export type SourceRace = Pick<
  Race,
  "raceId" | "date" | "venue" | "venueType" | "surface" | "distanceM" | "weather" | "going" | "status"
> &
  Partial<Pick<Race, "name" | "raceClass">> & { runners: readonly SourceRunner[] };

/** In the order of reading from the database. */
export const SOURCE_RUNNER_FIELDS = [
  "horseNum",
  "bracketNum",
  "horseId",
  "sex",
  "age",
  "carriedWeightKg",
  "jockeyId",
  "trainerId",
  "status",
  "finishPosition",
  "timeS",
  "marginS",
  "last600mS",
  "cornerPositions",
  "winOdds",
  "bodyWeightKg",
  "bodyWeightChangeKg",
  "prizeYen",
  "sireName",
  "damSireName",
  "trouble",
] as const satisfies readonly (keyof Runner)[];

export type SourceRunner = Pick<Runner, (typeof SOURCE_RUNNER_FIELDS)[number]>;

/** Missing value in the integer arrays. */
export const NONE = -0x80000000;
/** Missing value in the shorter ones. */
export const NONE_16 = -0x8000;

/** The order is that of a segment's hash. */
export const RACE_ARRAYS = {
  day: Int32Array,
  venueType: Uint8Array,
  venue: Uint16Array,
  /** 0 = missing, then SURFACES, WEATHERS, GOINGS in order. */
  surface: Uint8Array,
  weather: Uint8Array,
  going: Uint8Array,
  /** Metres; 0 = missing. */
  distance: Uint16Array,
  hasResult: Uint8Array,
  /** `levelOf`. */
  level: Uint8Array,
  /** First runner of each race, then the runner count; length raceCount + 1. */
  firstRunner: Uint32Array,
} as const;

/** The order is that of a segment's hash. */
export const RUNNER_ARRAYS = {
  horse: Int32Array,
  /** NONE = missing; the same for trainer, sire and dam sire. */
  jockey: Int32Array,
  trainer: Int32Array,
  sire: Int32Array,
  damSire: Int32Array,
  horseNum: Uint8Array,
  /** 0 = missing; the same for sex (then SEXES in order) and age. */
  bracket: Uint8Array,
  sex: Uint8Array,
  age: Uint8Array,
  /** Hundredths of a kilogram; 0 = missing. */
  carriedWeight: Uint16Array,
  /** Kilograms; 0 = missing. */
  bodyWeight: Uint16Array,
  /** Kilograms; NONE_16 = missing. */
  bodyWeightChange: Int16Array,
  /** 1 if the runner left the gate or may still do so. */
  isStarter: Uint8Array,
  /** 1 if the runner left the gate of a race with a result: part of the horse's history. */
  isStart: Uint8Array,
  /** Official position as published; 0 = none. */
  finish: Uint8Array,
  /** Position for averages; did not finish and disqualified have none. NONE_16 = missing here and in the corners. */
  rank: Int16Array,
  /** NONE = missing; the same for the prize. */
  marginMs: Int32Array,
  firstCorner: Int16Array,
  finalCorner: Int16Array,
  prizeYen: Int32Array,
  /** Hundredths of a second, up to 655 s; 0 = missing or more. */
  time: Uint16Array,
  last600: Uint16Array,
  /** 0 = missing, 1 = no, 2 = yes. */
  trouble: Uint8Array,
  /** NaN = missing. */
  winOdds: Float32Array,
} as const;

type Arrays<Types extends Record<string, { prototype: unknown }>> = { [K in keyof Types]: Types[K]["prototype"] };

export interface History {
  raceCount: number;
  runnerCount: number;
  horseCount: number;
  /** Jockeys, trainers, sires and dam sires are numbered separately; sires and dam sires share one numbering. */
  jockeyCount: number;
  trainerCount: number;
  sireCount: number;
  races: { id: string[] } & Arrays<typeof RACE_ARRAYS>;
  runners: Arrays<typeof RUNNER_ARRAYS>;
}
