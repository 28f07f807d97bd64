import { COURSE_WAY_CODES, entryMarksOf, GRADE_CODES, LENGTH_CODES, SURFACE_CODES } from "#app/domain/jv-data/codes.ts";
import { AGE_WORDS, raceClassOf } from "#app/domain/jv-data/race-class.ts";
import { weekdayOf } from "#app/domain/racing/japan-time.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import type { Race } from "#app/domain/racing/records.ts";

/** The product's code tables, from values to codes. */

/** The first code of a value; `none` without one. */
export function codeOf<T>(codes: Readonly<Record<string, T>>, value: T | null, none = "0"): string {
  return Object.keys(codes).find((code) => codes[code] === value) ?? none;
}

/** A race with a name of its own and without a grade has a code, too. */
export function gradeCode({ grade, name, raceClass }: Race): string {
  return grade === null && (name === raceClass || name === "") ? " " : codeOf(GRADE_CODES, grade);
}

export function trackCode({ surface, courseWay }: Race): string {
  const codes = Object.keys(SURFACE_CODES).filter((code) => SURFACE_CODES[code] === surface);
  return codes.find((code) => COURSE_WAY_CODES[code] === courseWay) ?? "00";
}

const ENTRY_MARKS = ["0", "A", "N"].flatMap((origin) =>
  ["0", "2"].flatMap((sex) => ["0", "1", "3"].map((limit) => origin + sex + limit)),
);

/** Table 2006 of 「(混)牝[指]」. */
export const entryMarksCode = (marks: string | null): string =>
  ENTRY_MARKS.find((code) => entryMarksOf(code) === (marks ?? "")) ?? "000";

/** Table 2102: `112` is 1 1/2. */
export function lengthsCode(lengths: string | null): string {
  if (lengths === null) return "   ";
  const [, whole = " ", above = " ", below = " "] = /^(\d)?(?: ?(\d)\/(\d))?$/.exec(lengths) ?? [];
  return codeOf(LENGTH_CODES, lengths, `${whole}${above}${below}`).padEnd(3);
}

export const weekdayCode = (date: string): string => "2456781".charAt(weekdayOf(date));

/** What a class in words comes to in codes. */
interface ClassCodes {
  ages: string;
  /** Table 2007, for ages 2, 3, 4, 5 and more, and for the youngest. */
  conditions: readonly string[];
  /** The class in words, where codes do not tell it. */
  words: string;
}

const CONDITIONS = ["701", "703", "005", "010", "016", "999"];
const NO_CONDITION = "000";
/** Since June 2019 classes are named by wins, as the sample always does. */
const CLASSES_BY_WINS = "2019-06-01";

/** @throws {RangeError} for a class of central races that has no codes */
export function classCodes({ raceClass, venueType, date }: Race): ClassCodes {
  const words = raceClass ?? "";
  const [ages, who] = Object.entries(AGE_WORDS).findLast(([, known]) => words.startsWith(known)) ?? ["00", ""];
  if (venueType !== VenueType.central) return { ages, conditions: Array(5).fill(NO_CONDITION), words };
  const condition = CONDITIONS.find((code) => raceClassOf({ ages, condition: code, date: CLASSES_BY_WINS }) === words);
  if (condition === undefined) throw new RangeError(`the class ${raceClass} has no codes`);
  const youngest = Number(/\d/.exec(who)?.[0]) - 2;
  const oldest = who.endsWith("以上") ? 3 : youngest;
  const byAge = [0, 1, 2, 3].map((age) => (age >= youngest && age <= oldest ? condition : NO_CONDITION));
  return {
    ages,
    conditions: [...byAge, condition],
    words: raceClassOf({ ages, condition, date }) === words ? "" : words,
  };
}
