/**
 * The row index of one segment: races, runners and results of its rows. Stored as concatenated plain arrays, so that
 * half a million runners load without parsing.
 */

import type { RowIndex } from "./matrix.ts";

export type SegmentIndex = ReturnType<typeof emptyIndex>;

/** Arrays in row order, all zero; per race unless stated otherwise. */
export function emptyIndex(raceCount: number, rowCount: number) {
  return {
    raceIds: [] as string[],
    /** Day number, ascending. */
    raceDay: new Int32Array(raceCount),
    raceSurface: new Uint8Array(raceCount),
    raceHasResult: new Uint8Array(raceCount),
    /** Number of runners of each race. */
    raceSize: new Uint16Array(raceCount),
    /** Per row, like the following. */
    horseNum: new Uint8Array(rowCount),
    isStarter: new Uint8Array(rowCount),
    finishPosition: new Uint8Array(rowCount),
    /** NaN = unknown. */
    winOdds: new Float32Array(rowCount),
  };
}

/** Numbers of races and of rows, 4 bytes each. */
const HEADER_BYTES = 8;

/** Widest elements first, so that each array is aligned; the race ids follow. */
function listArrays(index: SegmentIndex) {
  const { raceDay, winOdds, raceSize, raceSurface, raceHasResult, horseNum, isStarter, finishPosition } = index;
  return [raceDay, winOdds, raceSize, raceSurface, raceHasResult, horseNum, isStarter, finishPosition];
}

/** Deterministic; little-endian. */
export function encodeIndex(index: SegmentIndex): Uint8Array<ArrayBuffer> {
  const ids = new TextEncoder().encode(index.raceIds.join("\n"));
  const arrays = listArrays(index);
  const size = arrays.reduce((sum, { byteLength }) => sum + byteLength, HEADER_BYTES);
  const bytes = new Uint8Array(size + ids.length);
  new Uint32Array(bytes.buffer, 0, 2).set([index.raceDay.length, index.horseNum.length]);
  let at = HEADER_BYTES;
  for (const { buffer, byteOffset, byteLength } of arrays) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  bytes.set(ids, at);
  return bytes;
}

export function decodeIndex(stored: ArrayBuffer): SegmentIndex {
  const [raceCount = 0, rowCount = 0] = new Uint32Array(stored, 0, 2);
  const index = emptyIndex(raceCount, rowCount);
  let at = HEADER_BYTES;
  for (const { buffer, byteLength } of listArrays(index)) {
    new Uint8Array(buffer).set(new Uint8Array(stored, at, byteLength));
    at += byteLength;
  }
  const ids = new TextDecoder().decode(new Uint8Array(stored, at));
  if (ids !== "") index.raceIds = ids.split("\n");
  return index;
}

export function joinIndexes(indexes: readonly SegmentIndex[]): RowIndex {
  const rowCount = indexes.reduce((sum, { horseNum }) => sum + horseNum.length, 0);
  const raceCount = indexes.reduce((sum, { raceDay }) => sum + raceDay.length, 0);
  const { raceSize: _, ...arrays } = emptyIndex(raceCount, rowCount);
  const raceIds = indexes.flatMap((index) => index.raceIds);
  const joined: RowIndex = { ...arrays, rowCount, raceCount, raceStart: new Uint32Array(raceCount + 1), raceIds };
  let race = 0;
  let firstRow = 0;
  for (const index of indexes) {
    joined.raceDay.set(index.raceDay, race);
    joined.raceSurface.set(index.raceSurface, race);
    joined.raceHasResult.set(index.raceHasResult, race);
    joined.horseNum.set(index.horseNum, firstRow);
    joined.isStarter.set(index.isStarter, firstRow);
    joined.finishPosition.set(index.finishPosition, firstRow);
    joined.winOdds.set(index.winOdds, firstRow);
    let row = firstRow;
    for (const size of index.raceSize) {
      joined.raceStart[race] = row;
      row += size;
      race += 1;
    }
    firstRow += index.horseNum.length;
  }
  joined.raceStart[raceCount] = rowCount;
  return joined;
}

interface SegmentDay {
  firstRace: number;
  endRace: number;
  firstRow: number;
  rowCount: number;
}

export function listDays({ raceDay, raceSize }: Pick<SegmentIndex, "raceDay" | "raceSize">): SegmentDay[] {
  const days: SegmentDay[] = [];
  let row = 0;
  raceDay.forEach((day, race) => {
    const size = raceSize[race] ?? 0;
    const last = days.at(-1);
    if (last !== undefined && raceDay[last.firstRace] === day) {
      last.endRace = race + 1;
      last.rowCount += size;
    } else {
      days.push({ firstRace: race, endRace: race + 1, firstRow: row, rowCount: size });
    }
    row += size;
  });
  return days;
}

/** Null if there are no races. */
export function findDay(index: SegmentIndex, day: number): SegmentDay | null {
  return listDays(index).find(({ firstRace }) => index.raceDay[firstRace] === day) ?? null;
}
