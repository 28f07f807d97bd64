import { createChunkWriter } from "#app/adapters/imports/staging.server.ts";
import type { ImportRecord } from "#app/db/racing/imports.server.ts";
import type { CsvBlock } from "#app/domain/open-csv/csv-reader.ts";
import type { ColumnMap, FileKind } from "#app/domain/open-csv/open-csv.ts";
import { createSeenRows } from "#app/domain/open-csv/seen-rows.ts";
import { quote, type Report } from "#app/domain/racing/fields.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { createCsvContradictions } from "./csv-contradictions.server.ts";
import { createFindings } from "./import-findings.server.ts";
import type { ImportLimits } from "./import-limits.server.ts";
import { createRaceNumbers, NO_RACE } from "./race-numbers.server.ts";

export interface OpenFile {
  kind: FileKind;
  name: string;
  width: number;
  columns: ColumnMap;
}

export type TakeRows = (block: CsvBlock) => Promise<void>;

export type ImportState = ReturnType<typeof createImportState>;

export function createImportState({ db, store, now }: Deps, record: ImportRecord, limits: ImportLimits) {
  const { id: importId, source } = record;
  const findings = createFindings();
  const raceNumbers = createRaceNumbers(db, source);
  return {
    ...{ db, source, limits, findings, raceNumbers },
    contradictions: createCsvContradictions({ db, findings, raceNumbers }, japanDay(now())),
    writer: createChunkWriter(store, { importId, chunkCharacters: limits.chunkCharacters }),
    /** Keys and contents of the open kind. */
    seen: createSeenRows(),
    /** Day, venue and number of each race. */
    slots: createSeenRows(),
    /** New ids of stored races. */
    aliases: new Map<string, string>(),
    /** Further ids of new races, and their first ids. */
    laterIds: new Map<string, string>(),
    /** By race number. */
    payoutsOfRace: [] as number[],
    /** Their payouts are deleted. */
    racesWithoutPayouts: new Set<number>(),
    rowCounts: { races: 0, runners: 0, payouts: 0 },
    /** With the same content. */
    givenTwice: 0,
    /** Without a number. */
    skipped: 0,
    /** With a sire. */
    pedigree: { starters: 0, known: 0 },
  };
}

/** After the first error rows are checked but not staged. */
export const isSound = ({ findings }: ImportState): boolean => findings.list.errorCount === 0;

interface ParsedRow<T> {
  line: number;
  value: T;
  /** False: a cell was refused. */
  isGood: boolean;
}

/** Reports what cannot be read. */
export function parseRows<T>(
  { findings, rowCounts }: ImportState,
  { kind, name: file, width, columns }: OpenFile,
  block: CsvBlock,
  parse: (cells: string[], columns: ColumnMap, report: Report) => T,
): ParsedRow<T>[] {
  rowCounts[kind] += block.rows.length;
  const parsed: ParsedRow<T>[] = [];
  for (const [index, cells] of block.rows.entries()) {
    const line = block.lines[index] as number;
    if (cells.length !== width) {
      findings.error({ file, line, field: "row", reason: `has ${cells.length} cells where the header has ${width}` });
      continue;
    }
    let isGood = true;
    const value = parse(cells, columns, (field, reason) => {
      isGood = false;
      findings.error({ file, line, field, reason });
    });
    parsed.push({ line, value, isGood });
  }
  return parsed;
}

export function underStoredId<T extends { raceId: string }>({ raceNumbers }: ImportState, row: T): T {
  const raceId = raceNumbers.storedIdOf(row.raceId);
  return raceId === row.raceId ? row : { ...row, raceId };
}

/** Good rows with the numbers of their races. Reports unknown races, unless the row's race id was refused (""). */
export async function parseRowsOfRaces<T extends { raceId: string }>(
  state: ImportState,
  file: OpenFile,
  block: CsvBlock,
  parse: (cells: string[], columns: ColumnMap, report: Report) => T,
): Promise<Iterable<{ line: number; value: T; number: number }>> {
  const rows = parseRows(state, file, block, parse);
  await state.raceNumbers.learn(rows.map(({ value }) => value.raceId));
  return numbered(state, file, rows);
}

/** One by one, so that the findings of a row stay together. */
function* numbered<T extends { raceId: string }>(
  { findings, raceNumbers }: ImportState,
  { name: file }: OpenFile,
  rows: readonly ParsedRow<T>[],
): Generator<{ line: number; value: T; number: number }> {
  for (const { line, value, isGood } of rows) {
    const { raceId } = value;
    const number = raceNumbers.find(raceId);
    if (number === NO_RACE && raceId !== "") {
      const reason = `race ${quote(raceId)} is neither in this import nor stored`;
      findings.error({ file, line, field: "race_id", reason });
    }
    if (number !== NO_RACE && isGood) yield { line, value, number };
  }
}
