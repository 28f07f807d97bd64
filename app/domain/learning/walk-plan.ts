import { findHeldBackStart } from "./training-races.ts";

const PERIODS = 4;
/** At 100 races the standard error of a pseudo-R² is about 0.03. */
const MIN_RACES = 100;
/** Fewest races to hold back, and fewest races in any test period. */
const LEAST_RACES = 4;

/** Races [firstRace, endRace), predicted by a refit on [0, firstRace). */
export interface TestPeriod {
  /** First race of a day: days are never split. */
  firstRace: number;
  endRace: number;
  /** First race held back to choose the refit's settings. */
  heldBackFrom: number;
}

/**
 * Cuts the races into equal parts at race days. The first part is only trained on; each further part is a test period.
 * There are four, or fewer if days or races are few; the last tenth of the days is the minimum. Periods are
 * consecutive, oldest first, up to the last race. Empty with too few days or races for any period.
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

/** Whether the trial on the first refit's past has races to hold back. */
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

function findDayStart(raceDay: Int32Array, race: number): number {
  const start = raceDay.indexOf(raceDay[race] ?? Number.NaN);
  return start === -1 ? race : start;
}

function isEnough({ firstRace, endRace, heldBackFrom }: TestPeriod): boolean {
  const canChoose = heldBackFrom > 0 && firstRace - heldBackFrom >= LEAST_RACES;
  return canChoose && firstRace >= MIN_RACES && endRace - firstRace >= MIN_RACES;
}

/** One fit per period, then the final fit on all races. */
export function listFits(raceDay: Int32Array, periods: readonly TestPeriod[]): TestPeriod[] {
  const raceCount = raceDay.length;
  return [...periods, { firstRace: raceCount, endRace: raceCount, heldBackFrom: findHeldBackStart(raceDay) }];
}

/** A fit on the first refit's own past, tested on the races that the refit excludes. */
export function planTrial(raceDay: Int32Array, { firstRace, heldBackFrom }: TestPeriod): TestPeriod {
  const past = raceDay.subarray(0, heldBackFrom);
  return { firstRace: heldBackFrom, endRace: firstRace, heldBackFrom: findHeldBackStart(past) };
}
