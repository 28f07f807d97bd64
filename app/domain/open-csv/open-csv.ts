import type { Fields } from "#app/domain/racing/fields.ts";
import { PAYOUT_FIELDS, RACE_FIELDS, RUNNER_FIELDS } from "#app/domain/racing/records.ts";

/** The open CSV format (README, "The format"): its files, their headers, and what a refusal says. */

export const FILE_KINDS = ["races", "runners", "payouts"] as const;
/** In the order in which they are read: a runner and a payout need their race. */
export type FileKind = (typeof FILE_KINDS)[number];

/** The fields of each file's rows. */
const FIELDS: Record<FileKind, Fields> = { races: RACE_FIELDS, runners: RUNNER_FIELDS, payouts: PAYOUT_FIELDS };

/** Position of each column in the file's rows; −1: an optional column that the file does not have. */
export type ColumnMap = Readonly<Record<string, number>>;

/** Why an import is refused. `field` is a column, or what of the file is meant: "file", "header", "row". */
export interface ImportError {
  file: string;
  /** 1 is the header. */
  line: number;
  field: string;
  reason: string;
}

export function formatImportError({ file, line, field, reason }: ImportError): string {
  return `${file}:${line}: ${field}: ${reason}`;
}

/** The kind that a file's name tells (its stem; folders, `.csv` and `.csv.gz` aside), or null for any other file. */
export function kindOfFileName(name: string): FileKind | null {
  const match = /(?:^|[\\/])([a-z]+)\.csv(?:\.gz)?$/i.exec(name);
  const stem = match?.[1]?.toLowerCase();
  return FILE_KINDS.find((kind) => kind === stem) ?? null;
}

interface Header {
  columns: ColumnMap;
  /** Columns that the format does not know: ignored with a notice. */
  unknown: string[];
  problems: { field: string; reason: string }[];
}

/** Finds the columns of a header row, in whatever order they stand. */
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
