import { quote } from "#app/domain/racing/fields.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import { CELL_READERS } from "./cell-readers.ts";
import { isJumpName, readGoingOn, SLEDGE_MARK } from "./readers/conditions.ts";
import { isDay, joinDays } from "./readers/dates.ts";
import type { CellReader, Reading } from "./readers/plain.ts";
import { findVenue } from "./venues.ts";

export interface Statement {
  value: string;
  reader: CellReader;
}

export interface RowReadings {
  /** Cells of the open CSV format, also those of `--set`. */
  values: Map<string, string>;
  statements: ReadonlyMap<string, readonly Statement[]>;
  constants: Readonly<Record<string, string | undefined>>;
}

export const RACE_KEY = ["date", "venue", "race_num"] as const;

const MEETING_COLUMNS = ["meeting_num", "meeting_day"] as const;

/** All cells of these columns must agree. In other columns the first cell that is not empty counts. */
export const JOINT_COLUMNS: ReadonlySet<string> = new Set([...RACE_KEY, ...MEETING_COLUMNS, "surface", "status"]);

export const ID_READERS: ReadonlySet<CellReader> = new Set([
  CELL_READERS.id_date,
  CELL_READERS.id_venue,
  CELL_READERS.id_race_num,
  CELL_READERS.id_meeting_num,
  CELL_READERS.id_meeting_day,
]);

const FIRST_YEAR_OF_AGES_FROM_ZERO = "2001";

type Refuse = (column: string, reason: string) => void;

export function decideRow(
  row: RowReadings,
  { refuse, agesCountFromOne }: { refuse: Refuse; agesCountFromOne: boolean },
) {
  const { values, statements } = row;
  decideRaceKey(row, refuse);
  put(values, "status", join((statements.get("status") ?? []).map(({ value }) => value)), refuse);
  decideSurface(row, refuse);
  const going = values.get("going");
  if (going !== undefined) values.set("going", readGoingOn(going, values.get("surface") ?? ""));
  decideLast600(values, refuse);
  if (values.get("body_weight_change_kg") === "0" && !values.has("body_weight_kg"))
    values.delete("body_weight_change_kg");
  const age = values.get("age");
  if (agesCountFromOne && age !== undefined && isDayOfOldAges(values.get("date") ?? ""))
    values.set("age", String(Number(age) - 1));
}

/** Whether ages of a day may be counted from one, as everybody in Japan did until 2000. */
export const isDayOfOldAges = (date: string): boolean => isDay(date) && date < FIRST_YEAR_OF_AGES_FROM_ZERO;

function put(values: Map<string, string>, column: string, reading: Reading, refuse: Refuse): void {
  if (typeof reading !== "string") refuse(column, reading.doubt);
  else if (reading !== "" && !values.has(column)) values.set(column, reading);
}

function join(stated: readonly string[]): Reading {
  if (stated.length < 2) return stated[0] ?? "";
  const different = [...new Set(stated)];
  return different.length > 1
    ? { doubt: `${different.map(quote).join(" and ")} contradict each other` }
    : (different[0] ?? "");
}

function decideRaceKey({ values, statements, constants }: RowReadings, refuse: Refuse): void {
  const decide = (column: string, texts: readonly string[]): Reading => {
    const joined = column === "date" ? joinDays(texts) : join(texts);
    const constant = constants[column] ?? "";
    if (constant === "" || isDecided(column, joined)) return joined;
    return column === "date" ? joinDays([...texts, constant]) : constant;
  };
  const stated = (column: string, isOfId: boolean): string[] =>
    (statements.get(column) ?? []).filter(({ reader }) => ID_READERS.has(reader) === isOfId).map(({ value }) => value);
  if (RACE_KEY.some((column) => stated(column, true).length > 0)) {
    completeById(values, { decide, stated, refuse });
    return;
  }
  for (const column of RACE_KEY)
    if (!values.has(column)) put(values, column, decide(column, stated(column, false)), refuse);
  for (const column of MEETING_COLUMNS) put(values, column, join(stated(column, false)), refuse);
}

const isDecided = (column: string, reading: Reading): boolean =>
  typeof reading === "string" && (column === "date" ? isDay(reading) : reading !== "");

interface IdContext {
  decide(column: string, texts: readonly string[]): Reading;
  stated(column: string, isOfId: boolean): string[];
  refuse: Refuse;
}

/** A race's id fills what the row lacks; where the row has all of its own, the id may be of another form. */
function completeById(values: Map<string, string>, { decide, stated, refuse }: IdContext): void {
  const own = (column: string): string[] => {
    const set = values.get(column);
    return set === undefined ? stated(column, false) : [set];
  };
  const isComplete = RACE_KEY.every((column) => isDecided(column, decide(column, own(column))));
  let agrees = true;
  for (const column of RACE_KEY) {
    const ofId = stated(column, true);
    // A day set for all rows is meant for races whose id has none.
    if (column === "date" && values.has(column)) values.set(column, ofId.find(isDay) ?? values.get(column) ?? "");
    put(values, column, decide(column, isComplete ? own(column) : [...own(column), ...ofId]), refuse);
    const value = values.get(column) ?? "";
    agrees &&= ofId.every((text) => (column === "date" ? value.startsWith(text) : value === text));
  }
  for (const column of MEETING_COLUMNS) {
    const ofRow = stated(column, false);
    put(values, column, join(ofRow.length > 0 || !agrees ? ofRow : stated(column, true)), refuse);
  }
}

/** A track code counts before the letter of turf and dirt, which jump races have too. */
function decideSurface({ values, statements }: RowReadings, refuse: Refuse): void {
  if (values.has("surface")) return;
  const stated = statements.get("surface") ?? [];
  const isJump = stated.some(({ value }) => value === "jump");
  const joined = isJump ? "jump" : join(stated.map(({ value }) => value));
  put(values, "surface", joined, refuse);
  const hasCode = stated.some(({ reader }) => reader === CELL_READERS.track_code);
  if (isJump || hasCode || findVenue(values.get("venue") ?? "")?.type !== VenueType.central) return;
  const names = [values.get("name") ?? "", values.get("race_class") ?? ""];
  if (names.some(isJumpName)) values.set("surface", "jump");
  else if (names.some((name) => name.includes("ジャンプ")) && values.has("surface"))
    refuse(
      "surface",
      `${quote(values.get("surface") ?? "")} of a race named ジャンプ may be a jump race: no column has the track code`,
    );
}

/** Sites print the mean of 200 m for jump races. */
const FASTEST_LAST_600 = 25;

function decideLast600(values: Map<string, string>, refuse: Refuse): void {
  const seconds = Number(values.get("last_600m_s") ?? Number.NaN);
  if (!(seconds < FASTEST_LAST_600)) return;
  if (values.get("surface") === "jump") values.delete("last_600m_s");
  else refuse("last_600m_s", `${quote(values.get("last_600m_s") ?? "")} is no time over 600 m`);
}

const SLEDGE_COURSES: readonly string[] = ["帯広", "北見", "岩見沢", "旭川"];
/** From this year these courses had no flat races. */
const SLEDGES_ONLY_FROM = "1998";
const LEAST_SLEDGE_KG = 200;
const LONGEST_SLEDGE_M = 300;

/** The course of a race without the mark of sledge races (ばんえい), and whether it is one. */
export function findSledgeRace(values: ReadonlyMap<string, string>): { venue: string; isSledge: boolean } {
  const text = values.get("venue") ?? "";
  const venue = text.replace(SLEDGE_MARK, "");
  if (venue !== text) return { venue, isSledge: true };
  if (!SLEDGE_COURSES.includes(venue)) return { venue, isSledge: false };
  const hasNoFlatRaces = venue !== "旭川" && (values.get("date") ?? "") >= SLEDGES_ONLY_FROM;
  const isHeavy = Number(values.get("carried_weight_kg") ?? 0) >= LEAST_SLEDGE_KG;
  const distance = Number(values.get("distance_m") ?? 0);
  return { venue, isSledge: hasNoFlatRaces || isHeavy || (distance > 0 && distance <= LONGEST_SLEDGE_M) };
}
