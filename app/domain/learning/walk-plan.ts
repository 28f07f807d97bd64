import { findHeldBackStart } from "./training-races.ts";

/** Test periods of a full plan. */
const PERIODS = 4;
/** Fewer races, learnt from or tested on, say nothing: at 100 the error of a pseudo-R² is about 0.03. */
const MIN_RACES = 100;
/** Fewer held-back races can choose no setting, and fewer tested say nothing at all. */
const LEAST_RACES = 4;

/** Races that are predicted by a refit on all races of earlier days, [0, firstRace). */
export interface TestPeriod {
  /** The first race of a race day: no day is split. */
  firstRace: number;
  /** One past the last race. */
  endRace: number;
  /** First race of the refit's past that it holds back to choose its settings on. */
  heldBackFrom: number;
}

/**
 * Cuts races into equal parts by race days: the first is only learnt from, each further one is a test period, four of
 * them or, for want of races or days, fewer. Where not even one would be large enough, the last tenth of the days is
 * the only one. Periods are in order of time, each goes on where the one before ends, and the last ends with the races.
 *
 * @param raceDay day number of each race, ascending
 * @returns no period where there are too few days or races for any
 */
export function planWalk(raceDay: Int32Array): readonly TestPeriod[] {
  for (let count = PERIODS; count >= 1; count--) {
    const periods = cutPeriods(raceDay, count);
    if (periods.every(isEnough) && canTry(raceDay, periods[0]!)) return periods;
  }
  const firstRace = findHeldBackStart(raceDay);
  const heldBackFrom = findHeldBackStart(raceDay.subarray(0, firstRace));
  const last = { firstRace, endRace: raceDay.length, heldBackFrom };
  return canTry(raceDay, last) && raceDay.length - firstRace >= LEAST_RACES ? [last] : [];
}

/** Whether even what the first refit's past does not hold back can hold something back. */
function canTry(raceDay: Int32Array, { heldBackFrom }: TestPeriod): boolean {
  return findHeldBackStart(raceDay.subarray(0, heldBackFrom)) > 0;
}

function cutPeriods(raceDay: Int32Array, count: number): TestPeriod[] {
  const raceCount = raceDay.length;
  const starts = Array.from({ length: count }, (_, period) =>
    findDayStart(raceDay, Math.floor(((period + 1) * raceCount) / (count + 1))),
  );
  return starts.map((firstRace, period) => ({
    firstRace,
    endRace: starts[period + 1] ?? raceCount,
    heldBackFrom: findHeldBackStart(raceDay.subarray(0, firstRace)),
  }));
}

/** The first race of the day of a race. */
function findDayStart(raceDay: Int32Array, race: number): number {
  const start = raceDay.indexOf(raceDay[race] ?? Number.NaN);
  return start === -1 ? race : start;
}

function isEnough({ firstRace, endRace, heldBackFrom }: TestPeriod): boolean {
  const canChoose = heldBackFrom > 0 && firstRace - heldBackFrom >= LEAST_RACES;
  return canChoose && firstRace >= MIN_RACES && endRace - firstRace >= MIN_RACES;
}

/** A fit on the races [0, raceEnd), whose settings are chosen from `heldBackFrom` on; [raceEnd, testEnd) test it. */
export interface FitRange {
  raceEnd: number;
  heldBackFrom: number;
  testEnd: number;
}

/** The refit of every period, then the fit on all races. */
export function listFits(raceDay: Int32Array, periods: readonly TestPeriod[]): FitRange[] {
  const refits = periods.map(({ firstRace, endRace, heldBackFrom }) => ({
    raceEnd: firstRace,
    heldBackFrom,
    testEnd: endRace,
  }));
  const all = { raceEnd: raceDay.length, heldBackFrom: findHeldBackStart(raceDay), testEnd: raceDay.length };
  return [...refits, all];
}

/** A fit on the first refit's own past, tested on the races that it holds back. */
export function planTrial(raceDay: Int32Array, { raceEnd, heldBackFrom }: FitRange): FitRange {
  return {
    raceEnd: heldBackFrom,
    heldBackFrom: findHeldBackStart(raceDay.subarray(0, heldBackFrom)),
    testEnd: raceEnd,
  };
}
