import type { ImportError } from "#app/domain/open-csv/open-csv.ts";
import type { MappedCell } from "./read-table.ts";

export interface Origin {
  file: string;
  line: number;
  /** Lines with a result count more than lines of a card, where both have a cell. */
  stage: 0 | 1;
  /** Header of the cell that each column was read from; a column without one was empty, or is no cell's. */
  headers: ReadonlyMap<string, string>;
  columns: ReadonlyMap<string, readonly MappedCell[]>;
}

/** Cells of one race, runner or payout in the open CSV format, each with the line it comes from. */
export interface MappedRecord {
  cells: Map<string, string>;
  origins: Map<string, Origin>;
  origin: Origin;
}

export interface Contradiction {
  column: string;
  origin: Origin;
  other: Origin;
  value: string;
  otherValue: string;
}

export function createRecord(origin: Origin): MappedRecord {
  return { cells: new Map(), origins: new Map(), origin };
}

/** Who ran does not change from the card to the result: two horses with one number are a mistake. */
const FIXED_COLUMNS: ReadonlySet<string> = new Set(["horse_id", "horse_name"]);

/** Adds the cells of a line to a record that other lines may have filled: a race has a line for each runner. */
export function mergeCells(
  record: MappedRecord,
  cells: ReadonlyMap<string, string>,
  origin: Origin,
  contradict: (found: Contradiction) => void,
): void {
  for (const [column, value] of cells) {
    if (value === "") continue;
    const otherValue = record.cells.get(column);
    const other = record.origins.get(column);
    if (otherValue !== undefined && other !== undefined) {
      if (otherValue === value) continue;
      if (other.stage === origin.stage || FIXED_COLUMNS.has(column)) {
        contradict({ column, origin, other, value, otherValue });
        continue;
      }
      if (other.stage > origin.stage) continue;
    }
    record.cells.set(column, value);
    record.origins.set(column, origin);
  }
}

/** What is wrong with a column, by the line and the header that it was, or would have been, read from. */
export function errorAt({ file, line, headers, columns }: Origin, column: string, reason: string): ImportError {
  const header = headers.get(column) ?? columns.get(column)?.[0]?.header;
  const field = header === undefined ? column : `${header.replaceAll(/\s+/g, "")} (${column})`;
  return { file, line, field, reason };
}

export const originOf = (record: MappedRecord, column: string): Origin => record.origins.get(column) ?? record.origin;
