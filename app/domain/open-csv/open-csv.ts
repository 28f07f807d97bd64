import type { Fields } from "#app/domain/racing/fields.ts";
import { PAYOUT_FIELDS, RACE_FIELDS, RUNNER_FIELDS } from "#app/domain/racing/records.ts";

/** The open CSV format (README, "The format"): files, headers and refusals. */

export const FILE_KINDS = ["races", "runners", "payouts"] as const;
/** In reading order: a runner and a payout need their race. */
export type FileKind = (typeof FILE_KINDS)[number];

export const columnsOf = (fields: Fields): string[] => Object.values(fields).map(({ column }) => column);

/** A row, without its line end. */
export const csvLine = (cells: readonly string[]): string =>
  cells.map((cell) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",");

const FIELDS: Record<FileKind, Fields> = { races: RACE_FIELDS, runners: RUNNER_FIELDS, payouts: PAYOUT_FIELDS };

/** Position of each column; −1: an optional column is missing. */
export type ColumnMap = Readonly<Record<string, number>>;

/** `field` is a column, or "file", "header", "row". */
export interface ImportError {
  file: string;
  /** 1 is the header. */
  line: number;
  field: string;
  reason: string;
}

/** The first ones are listed, all are counted. */
export interface FindingList {
  errors: ImportError[];
  errorCount: number;
  notices: string[];
  noticeCount: number;
}

export function formatImportError({ file, line, field, reason }: ImportError): string {
  return `${file}:${line}: ${field}: ${reason}`;
}

/** By the stem; folders, `.csv` and `.csv.gz` are ignored. Null for other files. */
export function kindOfFileName(name: string): FileKind | null {
  const match = /(?:^|[\\/])([a-z]+)\.csv(?:\.gz)?$/i.exec(name);
  const stem = match?.[1]?.toLowerCase();
  return FILE_KINDS.find((kind) => kind === stem) ?? null;
}

interface Header {
  columns: ColumnMap;
  /** Unknown columns: ignored with a notice. */
  unknown: string[];
  problems: { field: string; reason: string }[];
}

export function readHeader(kind: FileKind, cells: readonly string[]): Header {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const fields = Object.values(FIELDS[kind]);
  const known = fields.map(({ column }) => column);
  const problems: Header["problems"] = [];
  for (const { column, isOptional } of fields) {
    if (!isOptional && !names.includes(column)) problems.push({ field: column, reason: "this column is missing" });
  }
  for (const name of known) {
    if (names.indexOf(name) !== names.lastIndexOf(name))
      problems.push({ field: name, reason: "this column stands twice in the header" });
  }
  const columns = Object.fromEntries(known.map((name) => [name, names.indexOf(name)]));
  return { columns, unknown: names.filter((name) => name !== "" && !known.includes(name)), problems };
}
