import { CELL_READERS } from "./cell-readers.ts";
import type { MappedCell, MappedTable } from "./read-table.ts";
import { createTrainerReader } from "./readers/people.ts";
import type { CellReader, Reading } from "./readers/plain.ts";
import { createOddsReader } from "./readers/results.ts";
import { createTimeReader } from "./readers/running-times.ts";

type Cells = Readonly<Record<string, string | undefined>>;

/** Values of a column repeat; beyond this many they are hardly worth keeping. */
const KEPT_READINGS = 20_000;

/** Readers that need the whole column to decide what a cell means. */
const COLUMN_READERS = new Map<CellReader, (table: MappedTable, place: MappedCell, constants: Cells) => CellReader>([
  [CELL_READERS.seconds, timeReader],
  [CELL_READERS.odds, (table, place) => createOddsReader(cellsOf(table, place))],
  [CELL_READERS.trainer, trainerReader],
]);

const cellsOf = ({ rows }: MappedTable, { index }: MappedCell): string[] => rows.map(({ cells }) => cells[index] ?? "");

function firstValueOf(table: MappedTable, cells: readonly string[], column: string, constants: Cells): string {
  for (const { index, read } of table.columns.get(column) ?? []) {
    const reading = read(cells[index] ?? "");
    if (typeof reading === "string" && reading !== "") return reading;
  }
  return constants[column] ?? "";
}

function timeReader(table: MappedTable, { index }: MappedCell, constants: Cells): CellReader {
  return createTimeReader(
    table.rows.map(({ cells }) => {
      const distance = firstValueOf(table, cells, "distance_m", constants);
      return { cell: cells[index] ?? "", distanceM: /^\d{3,4}$/.test(distance) ? Number(distance) : null };
    }),
  );
}

function trainerReader(table: MappedTable, place: MappedCell, constants: Cells): CellReader {
  const venues = new Set(table.rows.map(({ cells }) => firstValueOf(table, cells, "venue", constants)));
  return createTrainerReader(cellsOf(table, place), venues);
}

function remembering(read: CellReader): CellReader {
  const known = new Map<string, Reading>();
  return (cell) => {
    const before = known.get(cell);
    if (before !== undefined) return before;
    const reading = read(cell);
    if (known.size < KEPT_READINGS) known.set(cell, reading);
    return reading;
  };
}

/** The table with readers that know its columns. @param constants cells for rows whose columns have none */
export function withColumnReaders(table: MappedTable, constants: Cells): MappedTable {
  const columns = (change: (place: MappedCell) => CellReader) =>
    new Map(
      [...table.columns].map(([column, places]) => [
        column,
        places.map((place) => ({ ...place, read: change(place) })),
      ]),
    );
  const remembered = { ...table, columns: columns(({ reader }) => remembering(reader)) };
  return {
    ...table,
    columns: columns((place) => {
      const create = COLUMN_READERS.get(place.reader);
      return remembering(create === undefined ? place.reader : create(remembered, place, constants));
    }),
  };
}
