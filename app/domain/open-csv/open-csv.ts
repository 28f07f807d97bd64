/** The open CSV format (README, "The format"): its files, their columns, and what a refusal says. */

export const FILE_KINDS = ["races", "runners", "payouts"] as const;
/** In the order in which they are read: a runner and a payout need their race. */
export type FileKind = (typeof FILE_KINDS)[number];

/** Columns by file; `optional` ones may be missing from the header. */
const COLUMNS = {
  races: {
    required: [
      "race_id",
      "date",
      "venue",
      "venue_type",
      "race_num",
      "name",
      "start_time",
      "surface",
      "distance_m",
      "weather",
      "going",
    ],
    optional: ["status", "meeting_num", "meeting_day", "grade", "race_class"],
  },
  runners: {
    required: [
      "race_id",
      "horse_num",
      "bracket_num",
      "horse_id",
      "horse_name",
      "sex",
      "age",
      "carried_weight_kg",
      "jockey_id",
      "jockey_name",
      "trainer_id",
      "trainer_name",
      "status",
      "finish_position",
      "time_s",
      "margin_s",
      "corner_positions",
      "last_600m_s",
      "win_odds",
      "popularity",
      "body_weight_kg",
      "body_weight_change_kg",
      "prize_yen",
      "sire_name",
      "dam_sire_name",
    ],
    optional: ["trouble"],
  },
  payouts: { required: ["race_id", "bet_type", "combination", "payout_yen"], optional: [] },
} as const satisfies Record<FileKind, { required: readonly string[]; optional: readonly string[] }>;

export type ColumnName<K extends FileKind> = (typeof COLUMNS)[K]["required" | "optional"][number];

/** Position of each column in the file's rows; −1: an optional column that the file does not have. */
export type ColumnMap<K extends FileKind> = Record<ColumnName<K>, number>;

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

interface Header<K extends FileKind> {
  columns: ColumnMap<K>;
  /** Columns that the format does not know: ignored with a notice. */
  unknown: string[];
  problems: { field: string; reason: string }[];
}

/** Finds the columns of a header row, in whatever order they stand. */
export function readHeader<K extends FileKind>(kind: K, cells: readonly string[]): Header<K> {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const { required, optional } = COLUMNS[kind];
  const known: readonly string[] = [...required, ...optional];
  const problems: Header<K>["problems"] = [];
  for (const name of required) {
    if (!names.includes(name)) problems.push({ field: name, reason: "this column is missing" });
  }
  for (const name of known) {
    if (names.indexOf(name) !== names.lastIndexOf(name))
      problems.push({ field: name, reason: "this column stands twice in the header" });
  }
  const columns = Object.fromEntries(known.map((name) => [name, names.indexOf(name)])) as ColumnMap<K>;
  return { columns, unknown: names.filter((name) => name !== "" && !known.includes(name)), problems };
}

/** A piece of somebody's file inside a message: short, on one line. */
export function quote(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return JSON.stringify(short);
}
