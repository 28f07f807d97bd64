import { isCalendarDay } from "#app/domain/racing/japan-time.ts";
import {
  GOINGS,
  GRADES,
  type Payout,
  RACE_STATUSES,
  type Race,
  type RaceStatus,
  RUNNER_STATUSES,
  type Runner,
  SEXES,
  SURFACES,
  type VenueType,
  WEATHERS,
} from "#app/domain/racing/race.ts";
import { type ColumnMap, type ColumnName, type FileKind, quote } from "./open-csv.ts";

/** A race as a file gives it: without a status it is told from its runners (README.md). */
export interface ParsedRace extends Omit<Race, "status"> {
  status: RaceStatus | null;
}

/** Told about every cell that is refused; the row is then refused too. */
export type Report = (field: string, reason: string) => void;

const MAX_ID = 64;
const MAX_TEXT = 200;
const MAX_BET_TYPE = 32;
const MAX_CLASS = 40;

const WHOLE_NUMBER = /^[+-]?\d{1,15}$/;
const DECIMAL = /^[+-]?\d{1,15}(\.\d{1,15})?$/;
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;
const CORNERS = /^\d{1,2}(-\d{1,2}){0,9}$/;
const COMBINATION = /^\d{1,2}(-\d{1,2}){0,3}$/;
const RACE_ID = /^[\x21-\x7e]{1,64}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

type Field<K extends FileKind> = ColumnName<K>;

/** Typed reading of one row's cells; what cannot be read is reported and comes back as the unknown value. */
function openRow<K extends FileKind>(cells: readonly string[], columns: ColumnMap<K>, report: Report) {
  const positions: Readonly<Record<string, number>> = columns;
  const raw = (field: Field<K>): string => (cells[positions[field] ?? -1] ?? "").trim();

  function optionalText(field: Field<K>, max = MAX_TEXT): string | null {
    const text = raw(field);
    if (text === "") return null;
    if (text.length > max) report(field, `is longer than ${max} characters`);
    else if (CONTROL_CHARACTER.test(text)) report(field, `${quote(text)} holds a control character`);
    else return text;
    return null;
  }

  function number(field: Field<K>, pattern: RegExp, what: string, min: number, max: number): number | null {
    const text = raw(field);
    if (text === "") return null;
    if (!pattern.test(text)) {
      report(field, `${quote(text)} is not a ${what}`);
      return null;
    }
    const value = Number(text);
    if (value >= min && value <= max) return value;
    report(field, `${quote(text)} is not between ${min} and ${max}`);
    return null;
  }

  function required<T>(field: Field<K>, value: T | null, fallback: T): T {
    if (value !== null) return value;
    if (raw(field) === "") report(field, "is empty");
    return fallback;
  }

  function matching(field: Field<K>, pattern: RegExp, what: string): string | null {
    const text = raw(field);
    if (text === "" || pattern.test(text)) return text === "" ? null : text;
    report(field, `${quote(text)} is not ${what}`);
    return null;
  }

  return {
    raw,
    optionalText,
    text: (field: Field<K>, max?: number) => required(field, optionalText(field, max), ""),
    whole: (field: Field<K>, min: number, max: number) => number(field, WHOLE_NUMBER, "whole number", min, max),
    requiredWhole: (field: Field<K>, min: number, max: number) =>
      required(field, number(field, WHOLE_NUMBER, "whole number", min, max), min),
    decimal: (field: Field<K>, min: number, max: number) => number(field, DECIMAL, "number", min, max),
    oneOf<T extends string>(field: Field<K>, values: readonly T[]): T | null {
      const text = raw(field);
      if (text === "") return null;
      const value = values.find((candidate) => candidate === text);
      if (value === undefined) report(field, `${quote(text)} is none of ${values.join(", ")}`);
      return value ?? null;
    },
    matching,
    raceId: (field: Field<K>) =>
      required(field, matching(field, RACE_ID, "an id of 1 to 64 printable ASCII characters"), ""),
  };
}

/** `raceId` is "" when the row has none that can be used; whether the row is good is what `report` heard. */
export function parseRace(cells: readonly string[], columns: ColumnMap<"races">, report: Report): ParsedRace {
  const row = openRow(cells, columns, report);
  const date = row.text("date");
  if (date !== "" && !isCalendarDay(date)) report("date", `${quote(date)} is no calendar day (YYYY-MM-DD)`);
  return {
    raceId: row.raceId("race_id"),
    date,
    venue: row.text("venue", MAX_ID),
    venueType: row.requiredWhole("venue_type", 1, 4) as VenueType,
    raceNum: row.requiredWhole("race_num", 1, 99),
    name: row.optionalText("name") ?? "",
    startTime: row.matching("start_time", TIME_OF_DAY, "a time of day (HH:MM)"),
    surface: row.oneOf("surface", SURFACES),
    distanceM: row.whole("distance_m", 100, 10_000),
    weather: row.oneOf("weather", WEATHERS),
    going: row.oneOf("going", GOINGS),
    status: row.oneOf("status", RACE_STATUSES),
    meetingNum: row.whole("meeting_num", 1, 99),
    meetingDay: row.whole("meeting_day", 1, 99),
    grade: row.oneOf("grade", GRADES),
    raceClass: row.optionalText("race_class", MAX_CLASS),
  };
}

/**
 * @returns the runner, or "no-number" for one scratched or excluded without a horse number: such a row is skipped.
 * `raceId` and `horseNum` are "" and 0 when they cannot be used; whether the row is good is what `report` heard.
 */
export function parseRunner(
  cells: readonly string[],
  columns: ColumnMap<"runners">,
  report: Report,
): Runner | { kind: "no-number"; raceId: string } {
  const row = openRow(cells, columns, report);
  const raceId = row.raceId("race_id");
  const status = row.oneOf("status", RUNNER_STATUSES);
  if (status === null && row.raw("status") === "") report("status", "is empty");
  const horseNum = row.whole("horse_num", 1, 99);
  if (horseNum === null && row.raw("horse_num") === "") {
    if (status === "scratched" || status === "excluded") return { kind: "no-number", raceId };
    report("horse_num", "is empty (allowed only for a runner scratched or excluded)");
  }
  const finishPosition = row.whole("finish_position", 1, 99);
  if (status === "finished" && row.raw("finish_position") === "")
    report("finish_position", "is empty for a runner that finished");
  const trouble = row.oneOf("trouble", ["0", "1"]);
  return {
    raceId,
    horseNum: horseNum ?? 0,
    bracketNum: row.whole("bracket_num", 1, 99),
    horseId: row.text("horse_id", MAX_ID),
    horseName: row.text("horse_name"),
    sex: row.oneOf("sex", SEXES),
    age: row.whole("age", 1, 50),
    carriedWeightKg: row.decimal("carried_weight_kg", 1, 200),
    jockeyId: row.optionalText("jockey_id", MAX_ID),
    jockeyName: row.optionalText("jockey_name"),
    trainerId: row.optionalText("trainer_id", MAX_ID),
    trainerName: row.optionalText("trainer_name"),
    status: status ?? "entered",
    finishPosition,
    timeS: row.decimal("time_s", 1, 3600),
    // A demoted horse may have been faster than the official winner.
    marginS: row.decimal("margin_s", -600, 600),
    cornerPositions: row.matching("corner_positions", CORNERS, 'positions first to last, like "9-8-8"'),
    last600mS: row.decimal("last_600m_s", 1, 600),
    winOdds: row.decimal("win_odds", 0.1, 1_000_000),
    popularity: row.whole("popularity", 1, 99),
    bodyWeightKg: row.whole("body_weight_kg", 50, 2000),
    bodyWeightChangeKg: row.whole("body_weight_change_kg", -500, 500),
    prizeYen: row.whole("prize_yen", 0, 1e12),
    sireName: row.optionalText("sire_name"),
    damSireName: row.optionalText("dam_sire_name"),
    trouble: trouble === null ? null : trouble === "1",
  };
}

/** Bet types beyond win, place and quinella are kept as they are written (lower case, digits, underscores). */
export function parsePayout(cells: readonly string[], columns: ColumnMap<"payouts">, report: Report): Payout {
  const row = openRow(cells, columns, report);
  const betType = row.text("bet_type", MAX_BET_TYPE);
  if (betType !== "" && !/^[a-z0-9_]+$/.test(betType)) report("bet_type", `${quote(betType)} is no bet type`);
  const combination = row.matching("combination", COMBINATION, 'a combination like "6" or "6-8"');
  if (combination === null && row.raw("combination") === "") report("combination", "is empty");
  return {
    raceId: row.raceId("race_id"),
    betType,
    combination: normalCombination(betType, combination ?? ""),
    payoutYen: row.requiredWhole("payout_yen", 0, 1e12),
  };
}

/** "8-06" is "6-8" where order does not matter; exacta and trifecta rows keep their order. */
function normalCombination(betType: string, combination: string): string {
  const numbers = combination.split("-").map(Number);
  if (betType === "quinella") numbers.sort((one, other) => one - other);
  return combination === "" ? "" : numbers.join("-");
}
