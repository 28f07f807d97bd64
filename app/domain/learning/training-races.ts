import type { RowIndex } from "#app/domain/features/matrix.ts";

/** Races for training or measuring, oldest first, with contiguous rows. */
export interface TrainingRaces {
  raceCount: number;
  rowCount: number;
  /** First row of each race, then the row count; length raceCount + 1. */
  raceStart: Uint32Array;
  raceDay: Int32Array;
  raceSurface: Uint8Array;
  index: RowIndex;
  /** Number of each race in the index, ascending. */
  sourceRace: Uint32Array;
  /** First row of each race in the index, ascending. */
  sourceStart: Uint32Array;
  isStarter: Uint8Array;
  /** 1 if the starter won; several in a dead heat. */
  isWinner: Uint8Array;
  /** Official place 1 to 3 of a starter, 0 for the others. A dead heat shares a place. */
  place: Uint8Array;
}

const LAST_PLACE = 3;

interface RaceSelection {
  /** First and last day number, inclusive. */
  fromDay: number;
  toDay: number;
  /** Keeps the newest races up to this number of rows. */
  maxRows: number;
}

/** Selects races with a result, at least two starters and an official winner. */
export function selectTrainingRaces(index: RowIndex, { fromDay, toDay, maxRows }: RaceSelection): TrainingRaces {
  const chosen: number[] = [];
  let rowCount = 0;
  for (let race = index.raceCount - 1; race >= 0; race--) {
    const day = index.raceDay[race]!;
    if (day < fromDay || day > toDay || !isLearnable(index, race)) continue;
    const size = index.raceStart[race + 1]! - index.raceStart[race]!;
    if (rowCount + size > maxRows) break;
    rowCount += size;
    chosen.push(race);
  }
  chosen.reverse();

  const races: TrainingRaces = {
    raceCount: chosen.length,
    rowCount,
    raceStart: new Uint32Array(chosen.length + 1),
    raceDay: Int32Array.from(chosen, (race) => index.raceDay[race]!),
    raceSurface: Uint8Array.from(chosen, (race) => index.raceSurface[race]!),
    index,
    sourceRace: Uint32Array.from(chosen),
    sourceStart: Uint32Array.from(chosen, (race) => index.raceStart[race]!),
    isStarter: new Uint8Array(rowCount),
    isWinner: new Uint8Array(rowCount),
    place: new Uint8Array(rowCount),
  };
  let row = 0;
  chosen.forEach((race, position) => {
    races.raceStart[position] = row;
    for (let source = index.raceStart[race]!; source < index.raceStart[race + 1]!; source++, row++) {
      races.isStarter[row] = index.isStarter[source]!;
      races.isWinner[row] = isWinner(index, source) ? 1 : 0;
      const position = index.finishPosition[source]!;
      races.place[row] = index.isStarter[source] === 1 && position <= LAST_PLACE ? position : 0;
    }
  });
  races.raceStart[chosen.length] = row;
  return races;
}

const JUMP = 3;

/** Jump races are used for training and predicted like the others, but left out of all figures. */
export function isFlat({ raceSurface }: Pick<TrainingRaces, "raceSurface">, race: number): boolean {
  return raceSurface[race] !== JUMP;
}

/** Races [from, to). The arrays share the memory of the original, except `raceStart`. */
export function sliceRaces(races: TrainingRaces, from: number, to: number): TrainingRaces {
  const firstRow = races.raceStart[from]!;
  const endRow = races.raceStart[to]!;
  return {
    raceCount: to - from,
    rowCount: endRow - firstRow,
    raceStart: races.raceStart.subarray(from, to + 1).map((row) => row - firstRow),
    raceDay: races.raceDay.subarray(from, to),
    raceSurface: races.raceSurface.subarray(from, to),
    index: races.index,
    sourceRace: races.sourceRace.subarray(from, to),
    sourceStart: races.sourceStart.subarray(from, to),
    isStarter: races.isStarter.subarray(firstRow, endRow),
    isWinner: races.isWinner.subarray(firstRow, endRow),
    place: races.place.subarray(firstRow, endRow),
  };
}

/**
 * Gathers a column's codes for the rows of races [0, raceEnd). In place by default: there is little room for copies.
 */
export function gatherCodes(
  codes: Uint16Array,
  { raceStart, sourceStart }: Pick<TrainingRaces, "raceStart" | "sourceStart">,
  raceEnd: number,
  gathered = codes,
): Uint16Array {
  for (let race = 0; race < raceEnd; race++) {
    const shift = sourceStart[race]! - raceStart[race]!;
    for (let row = raceStart[race]!; row < raceStart[race + 1]!; row++) gathered[row] = codes[row + shift]!;
  }
  return gathered.subarray(0, raceStart[raceEnd]);
}

/** First race of the last tenth of the race days, which choose a fit's settings. */
export function findHeldBackStart(raceDay: Int32Array, share = 0.1): number {
  const days = [...new Set(raceDay)];
  const firstDay = days[Math.min(days.length - 1, Math.floor(days.length * (1 - share)))];
  const race = firstDay === undefined ? -1 : raceDay.indexOf(firstDay);
  return race === -1 ? raceDay.length : race;
}

function isLearnable(index: RowIndex, race: number): boolean {
  if (index.raceHasResult[race] !== 1) return false;
  let starters = 0;
  let winners = 0;
  for (let row = index.raceStart[race]!; row < index.raceStart[race + 1]!; row++) {
    starters += index.isStarter[row]!;
    if (isWinner(index, row)) winners++;
  }
  return starters >= 2 && winners >= 1;
}

function isWinner(index: RowIndex, row: number): boolean {
  return index.isStarter[row] === 1 && index.finishPosition[row] === 1;
}
