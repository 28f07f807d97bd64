import {
  type APPRENTICE_MARKS,
  type Going,
  type Grade,
  type Sex,
  type Surface,
  type TrainerBase,
  VenueType,
  type Weather,
  type WeightRule,
} from "#app/domain/racing/race.ts";

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

/** Table 2009 in words: 右・外. Jump courses have no direction unless they turn left. */
export const COURSE_WAY_CODES: Readonly<Record<string, string | null>> = {
  ...{ "10": "直線", "11": "左", "12": "左・外", "13": "左・内→外", "14": "左・外→内", "15": "左・内2周" },
  ...{ "16": "左・外2周", "17": "右", "18": "右・外", "19": "右・内→外", "20": "右・外→内", "21": "右・内2周" },
  ...{ "22": "右・外2周", "23": "左", "24": "右", "25": "左・内", "26": "右・外", "27": "左", "28": "右" },
  ...{ "29": "直線", "51": "襷", "52": "芝→ダ", "53": "左", "54": null, "55": "外", "56": "外→内", "57": "内→外" },
  ...{ "58": "内2周", "59": "外2周" },
};

/** Table 2008. */
export const WEIGHT_RULE_CODES: Readonly<Record<string, WeightRule>> = {
  "1": "handicap",
  "2": "special",
  "3": "age",
  "4": "set",
};

/** Table 2006, one letter or digit each: origin, sex, and who else may run. */
const ORIGINS: Readonly<Record<string, string>> = {
  "0": "",
  A: "(混)",
  B: "(父)",
  C: "(市)",
  M: "九州産馬",
  N: "(国際)",
};
const SEXES: Readonly<Record<string, string>> = { "0": "", "1": "牡", "2": "牝", "3": "牡・せん", "4": "牡・牝" };
const LIMITS: Readonly<Record<string, string>> = { "0": "", "1": "(指)", "2": "若手騎手", "3": "[指]", "4": "(特指)" };

/** (混)牝(指); null for a code that no race since 2000 has. */
export function entryMarksOf(code: string): string | null {
  const [origin = "", sex = "", limit = ""] = code;
  const marks = [ORIGINS[origin], SEXES[sex], LIMITS[limit]];
  return marks.includes(undefined) ? null : marks.join("");
}

/** Table 2301. */
export const TRAINER_BASE_CODES: Readonly<Record<string, TrainerBase>> = {
  "1": "miho",
  "2": "ritto",
  "3": "regional",
  "4": "foreign",
};

/** Table 2303. */
export const APPRENTICE_CODES: Readonly<Record<string, (typeof APPRENTICE_MARKS)[number]>> = {
  "1": "☆",
  "2": "△",
  "3": "▲",
  "4": "★",
  "9": "◇",
};

/** Table 2102, besides numbers of lengths. */
export const LENGTH_CODES: Readonly<Record<string, string>> = {
  A: "アタマ",
  D: "同着",
  H: "ハナ",
  K: "クビ",
  T: "大差",
  Z: "10",
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
