import { type Going, type Grade, type Sex, type Surface, VenueType, type Weather } from "#app/domain/racing/race.ts";

/** The code tables of JV-Data that rows use; a blank or zero code means unknown in all of them. */

interface Venue {
  name: string;
  type: VenueType;
}

const { central, nankan, monbetsu, otherRegional } = VenueType;

function venues(type: VenueType, names: Readonly<Record<string, string>>): Record<string, Venue> {
  return Object.fromEntries(Object.entries(names).map(([code, name]) => [code, { name, type }]));
}

/** Table 2001, Japan. 58 to 61 are regional meetings at central courses. */
export const VENUES: Readonly<Record<string, Venue>> = {
  ...venues(central, {
    "01": "札幌",
    "02": "函館",
    "03": "福島",
    "04": "新潟",
    "05": "東京",
    "06": "中山",
    "07": "中京",
    "08": "京都",
    "09": "阪神",
    "10": "小倉",
  }),
  ...venues(nankan, { "42": "浦和", "43": "船橋", "44": "大井", "45": "川崎" }),
  ...venues(monbetsu, { "30": "門別" }),
  ...venues(otherRegional, {
    "31": "北見",
    "32": "岩見沢",
    "33": "帯広",
    "34": "旭川",
    "35": "盛岡",
    "36": "水沢",
    "37": "上山",
    "38": "三条",
    "39": "足利",
    "40": "宇都宮",
    "41": "高崎",
    "46": "金沢",
    "47": "笠松",
    "48": "名古屋",
    "49": "紀三井寺",
    "50": "園田",
    "51": "姫路",
    "52": "益田",
    "53": "福山",
    "54": "高知",
    "55": "佐賀",
    "56": "荒尾",
    "57": "中津",
    "58": "札幌",
    "59": "函館",
    "60": "新潟",
    "61": "中京",
  }),
};

/** Courses abroad have a letter. */
export const FOREIGN_VENUE = /^[A-Z][0-9]$/;

/** ばんえい at Obihiro: draught horses with sledges; some of their figures are hexadecimal. */
export const SLEDGE_VENUE = "83";

/**
 * Table 2003; J・GI to J・GIII differ from the flat grades only by the surface, and E is a named race without a grade.
 * The meaning of further regional codes was inferred from races: P to S are stakes by the organisers' grades, T is
 * below stakes.
 */
export const GRADE_CODES: Readonly<Record<string, Grade | null>> = {
  A: "G1",
  B: "G2",
  C: "G3",
  D: "stakes",
  E: null,
  F: "G1",
  G: "G2",
  H: "G3",
  L: "listed",
  P: "stakes",
  Q: "stakes",
  R: "stakes",
  S: "stakes",
  T: null,
};

/** Table 2009; sand counts as dirt. */
export const SURFACE_CODES: Readonly<Record<string, Surface>> = {
  ...codesFromTo(10, 22, "turf"),
  ...codesFromTo(23, 29, "dirt"),
  ...codesFromTo(51, 59, "jump"),
};

/** Table 2010: 良, 稍重, 重, 不良. */
export const GOING_CODES: Readonly<Record<string, Going>> = { "1": "firm", "2": "good", "3": "yielding", "4": "soft" };

/** Table 2011. */
export const WEATHER_CODES: Readonly<Record<string, Weather>> = {
  "1": "fine",
  "2": "cloudy",
  "3": "rainy",
  "4": "drizzle",
  "5": "snow",
  "6": "light_snow",
};

/** Table 2202. */
export const SEX_CODES: Readonly<Record<string, Sex>> = { "1": "male", "2": "female", "3": "gelding" };

/** Table 2101. */
export const ABNORMALITY_CODES = {
  "1": "scratched",
  "2": "excluded",
  "3": "excluded",
  "4": "did_not_finish",
  "5": "disqualified",
  "6": "remounted",
  "7": "demoted",
} as const;
export type Abnormality = (typeof ABNORMALITY_CODES)[keyof typeof ABNORMALITY_CODES];

function codesFromTo<T>(first: number, last: number, value: T): Record<string, T> {
  return Object.fromEntries(Array.from({ length: last - first + 1 }, (_, index) => [String(first + index), value]));
}
