import { type RaceSlot, raceIdOf } from "#app/domain/jv-data/race-slot.ts";
import type { ImportError } from "#app/domain/open-csv/open-csv.ts";
import { quote } from "#app/domain/racing/fields.ts";
import { CELL_READERS } from "./cell-readers.ts";
import { withColumnReaders } from "./column-readers.ts";
import {
  decideRow,
  findSledgeRace,
  ID_READERS,
  isDayOfOldAges,
  JOINT_COLUMNS,
  RACE_KEY,
  type Statement,
} from "./decide-row.ts";
import { PAYOUT_COLUMNS, RACE_COLUMNS, RUNNER_COLUMNS } from "./map-format.ts";
import type { MappedTable } from "./read-table.ts";
import { isDay } from "./readers/dates.ts";
import { createRecord, errorAt, type MappedRecord, mergeCells, type Origin } from "./records.ts";
import { findVenue } from "./venues.ts";

/** Races with their runners and payouts, in the order in which they came, of all mapped tables of an import. */
export interface MappedRows {
  /** By race id, also of races that only payouts are of. */
  slots: Map<string, RaceSlot>;
  races: Map<string, MappedRecord>;
  runners: Map<string, MappedRecord>;
  payouts: Map<string, MappedRecord>;
  left: Set<string>;
}

export const createMappedRows = (): MappedRows => ({
  slots: new Map(),
  races: new Map(),
  runners: new Map(),
  payouts: new Map(),
  left: new Set(),
});

type Report = (error: ImportError) => void;
type Cells = Readonly<Record<string, string | undefined>>;

const HOW_TO_SAY = "no column of the table has it: say it by --set, or in the map's constants";

/** Reads the rows of a table by its map. @param set cells of the command line, which override the table's */
export function collectRows(
  rows: MappedRows,
  file: string,
  table: MappedTable,
  { set, report, notice }: { set: Readonly<Record<string, string>>; report: Report; notice(text: string): void },
): void {
  const { map, headerLine } = table;
  const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== ""));
  const cellsBefore = { ...map.constants, ...given };
  const missing = RACE_KEY.filter((column) => !table.columns.has(column) && (cellsBefore[column] ?? "") === "");
  for (const column of missing) report({ file, line: headerLine, field: column, reason: HOW_TO_SAY });
  if (missing.length > 0) return;
  for (const [column, value] of Object.entries(given)) {
    const [place] = table.columns.get(column) ?? [];
    if (place === undefined) continue;
    const header = place.header.replaceAll(/\s+/g, "");
    const isOfId = column === "date" && ID_READERS.has(place.reader);
    notice(`--set ${column}=${value} counts${isOfId ? ` where ${header} has no day` : `, not the column ${header}`}`);
  }
  const { columns } = withColumnReaders(table, cellsBefore);
  const leftBefore = rows.left.size;
  let hasOldAges = false;
  const agesCountFromOne = columns.get("age")?.some(({ reader }) => reader === CELL_READERS.age_from_one) ?? false;
  for (const { line, cells } of table.rows) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    const extra = cells.slice(table.width);
    if (cells.length < table.width || extra.some((cell) => cell.trim() !== "")) {
      report({ file, line, field: "row", reason: `has ${cells.length} cells where the header has ${table.width}` });
      continue;
    }
    const origin = { file, line, stage: 0 as const, headers: new Map<string, string>(), columns };
    const values = readCells(cells, origin, { given, constants: map.constants, agesCountFromOne, report });
    if (values === null) continue;
    hasOldAges ||= values.has("age") && isDayOfOldAges(values.get("date") ?? "");
    addRow(rows, values, origin, map.rows, report);
  }
  if (hasOldAges && !agesCountFromOne)
    notice(
      'ages before 2001 are read as today\'s; where the table counts from one at birth, say "read": "age_from_one"',
    );
  const left = rows.left.size - leftBefore;
  if (left > 0) notice(`left out ${left} ${left === 1 ? "sledge race" : "sledge races"} (ばんえい)`);
}

interface RowContext {
  given: Cells;
  /** Cells that count where the table has none. */
  constants: Cells;
  agesCountFromOne: boolean;
  report: Report;
}

/** The cells of a row in the open CSV format; null if one is refused. */
function readCells(
  cells: readonly string[],
  origin: Origin & { headers: Map<string, string> },
  { given, constants, agesCountFromOne, report }: RowContext,
): Map<string, string> | null {
  const values = new Map<string, string>();
  const statements = new Map<string, Statement[]>();
  const { headers, columns } = origin;
  const doubts: { column: string; reason: string }[] = [];
  const refuse = (column: string, reason: string) => doubts.push({ column, reason });
  for (const [column, value] of Object.entries(given)) if (value !== undefined) values.set(column, value);
  for (const [column, places] of columns) {
    const isJoint = JOINT_COLUMNS.has(column);
    const isGiven = column in given;
    if (isGiven && !isJoint) continue;
    const stated: Statement[] = [];
    if (isJoint) statements.set(column, stated);
    for (const { index, read, reader, header } of places) {
      if (isGiven && !ID_READERS.has(reader)) continue;
      const reading = read(cells[index] ?? "");
      if (reading === "") continue;
      if (!headers.has(column)) headers.set(column, header);
      if (typeof reading !== "string") refuse(column, reading.doubt);
      else if (isJoint) stated.push({ value: reading, reader });
      else values.set(column, reading);
      if (!isJoint) break;
    }
  }
  decideRow({ values, statements, constants }, { refuse, agesCountFromOne });
  for (const [column, value] of Object.entries(constants))
    if (value !== undefined && value !== "" && !values.has(column)) values.set(column, value);
  if (doubts.length === 0) return values;
  const { isSledge } = findSledgeRace(values);
  const serious = doubts.filter(({ column }) => !isSledge || RACE_KEY.some((key) => key === column));
  for (const { column, reason } of serious) report(errorAt(origin, column, reason));
  return serious.length === 0 ? values : null;
}

function addRow(
  rows: MappedRows,
  values: Map<string, string>,
  line: Origin,
  kind: MappedTable["map"]["rows"],
  report: Report,
): void {
  const { venue: course, isSledge } = findSledgeRace(values);
  values.set("venue", course);
  const raceId = findRaceId(values, line, report);
  if (raceId === null) return;
  if (isSledge) {
    rows.left.add(raceId);
    return;
  }
  values.set("race_id", raceId);
  const [date = "", venue = "", raceNum = ""] = RACE_KEY.map((column) => values.get(column) ?? "");
  if (isDay(date) && /^\d{1,2}$/.test(raceNum)) rows.slots.set(raceId, { date, venue, raceNum: Number(raceNum) });
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

/** Removes races of which any row shows that the product has no place for them. */
export function removeLeftRaces(rows: MappedRows): void {
  rows.slots = new Map([...rows.slots].filter(([raceId]) => !rows.left.has(raceId)));
  for (const kind of ["races", "runners", "payouts"] as const)
    rows[kind] = new Map([...rows[kind]].filter(([, { cells }]) => !rows.left.has(cells.get("race_id") ?? "")));
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
    report(errorAt(origin, column, `${quote(value)} contradicts ${quote(otherValue)} of ${other.file}:${other.line}`));
  });
}

/** Its own id, or that of day, course and number, by which races without one are known. */
function findRaceId(values: Map<string, string>, origin: Origin, report: Report): string | null {
  const refuse = (column: string, reason: string): null => {
    report(errorAt(origin, column, reason));
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
