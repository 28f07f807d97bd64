import { weekdayOf } from "#app/domain/racing/japan-time.ts";
import { type Going, type Grade, type Sex, type Surface, VenueType, type Weather } from "#app/domain/racing/race.ts";
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

const LEFT_HANDED = new Set(["新潟", "東京", "中京", "盛岡", "浦和", "船橋", "川崎"]);
const STRAIGHT_TURF = "10";
const TURF = { left: "11", right: "17" };
const DIRT = { left: "23", right: "24" };
const JUMP = "54";

export function trackCode({ surface, venue, distanceM }: Race): string {
  const hand = LEFT_HANDED.has(venue) ? "left" : "right";
  const codes: Readonly<Record<Surface, string>> = {
    turf: venue === "新潟" && distanceM === 1000 ? STRAIGHT_TURF : TURF[hand],
    dirt: DIRT[hand],
    jump: JUMP,
  };
  return surface === null ? "00" : codes[surface];
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
