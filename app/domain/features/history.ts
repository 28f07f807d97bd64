/**
 * All visible races and runners as typed arrays, in (date, race id, horse number) order: about 50 bytes per runner, so
 * that half a million fit into an isolate of 128 MB. Names and ids are numbered by first appearance, which adding later
 * races does not change.
 */

import { dayNumber } from "#app/domain/racing/japan-time.ts";
import { GOINGS, isStarter, type RunnerStatus, SEXES, SURFACES, WEATHERS } from "#app/domain/racing/race.ts";
import type { Race, Runner } from "#app/domain/racing/records.ts";

/** The fields of a race and its runners that the features and the row index use. */
export type SourceRace = Pick<
  Race,
  "raceId" | "date" | "venue" | "venueType" | "surface" | "distanceM" | "weather" | "going" | "status"
> & { runners: readonly SourceRunner[] };

/** The fields of a runner that features are made of, in the order in which they are read from the database. */
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
  "marginS",
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
const NONE_16 = -0x8000;

/** Arrays per race and per runner; each field's comment names its missing value (0 or NONE). */
export interface History {
  raceCount: number;
  runnerCount: number;
  horseCount: number;
  /** Jockeys, trainers, sires and dam sires are numbered separately; sires and dam sires share one numbering. */
  jockeyCount: number;
  trainerCount: number;
  sireCount: number;
  races: {
    id: string[];
    day: Int32Array;
    venueType: Uint8Array;
    /** Number of the venue's name. */
    venue: Uint16Array;
    /** 0 = missing, then SURFACES, WEATHERS, GOINGS in order. */
    surface: Uint8Array;
    weather: Uint8Array;
    going: Uint8Array;
    /** Metres; 0 = missing. */
    distance: Uint16Array;
    hasResult: Uint8Array;
    /** First runner of each race, then the runner count; length raceCount + 1. */
    firstRunner: Uint32Array;
  };
  runners: {
    horse: Int32Array;
    /** NONE = missing; the same for trainer, sire and dam sire. */
    jockey: Int32Array;
    trainer: Int32Array;
    sire: Int32Array;
    damSire: Int32Array;
    horseNum: Uint8Array;
    /** 0 = missing; the same for sex (then SEXES in order) and age. */
    bracket: Uint8Array;
    sex: Uint8Array;
    age: Uint8Array;
    /** Hundredths of a kilogram; 0 = missing. */
    carriedWeight: Uint16Array;
    /** Kilograms; 0 = missing. */
    bodyWeight: Uint16Array;
    /** Kilograms; NONE_16 = missing. */
    bodyWeightChange: Int16Array;
    /** 1 if the runner left the gate or may still do so. */
    isStarter: Uint8Array;
    /** 1 if the runner left the gate of a race with a result: part of the horse's history. */
    isStart: Uint8Array;
    /** Official position as published; 0 = none. */
    finish: Uint8Array;
    /** Position for averages; did not finish and disqualified have none. NONE = missing here and in the next four. */
    rank: Int32Array;
    marginMs: Int32Array;
    firstCorner: Int32Array;
    finalCorner: Int32Array;
    prizeYen: Int32Array;
    /** 0 = missing, 1 = no, 2 = yes. */
    trouble: Uint8Array;
    /** NaN = missing. */
    winOdds: Float32Array;
  };
}

interface HistoryBuilder {
  /** @throws RangeError unless races come in (date, race id) order and runners by horse number. */
  add(race: SourceRace): void;
  finish(): History;
}

/** Builds the history of races given in any order. */
export function buildHistory(races: readonly SourceRace[]): History {
  const builder = createHistoryBuilder();
  for (const race of sortRaces(races)) builder.add(race);
  return builder.finish();
}

/** Sorts by (date, race id), and each race's runners by horse number. */
export function sortRaces(races: readonly SourceRace[]): SourceRace[] {
  return races
    .map((race) => ({ ...race, runners: [...race.runners].sort((a, b) => a.horseNum - b.horseNum) }))
    .sort((a, b) => compareText(a.date, b.date) || compareText(a.raceId, b.raceId));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function createHistoryBuilder(): HistoryBuilder {
  const races = {
    id: [] as string[],
    day: growing(Int32Array),
    venueType: growing(Uint8Array),
    venue: growing(Uint16Array),
    surface: growing(Uint8Array),
    weather: growing(Uint8Array),
    going: growing(Uint8Array),
    distance: growing(Uint16Array),
    hasResult: growing(Uint8Array),
    firstRunner: growing(Uint32Array),
  };
  const runners = {
    horse: growing(Int32Array),
    jockey: growing(Int32Array),
    trainer: growing(Int32Array),
    sire: growing(Int32Array),
    damSire: growing(Int32Array),
    horseNum: growing(Uint8Array),
    bracket: growing(Uint8Array),
    sex: growing(Uint8Array),
    age: growing(Uint8Array),
    carriedWeight: growing(Uint16Array),
    bodyWeight: growing(Uint16Array),
    bodyWeightChange: growing(Int16Array),
    isStarter: growing(Uint8Array),
    isStart: growing(Uint8Array),
    finish: growing(Uint8Array),
    rank: growing(Int32Array),
    marginMs: growing(Int32Array),
    firstCorner: growing(Int32Array),
    finalCorner: growing(Int32Array),
    prizeYen: growing(Int32Array),
    trouble: growing(Uint8Array),
    winOdds: growing(Float32Array),
  };
  const horses = new Map<string, number>();
  const jockeys = new Map<string, number>();
  const trainers = new Map<string, number>();
  const sires = new Map<string, number>();
  const venues = new Map<string, number>();
  let runnerCount = 0;
  let last = { date: "", raceId: "" };

  function addRunner(runner: SourceRunner, hasResult: boolean) {
    const isStart = hasResult && isPastStart(runner.status);
    const ranks = runner.status !== "did_not_finish" && runner.status !== "disqualified";
    const corners = parseCorners(runner.cornerPositions);
    runners.horse.push(numberOf(horses, runner.horseId));
    runners.jockey.push(runner.jockeyId === null ? NONE : numberOf(jockeys, runner.jockeyId));
    runners.trainer.push(runner.trainerId === null ? NONE : numberOf(trainers, runner.trainerId));
    runners.sire.push(runner.sireName === null ? NONE : numberOf(sires, runner.sireName));
    runners.damSire.push(runner.damSireName === null ? NONE : numberOf(sires, runner.damSireName));
    runners.horseNum.push(runner.horseNum);
    runners.bracket.push(runner.bracketNum ?? 0);
    runners.sex.push(runner.sex === null ? 0 : SEXES.indexOf(runner.sex) + 1);
    runners.age.push(runner.age ?? 0);
    runners.carriedWeight.push(Math.round((runner.carriedWeightKg ?? 0) * 100));
    runners.bodyWeight.push(runner.bodyWeightKg ?? 0);
    runners.bodyWeightChange.push(runner.bodyWeightChangeKg ?? NONE_16);
    runners.isStarter.push(isStarter(runner.status) ? 1 : 0);
    runners.isStart.push(isStart ? 1 : 0);
    runners.finish.push(runner.finishPosition ?? 0);
    runners.rank.push(ranks ? (runner.finishPosition ?? NONE) : NONE);
    runners.marginMs.push(ranks && runner.marginS !== null ? Math.round(runner.marginS * 1000) : NONE);
    runners.firstCorner.push(corners?.first ?? NONE);
    runners.finalCorner.push(corners?.final ?? NONE);
    runners.prizeYen.push(runner.prizeYen ?? NONE);
    runners.trouble.push(runner.trouble === null ? 0 : runner.trouble ? 2 : 1);
    runners.winOdds.push(runner.winOdds ?? Number.NaN);
    runnerCount += 1;
  }

  return {
    add(race) {
      if (race.date < last.date || (race.date === last.date && race.raceId <= last.raceId)) {
        throw new RangeError(`race ${race.raceId} is out of order`);
      }
      last = race;
      const hasResult = race.status === "result";
      races.id.push(race.raceId);
      races.day.push(dayNumber(race.date));
      races.venueType.push(race.venueType);
      races.venue.push(numberOf(venues, race.venue));
      races.surface.push(race.surface === null ? 0 : SURFACES.indexOf(race.surface) + 1);
      races.weather.push(race.weather === null ? 0 : WEATHERS.indexOf(race.weather) + 1);
      races.going.push(race.going === null ? 0 : GOINGS.indexOf(race.going) + 1);
      races.distance.push(race.distanceM ?? 0);
      races.hasResult.push(hasResult ? 1 : 0);
      races.firstRunner.push(runnerCount);
      let lastNum = 0;
      for (const runner of race.runners) {
        if (runner.horseNum <= lastNum) throw new RangeError(`runners of race ${race.raceId} are out of order`);
        lastNum = runner.horseNum;
        addRunner(runner, hasResult);
      }
    },
    finish() {
      races.firstRunner.push(runnerCount);
      const { id, ...raceArrays } = races;
      return {
        raceCount: id.length,
        runnerCount,
        horseCount: horses.size,
        jockeyCount: jockeys.size,
        trainerCount: trainers.size,
        sireCount: sires.size,
        races: { id, ...trimAll(raceArrays) },
        runners: trimAll(runners),
      };
    },
  };
}

/**
 * Runners that did not finish or were disqualified left the gate too. A runner still "entered" in a finished race is
 * not known to have run.
 */
function isPastStart(status: RunnerStatus): boolean {
  return isStarter(status) && status !== "entered";
}

/** First and final corner. Straight courses have one number or none; both corners are then missing. */
function parseCorners(text: string | null): { first: number; final: number } | null {
  if (text === null) return null;
  const split = text.indexOf("-");
  if (split < 0) return null;
  const first = Number(text.slice(0, split));
  const final = Number(text.slice(text.lastIndexOf("-") + 1));
  return first > 0 && final > 0 ? { first, final } : null;
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, numbers.size);
  return numbers.size - 1;
}

type NumberArray = Int32Array | Uint32Array | Uint16Array | Int16Array | Uint8Array | Float32Array;

interface Growing<T extends NumberArray> {
  push(value: number): void;
  /** Returns the values as an array; no more can be pushed afterwards. */
  trim(): T;
}

function growing<T extends NumberArray>(arrayType: new (length: number) => T): Growing<T> {
  let array = new arrayType(4096);
  let length = 0;
  return {
    push(value) {
      if (length === array.length) {
        const larger = new arrayType(length * 2);
        larger.set(array);
        array = larger;
      }
      array[length] = value;
      length += 1;
    },
    trim() {
      const trimmed = array.slice(0, length) as T;
      // Free the spare capacity at once: there are thirty of these arrays.
      array = new arrayType(0);
      return trimmed;
    },
  };
}

function trimAll<T extends Record<string, Growing<NumberArray>>>(
  columns: T,
): { [K in keyof T]: ReturnType<T[K]["trim"]> } {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.trim()])) as {
    [K in keyof T]: ReturnType<T[K]["trim"]>;
  };
}
