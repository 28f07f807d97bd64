import { SURFACE_CODES } from "#app/domain/jv-data/codes.ts";
import { findVenue } from "../venues.ts";
import { type CellReader, extract, orNothing, plain } from "./plain.ts";

/** The central courses as race cards abbreviate them. 名 alone is 中京 or 名古屋. */
const VENUE_LETTERS: Readonly<Record<string, string>> = {
  札: "札幌",
  函: "函館",
  福: "福島",
  新: "新潟",
  東: "東京",
  中: "中山",
  京: "京都",
  阪: "阪神",
  小: "小倉",
};
const CENTRAL_LETTERS: Readonly<Record<string, string>> = { ...VENUE_LETTERS, 名: "中京" };
const MEETING = /^第?(\d{1,2})回?((?:(?![回日])\p{L})+?)(\d{1,2}|[ABC])日?目?$/u;
/** 10 to 12, where a day of a meeting has one character. */
const LETTER_DAYS: Readonly<Record<string, string>> = { A: "10", B: "11", C: "12" };

/** ばんえい: draught horses with sledges. */
export const SLEDGE_MARK = "(ば)";

/** 東京, 東京競馬場, 東, 5回東京8日, 5東8, 大　井, 帯広(ば). */
export const readVenue: CellReader = (cell) => {
  const text = plain(cell).replaceAll(/\s/g, "");
  const meeting = MEETING.exec(text);
  const name = (meeting?.[2] ?? text).replace(/競馬場?$/, "");
  if (/ばんえい|\(ば\)|.ば$/.test(name))
    return `${name.replace(/ばんえい(?:十勝)?|\(ば\)|ば$/g, "") || "帯広"}${SLEDGE_MARK}`;
  if (name === "名" && meeting === null)
    return { doubt: '"名" may be 中京 or 名古屋: write the name of the course, or say it by --set' };
  return findVenue(name)?.name ?? CENTRAL_LETTERS[name] ?? name;
};

/** A cell without any digit, as 東京 among 5回東京8日, has no number. */
const numberIn = (cell: string, pattern: RegExp): string =>
  /\d/.test(plain(cell)) ? orNothing(extract(cell, pattern)) : "";

const meetingOf = (cell: string) => MEETING.exec(plain(cell).replaceAll(/\s/g, ""));

export const readMeetingNum: CellReader = (cell) =>
  meetingOf(cell)?.[1] ?? numberIn(cell, /^第?(\d{1,2})(?:\.0+)?回?$/);

export const readMeetingDay: CellReader = (cell) => {
  const day = meetingOf(cell)?.[3] ?? LETTER_DAYS[plain(cell)] ?? numberIn(cell, /^(\d{1,2})(?:\.0+)?日?目?$/);
  return LETTER_DAYS[day] ?? day;
};

/** 11, 11R, 第11競走, 東11, 11.0. */
export const readRaceNum: CellReader = (cell) =>
  orNothing(extract(cell, /^\D*(\d{1,2})(?:\.0+)?\s*(?:R|レース|競走)?$/i));

const CLOCK =
  /^(?:\d{4}[-/]\d{1,2}[-/]\d{1,2}[T\s]+|0 days )?(午前|午後)?(\d{1,2})[:時](\d{2})分?(?::00(?:\.0+)?)?\s*([AP]M)?$/i;
const FIRST_HOUR = 8;
const LAST_HOUR = 22;

/** 15:40, 15時40分, 1540, 午後3時40分, 3:40 PM, 15:40:00; midnight is none. */
export const readStartTime: CellReader = (cell) => {
  const text = plain(cell)
    .replace(/^発走(?:時刻)?\s*:?\s*/, "")
    .replace(/\s*発走$/, "")
    .replace(/^(\d{1,2})(\d{2})(?:\.0+)?$/, "$1:$2");
  const [, half = "", hours, minutes, english = ""] = CLOCK.exec(text) ?? [];
  if (hours === undefined) return text;
  const isAfternoon = half === "午後" || /^p/i.test(english);
  const hour = Number(hours) + (isAfternoon && Number(hours) < 12 ? 12 : 0);
  if (hour === 0 && minutes === "00") return "";
  // Without a half of the day 3:40 may be in the afternoon.
  return hour >= FIRST_HOUR && hour <= LAST_HOUR ? `${String(hour).padStart(2, "0")}:${minutes}` : text;
};

/** 芝1600m, ダート, 障芝3000m; 芝 and ダ together are a jump race or two tracks. A distance alone states none. */
export const readSurface: CellReader = (cell) => {
  const text = plain(cell).replace(/^\d[\d,]{2,}(?:\.0+)?m?$/, "");
  const isTurf = text.includes("芝");
  const isDirt = /ダ|砂/.test(text);
  if (text.includes("障")) return "jump";
  if (isTurf === isDirt) return SURFACE_CODES[text] ?? orNothing(text);
  return isTurf ? "turf" : "dirt";
};

/** A code of JRA-VAN's table of tracks. */
export const readTrackCode: CellReader = (cell) => {
  const code = orNothing(extract(cell, /^(\d{2})(?:\.0+)?$/));
  return SURFACE_CODES[code] ?? code;
};

/** The one number of three or four digits: 芝1,600m, ダ右1200, 1600(外). */
export const readDistance: CellReader = (cell) => {
  const text = plain(cell);
  const numbers = text.replaceAll(/,(?=\d{3})|\.0+(?!\d)/g, "").match(/\d+(?:\.\d+)?/g) ?? [];
  const [distance, ...others] = numbers.filter((number) => number.length > 2);
  return distance !== undefined && others.length === 0 && /^\d{3,4}$/.test(distance) ? distance : orNothing(text);
};

const WEATHERS: Readonly<Record<string, string>> = {
  晴: "fine",
  快晴: "fine",
  曇: "cloudy",
  くもり: "cloudy",
  小雨: "drizzle",
  雨: "rainy",
  小雪: "light_snow",
  雪: "snow",
};

/** 晴, 曇り, 天候:小雨. */
export const readWeather: CellReader = (cell) => {
  const text = orNothing(plain(cell).replace(/^天[候気]\s*:?\s*/, ""));
  return WEATHERS[text.replace(/(?<=[晴曇])[れり]$/, "")] ?? text;
};

const GOINGS: Readonly<Record<string, string>> = { 良: "firm", 稍: "good", 重: "yielding", 不: "soft" };
const GOING = /(?:(芝|ダート|ダ|障害|障|馬場(?:状態)?)[:\s]*)?(稍々?重|稍稍重|やや重|不良|良|稍|重|不)/g;

/** @param surface the race's, which decides where a cell has the state of several tracks */
export function readGoingOn(cell: string, surface: string): string {
  const text = orNothing(plain(cell));
  const found = [...text.matchAll(GOING)].map(([, track = "", word = ""]) => ({
    track: readSurface(track),
    going: GOINGS[word.replace("やや", "稍").slice(0, 1)] ?? "",
  }));
  if (found.length === 0 || /[^\s:/・,、]/.test(text.replaceAll(GOING, ""))) return text;
  const goings = new Set(found.map(({ going }) => going));
  const own = found.filter(({ track }) => track === surface && surface !== "");
  if (goings.size > 1) return own.length === 1 ? (own[0]?.going ?? "") : text;
  return found[0]?.going ?? text;
}

const GRADE = /^(?:J・?G|JG|Jpn|G)([123]|I{1,3})$/;
const GRADE_WORDS: Readonly<Record<string, string>> = {
  L: "listed",
  "OP(L)": "listed",
  "オープン(L)": "listed",
  リステッド: "listed",
  重賞: "stakes",
};

/** G1 of GⅠ, J・GⅠ and JpnⅠ alike; a class without a grade has none. */
export const readGrade: CellReader = (cell) => {
  const text = plain(cell).replace(/^\(([^()]*)\)$/, "$1");
  const level = GRADE.exec(text)?.[1];
  if (level !== undefined) return `G${level.startsWith("I") ? level.length : level}`;
  return GRADE_WORDS[text] ?? "";
};

/** A class or a name that only jump races have: at central courses, as others have sponsors named 障害者. */
export const isJumpName = (name: string): boolean => /障害(?!者)|^J・?G/.test(name);
