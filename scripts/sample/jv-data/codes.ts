import { weekdayOf } from "#app/domain/racing/japan-time.ts";
import {
  type Going,
  type Grade,
  type Sex,
  type TrainerBase,
  VenueType,
  type Weather,
  type WeightRule,
} from "#app/domain/racing/race.ts";
import type { Race } from "#app/domain/racing/records.ts";

/** The code tables of JV-Data, from the product's values to codes. */
export const SEX_CODE: Readonly<Record<Sex, string>> = { male: "1", female: "2", gelding: "3" };

export const WEATHER_CODE: Readonly<Record<Weather, string>> = {
  fine: "1",
  cloudy: "2",
  rainy: "3",
  drizzle: "4",
  snow: "5",
  light_snow: "6",
};

export const GOING_CODE: Readonly<Record<Going, string>> = { firm: "1", good: "2", yielding: "3", soft: "4" };

const GRADE_CODE: Readonly<Record<Grade, string>> = { G1: "A", G2: "B", G3: "C", stakes: "D", listed: "L" };
const NAMED_RACE = "E";

/** A race with a name of its own and without a grade has a code, too. */
export function gradeCode({ grade, name, raceClass }: Race): string {
  if (grade !== null) return GRADE_CODE[grade];
  return name === raceClass || name === "" ? " " : NAMED_RACE;
}

const TURF_WAYS: Readonly<Record<string, string>> = { 直線: "10", 左: "11", "左・外": "12", 右: "17", "右・外": "18" };
const DIRT_WAYS: Readonly<Record<string, string>> = { 左: "23", 右: "24" };
const JUMP = "54";

export function trackCode({ surface, courseWay }: Race): string {
  if (surface === "jump") return JUMP;
  return (surface === "turf" ? TURF_WAYS : DIRT_WAYS)[courseWay ?? ""] ?? "00";
}

export const WEIGHT_RULE_CODE: Readonly<Record<WeightRule, number>> = { handicap: 1, special: 2, age: 3, set: 4 };

/** Table 2006 of 「(混)牝[指]」. */
export function entryMarksCode(marks: string | null): string {
  const [, origin = "", sex, limit = ""] = /^(\(混\)|\(国際\))?(牝)?(\(指\)|\[指\])?$/.exec(marks ?? "") ?? [];
  const origins: Readonly<Record<string, string>> = { "(混)": "A", "(国際)": "N" };
  const limits: Readonly<Record<string, string>> = { "(指)": "1", "[指]": "3" };
  return `${origins[origin] ?? 0}${sex === undefined ? 0 : 2}${limits[limit] ?? 0}`;
}

export const TRAINER_BASE_CODE: Readonly<Record<TrainerBase, number>> = { miho: 1, ritto: 2, regional: 3, foreign: 4 };

export const APPRENTICE_CODE: Readonly<Record<string, number>> = { "☆": 1, "△": 2, "▲": 3 };

const LENGTHS: Readonly<Record<string, string>> = {
  ...{ アタマ: "A  ", 同着: "D  ", ハナ: "H  ", クビ: "K  ", 大差: "T  ", "10": "Z  " },
};

/** Table 2102: `112` is 1 1/2. */
export function lengthsCode(lengths: string | null): string {
  if (lengths === null) return "   ";
  const [, whole = " ", above = " ", below = " "] = /^(\d)?(?: ?(\d)\/(\d))?$/.exec(lengths) ?? [];
  return LENGTHS[lengths] ?? `${whole}${above}${below}`;
}

const WEEKDAY_CODES = ["2", "4", "5", "6", "7", "8", "1"] as const;

export const weekdayCode = (date: string): string => WEEKDAY_CODES[weekdayOf(date)] ?? "0";

/** What a class in words comes to in codes. */
interface ClassCodes {
  ages: string;
  /** Table 2007, for ages 2, 3, 4, 5 and more, and for the youngest. */
  conditions: readonly string[];
  /** The class in words, where codes do not tell it. */
  words: string;
}

const AGES: Readonly<Record<string, string>> = { "2歳": "11", "3歳": "12", "3歳以上": "13", "4歳以上": "14" };
const JUMP_AGES: Readonly<Record<string, string>> = { "3歳以上": "18", "4歳以上": "19" };
const CONDITIONS: Readonly<Record<string, string>> = {
  新馬: "701",
  未勝利: "703",
  "1勝クラス": "005",
  "2勝クラス": "010",
  "3勝クラス": "016",
  オープン: "999",
};
const YOUNGEST: Readonly<Record<string, number>> = { "11": 0, "12": 1, "13": 1, "14": 2, "18": 1, "19": 2 };
const OLDEST: Readonly<Record<string, number>> = { "11": 0, "12": 1 };
const NO_CONDITION = "000";
const NO_AGES = "00";
/** Before, classes of central races were named by prize money, which the sample does not do. */
const CLASSES_BY_WINS_FROM = "2019-06";

/** @throws {RangeError} for a class of central races that has no codes */
export function classCodes({ raceClass, venueType, date }: Race): ClassCodes {
  const [, jump, who = "", what = ""] = /^(障害)?([23]歳(?:以上)?|4歳以上)?(.*)$/.exec(raceClass ?? "") ?? [];
  const ages = (jump === undefined ? AGES[who] : JUMP_AGES[who]) ?? NO_AGES;
  if (venueType !== VenueType.central) {
    return { ages, conditions: Array(5).fill(NO_CONDITION), words: raceClass ?? "" };
  }
  const condition = CONDITIONS[what];
  if (condition === undefined || ages === NO_AGES) throw new RangeError(`the class ${raceClass} has no codes`);
  const [youngest, oldest] = [YOUNGEST[ages] ?? 0, OLDEST[ages] ?? 3];
  const byAge = [0, 1, 2, 3].map((age) => (age >= youngest && age <= oldest ? condition : NO_CONDITION));
  const isByWins = what.endsWith("勝クラス");
  return {
    ages,
    conditions: [...byAge, condition],
    words: isByWins && date < CLASSES_BY_WINS_FROM ? (raceClass ?? "") : "",
  };
}
