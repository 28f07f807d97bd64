import type { ImportError } from "#app/domain/open-csv/open-csv.ts";
import { quote } from "#app/domain/racing/fields.ts";
import { isCalendarDay } from "#app/domain/racing/japan-time.ts";
import { PAYOUT_COLUMNS, RACE_COLUMNS, RUNNER_COLUMNS } from "./map-format.ts";
import type { MappedTable } from "./read-table.ts";
import { createRecord, fieldName, type MappedRecord, mergeCells, type Origin, type RaceSlot } from "./records.ts";
import { findVenue, raceIdOf } from "./venues.ts";

/** Races with their runners and payouts, in the order in which they came, of all mapped tables of an import. */
export interface MappedRows {
  /** By race id, also of races that only payouts are of. */
  slots: Map<string, RaceSlot>;
  races: Map<string, MappedRecord>;
  /** By race and horse number. */
  runners: Map<string, MappedRecord>;
  payouts: Map<string, MappedRecord>;
}

export const createMappedRows = (): MappedRows => ({
  slots: new Map(),
  races: new Map(),
  runners: new Map(),
  payouts: new Map(),
});

type Report = (error: ImportError) => void;

/** Of these a race is known; without them a table cannot be stored. */
const RACE_KEY = ["date", "venue", "race_num"] as const;
const HOW_TO_SAY = "no column of the table has it: say it by --set, or in the map's constants";

/** Reads the rows of a table by its map. @param set cells for all rows, of the command line */
export function collectRows(
  rows: MappedRows,
  file: string,
  table: MappedTable,
  { set, report }: { set: Readonly<Record<string, string>>; report: Report },
): void {
  const { map, columns, headerLine } = table;
  const constants = { ...map.constants, ...set };
  const missing = RACE_KEY.filter((column) => !columns.has(column) && (constants[column] ?? "") === "");
  for (const column of missing) report({ file, line: headerLine, field: column, reason: HOW_TO_SAY });
  if (missing.length > 0) return;
  for (const { line, cells } of table.rows) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    const extra = cells.slice(table.width);
    if (cells.length < table.width || extra.some((cell) => cell.trim() !== "")) {
      report({ file, line, field: "row", reason: `has ${cells.length} cells where the header has ${table.width}` });
      continue;
    }
    const { values, headers } = readCells(table, cells, constants);
    addRow(rows, values, { file, line, stage: 0, headers, columns }, map.rows, report);
  }
}

function readCells(
  { columns }: MappedTable,
  cells: readonly string[],
  constants: Readonly<Record<string, string | undefined>>,
): { values: Map<string, string>; headers: Map<string, string> } {
  const values = new Map<string, string>();
  const headers = new Map<string, string>();
  for (const [column, places] of columns) {
    for (const { index, read, header } of places) {
      const value = read(cells[index] ?? "");
      if (value === "") continue;
      values.set(column, value);
      headers.set(column, header);
      break;
    }
  }
  for (const [column, value] of Object.entries(constants))
    if (value !== undefined && value !== "" && !values.has(column)) values.set(column, value);
  return { values, headers };
}

function addRow(
  rows: MappedRows,
  values: Map<string, string>,
  line: Origin,
  kind: MappedTable["map"]["rows"],
  report: Report,
): void {
  const raceId = findRaceId(values, line, report);
  if (raceId === null) return;
  values.set("race_id", raceId);
  const [date = "", venue = "", raceNum = ""] = RACE_KEY.map((column) => values.get(column) ?? "");
  if (isCalendarDay(date) && /^\d{1,2}$/.test(raceNum))
    rows.slots.set(raceId, { date, venue, raceNum: Number(raceNum) });
  const status = values.get("status") ?? "entered";
  const origin: Origin = { ...line, stage: kind === "runners" && status !== "entered" ? 1 : 0 };
  if (kind === "payouts") {
    const key = `${raceId} ${values.get("bet_type")} ${values.get("combination")}`;
    add(rows.payouts, key, pick(values, PAYOUT_COLUMNS), origin, report);
    return;
  }
  add(rows.races, raceId, pick(values, RACE_COLUMNS), origin, report);
  const number = values.get("horse_num") ?? "";
  // Without a number the format takes a runner only if it does not run; such rows stay apart.
  const key = number === "" ? `${raceId} ${line.file}:${line.line}` : `${raceId} ${number}`;
  values.set("status", status);
  add(rows.runners, key, pick(values, RUNNER_COLUMNS), origin, report);
}

const pick = (values: ReadonlyMap<string, string>, columns: readonly string[]): Map<string, string> =>
  new Map(columns.flatMap((column) => (values.has(column) ? [[column, values.get(column) ?? ""]] : [])));

function add(
  records: Map<string, MappedRecord>,
  key: string,
  cells: ReadonlyMap<string, string>,
  origin: Origin,
  report: Report,
): void {
  const record = records.get(key) ?? createRecord(origin);
  records.set(key, record);
  mergeCells(record, cells, origin, ({ column, other, value, otherValue }) => {
    const reason = `${quote(value)} contradicts ${quote(otherValue)} of ${other.file}:${other.line}`;
    report({ file: origin.file, line: origin.line, field: fieldName(column, origin), reason });
  });
}

/** Its own id, or that of day, course and number, by which races without one are known. */
function findRaceId(values: Map<string, string>, origin: Origin, report: Report): string | null {
  const refuse = (column: string, reason: string): null => {
    report({ file: origin.file, line: origin.line, field: fieldName(column, origin), reason });
    return null;
  };
  const [date = "", name = "", number = ""] = RACE_KEY.map((column) => values.get(column) ?? "");
  for (const column of RACE_KEY) if ((values.get(column) ?? "") === "") return refuse(column, "is empty");
  const venue = findVenue(name);
  if (venue !== null && !values.has("venue_type")) values.set("venue_type", String(venue.type));
  const own = values.get("race_id") ?? "";
  if (own !== "") return own;
  if (venue === null) return refuse("venue", `${quote(name)} is no racecourse of Japan (東京, 大井, …)`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date))
    return refuse("date", `${quote(date)} is no day (2026-11-22, 2026年11月22日, …)`);
  if (!/^\d{1,2}$/.test(number)) return refuse("race_num", `${quote(number)} is no race number (11, 11R, …)`);
  return raceIdOf({ date, code: venue.code, raceNum: Number(number) });
}
