/**
 * A segment is the rows of one venue type in one half year: the unit of storage, rewritten when anything in it changed.
 * It is stored twice: by days (race days one after another, each column by column), so that scoring a day is one read;
 * and by columns (each column's rows one after another), so that training reads only its columns.
 */

import { createAverageWriter } from "./average-columns.ts";
import { createBaseWriter } from "./base-columns.ts";
import { scopesOf } from "./catalogue.ts";
import { endOfRaceDay, type HistorySegment, listSegments } from "./half-years.ts";
import type { History } from "./history.ts";
import type { VenueScope } from "./matrix.ts";
import { advancePast, type Facts, startPast } from "./past.ts";
import { createRatingWriter } from "./ratings/rating-writer.ts";
import { emptyIndex, listDays, type SegmentIndex } from "./segment-index.ts";

/** Leaves out segments without rows. */
export function countRows(
  { races }: History,
  segments: readonly HistorySegment[],
  venueType: number,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name, firstRace, endRace } of segments) {
    let rows = 0;
    for (let race = firstRace; race < endRace; race += 1) {
      if (races.venueType[race] === venueType) {
        rows += (races.firstRunner[race + 1] ?? 0) - (races.firstRunner[race] ?? 0);
      }
    }
    if (rows > 0) counts.set(name, rows);
  }
  return counts;
}

/**
 * All inputs of a segment's rows apart from earlier segments. Names and ids are numbered by first appearance, so
 * comparing hashes in order shows which stored segments are still valid.
 */
export function segmentSourceBytes(history: History, { firstRace, endRace }: HistorySegment): Uint8Array<ArrayBuffer> {
  const { id, firstRunner, ...races } = history.races;
  const from = firstRunner[firstRace] ?? 0;
  const to = firstRunner[endRace] ?? 0;
  const parts = [
    ...Object.values(races).map((array) => bytesOf(array.subarray(firstRace, endRace))),
    // Relative to the segment: absolute numbers shift when another segment gains a runner.
    bytesOf(firstRunner.slice(firstRace, endRace + 1).map((runner) => runner - from)),
    ...Object.values(history.runners).map((array) => bytesOf(array.subarray(from, to))),
    new TextEncoder().encode(id.slice(firstRace, endRace).join("\n")),
  ];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function bytesOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

export interface BuiltSegment {
  name: string;
  index: SegmentIndex;
  /** Day after day, within a day column by column in the order of `allColumns`. Invalid after the next step. */
  codes: Map<VenueScope, Uint16Array<ArrayBuffer>>;
}

/** `work`: `rows` is the approximate work since the last step, in rows. */
type BuildStep = { kind: "work"; rows: number } | { kind: "segment"; segment: BuiltSegment };

/** Cost of adding a runner's start to the past, as a share of building a row. */
const ADVANCE_COST = 0.05;

/** Builds the wanted segments of a venue type step by step; the races of others are only added to the past. */
export function* buildSegments(
  facts: Facts,
  venueType: number,
  wanted: (segmentName: string) => boolean,
): Generator<BuildStep, void> {
  const { history } = facts;
  const past = startPast(facts);
  const base = createBaseWriter(past, venueType);
  const { races } = history;
  const segments = listSegments(history);
  const last = segments.findLastIndex(({ name }) => wanted(name));
  const rowsOf = countRows(history, segments, venueType);
  const mostRows = Math.max(0, ...[...rowsOf].map(([name, rows]) => (wanted(name) ? rows : 0)));
  const scopes = scopesOf(venueType).map((scope) => {
    const averages = createAverageWriter(past, venueType, scope);
    const ratings = createRatingWriter(past, venueType, scope);
    const columnCount = base.columnCount + averages.columnCount + ratings.columnCount;
    // One buffer for all segments: a segment's codes are as large as the history, and so would be the garbage.
    return { scope, averages, ratings, columnCount, buffer: new Uint16Array(mostRows * columnCount) };
  });

  for (const { name, firstRace, endRace } of segments.slice(0, last + 1)) {
    const isWanted = wanted(name);
    const index = isWanted ? indexSegment(history, venueType, firstRace, endRace) : null;
    const rowCount = index?.horseNum.length ?? 0;
    const outputs =
      rowCount === 0
        ? []
        : scopes.map(({ buffer, ...writers }) => ({
            ...writers,
            codes: buffer.subarray(0, rowCount * writers.columnCount).fill(0),
          }));
    let dayStart = 0;
    for (let race = firstRace; race < endRace; ) {
      const endOfDay = endOfRaceDay(history, race, endRace);
      const day: number[] = [];
      if (outputs.length > 0) {
        for (let other = race; other < endOfDay; other += 1) {
          if (races.venueType[other] !== venueType) continue;
          const end = races.firstRunner[other + 1] ?? 0;
          for (let runner = races.firstRunner[other] ?? 0; runner < end; runner += 1) day.push(runner);
        }
      }
      for (const output of outputs) writeDay(base, output, { day, dayStart });
      dayStart += day.length;
      advancePast(past, race, endOfDay);
      const dayRunners = (races.firstRunner[endOfDay] ?? 0) - (races.firstRunner[race] ?? 0);
      race = endOfDay;
      yield { kind: "work", rows: day.length * outputs.length + dayRunners * ADVANCE_COST };
    }
    if (index !== null && rowCount > 0) {
      yield {
        kind: "segment",
        segment: { name, index, codes: new Map(outputs.map(({ scope, codes }) => [scope, codes])) },
      };
    }
  }
}

interface ScopeOutput {
  averages: ReturnType<typeof createAverageWriter>;
  ratings: ReturnType<typeof createRatingWriter>;
  columnCount: number;
  codes: Uint16Array<ArrayBuffer>;
}

function writeDay(
  base: ReturnType<typeof createBaseWriter>,
  { averages, ratings, columnCount, codes }: ScopeOutput,
  { day, dayStart }: { day: readonly number[]; dayStart: number },
): void {
  const at = dayStart * columnCount;
  day.forEach((runner, row) => {
    base.write(runner, codes, at + row, day.length);
    ratings.write(runner, codes, at + base.columnCount * day.length + row, day.length);
    const behind = base.columnCount + ratings.columnCount;
    averages.write(runner, codes, at + behind * day.length + row, day.length);
  });
}

function indexSegment({ races, runners }: History, type: number, firstRace: number, endRace: number): SegmentIndex {
  const own: number[] = [];
  for (let race = firstRace; race < endRace; race += 1) if (races.venueType[race] === type) own.push(race);
  const sizeOf = (race: number) => (races.firstRunner[race + 1] ?? 0) - (races.firstRunner[race] ?? 0);
  const rowCount = own.reduce((sum, race) => sum + sizeOf(race), 0);
  const index = emptyIndex(own.length, rowCount);
  let row = 0;
  own.forEach((race, position) => {
    index.raceIds.push(races.id[race] ?? "");
    index.raceDay[position] = races.day[race] ?? 0;
    index.raceSurface[position] = races.surface[race] ?? 0;
    index.raceHasResult[position] = races.hasResult[race] ?? 0;
    index.raceSize[position] = sizeOf(race);
    const first = races.firstRunner[race] ?? 0;
    for (let runner = first; runner < first + sizeOf(race); runner += 1, row += 1) {
      index.horseNum[row] = runners.horseNum[runner] ?? 0;
      index.isStarter[row] = runners.isStarter[runner] ?? 0;
      index.finishPosition[row] = runners.finish[runner] ?? 0;
      index.winOdds[row] = Math.round((runners.winOdds[runner] ?? Number.NaN) * 100) / 100;
    }
  });
  return index;
}

/** Some 1.5 MB of a half year of central racing. */
const COLUMNS_AT_ONCE = 32;

/**
 * Transposes codes from days to columns, `codes[column × rows + row]`, some columns at a time to save memory. All
 * pieces share one buffer; each is invalid after the next.
 */
export function* arrangeByColumns(
  index: SegmentIndex,
  byDays: Uint16Array,
  { columnsAtOnce = COLUMNS_AT_ONCE }: { columnsAtOnce?: number } = {},
): Generator<Uint16Array<ArrayBuffer>, void> {
  const segmentRows = index.horseNum.length;
  const columnCount = byDays.length / segmentRows;
  const days = listDays(index);
  let codes = new Uint16Array();
  for (let first = 0; first < columnCount; first += columnsAtOnce) {
    const count = Math.min(columnsAtOnce, columnCount - first);
    if (codes.length !== count * segmentRows) codes = new Uint16Array(count * segmentRows);
    for (const { firstRow, rowCount } of days) {
      let from = firstRow * columnCount + first * rowCount;
      for (let column = 0; column < count; column += 1, from += rowCount) {
        codes.set(byDays.subarray(from, from + rowCount), column * segmentRows + firstRow);
      }
    }
    yield codes;
  }
}
