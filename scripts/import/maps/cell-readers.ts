import { tidyPersonName, tidyText } from "#app/domain/jv-data/tidy-text.ts";
import { findVenue } from "./venues.ts";

/**
 * How cells of Japanese tables become cells of the open CSV format. A reader changes the spelling and guesses nothing:
 * what it does not know it gives back as it is, and the format's own fields refuse it.
 */
export type CellReader = (cell: string) => string;

const NOTHING = /^(?:[-ー―‐−*.・\s]+|計不|前計不|なし|未定|未発表)$/;

/** Full-width digits and letters as ASCII, half-width kana as full-width; a cell of dashes only is an empty one. */
export function plain(cell: string): string {
  const text = cell.normalize("NFKC").trim();
  return NOTHING.test(text) ? "" : text;
}

/** The first group of the pattern, "" for an empty cell, else the cell itself. */
function extract(cell: string, pattern: RegExp): string {
  const text = plain(cell);
  return pattern.exec(text)?.[1] ?? text;
}

/** The word that the text starts with; "" for an empty cell, else the text itself. */
function startingWord(cell: string, words: readonly (readonly [start: string, value: string])[]): string {
  const text = plain(cell);
  return words.find(([start]) => text.startsWith(start))?.[1] ?? text;
}

/** As names of records are written, so that a name is the same by whichever way it comes. */
const readText: CellReader = (cell) => (plain(cell) === "" ? "" : tidyText(cell.replaceAll(/\s+/g, " ")));

const readNumber: CellReader = (cell) => plain(cell).replaceAll(",", "");

/** 2026.11.22, 2026/11/22 (日), 2026年11月22日, 26.11.22, 20261122. */
const readDate: CellReader = (cell) => {
  const text = plain(cell).replace(/\([^)]*\)$/, "");
  const parts =
    /^(\d{4}|\d{2})\s*[-./年]\s*(\d{1,2})\s*[-./月]\s*(\d{1,2})\s*日?$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (parts === null) return text;
  const [, year = "", month = "", day = ""] = parts;
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
};

/** The central courses as race cards abbreviate them. */
const VENUE_LETTERS: Readonly<Record<string, string>> = {
  札: "札幌",
  函: "函館",
  福: "福島",
  新: "新潟",
  東: "東京",
  中: "中山",
  名: "中京",
  京: "京都",
  阪: "阪神",
  小: "小倉",
};
const MEETING = /^(\d{1,2})回?([^\d回日]+?)(\d{1,2})日?目?$/;

/** A cell without any digit, as 東京 among 5回東京8日, has no number. */
const numberIn = (cell: string, pattern: RegExp): string => (/\d/.test(plain(cell)) ? extract(cell, pattern) : "");

/** 東京, 東京競馬場, 東, 5回東京8日, 5東8. */
const readVenue: CellReader = (cell) => {
  const text = plain(cell);
  const name = (MEETING.exec(text)?.[2] ?? text).replace(/競馬場$/, "");
  return findVenue(name)?.name ?? VENUE_LETTERS[name] ?? name;
};

const readSurface: CellReader = (cell) => {
  const text = plain(cell);
  return text.includes("障")
    ? "jump"
    : startingWord(text, [
        ["芝", "turf"],
        ["ダ", "dirt"],
        ["砂", "dirt"],
      ]);
};

/** Times as 1:33.4, 1.33.4, 93.4. */
const readSeconds: CellReader = (cell) => {
  const text = plain(cell);
  const [, minutes = "", seconds = ""] = /^(\d{1,2})[:.](\d{2}\.\d)$/.exec(text) ?? [];
  return seconds === "" ? text : (Number(minutes) * 60 + Number(seconds)).toFixed(1);
};

/** 9-8-8, 9,8,8, ⑨⑧⑧; corners without a position (* or 0) are left out. */
const readCorners: CellReader = (cell) =>
  plain(cell.replaceAll(/[①-⑳]/g, (circled) => `${circled.normalize("NFKC")}-`))
    .split(/[^0-9]+/)
    .filter((position) => Number(position) > 0)
    .join("-");

/** What became of the runner, as the column of finishing positions has it; "" before the race. */
const readFinishStatus: CellReader = (cell) => {
  const text = plain(cell);
  if (/^0*$/.test(text)) return "";
  if (/^\d{1,2}(着|\((降|再)\))?$/.test(text)) return "finished";
  return startingWord(text, [
    ["取", "scratched"],
    ["除", "excluded"],
    ["競走除外", "excluded"],
    ["出走取消", "scratched"],
    ["発走除外", "excluded"],
    ["中", "did_not_finish"],
    ["競走中止", "did_not_finish"],
    ["失", "disqualified"],
  ]);
};

const WITHDRAWN = /^(取|除|出走取消|発走除外|競走除外)/;

/** Words instead of a position are the status's. */
const readFinish: CellReader = (cell) => (readFinishStatus(cell) === "finished" ? extract(cell, /^(\d+)/) : "");

const WEIGHT = /^(\d{3,4})(?:kg)?\s*(?:\(\s*([^)]*?)\s*\))?$/;

/** 480, 480(+2), 480(初出走). */
const readWeight: CellReader = (cell) => (WITHDRAWN.test(plain(cell)) ? "" : extract(cell, WEIGHT));

/** +2 of 480(+2) or of a column of its own; a first start and an unknown weight before have none. */
const readWeightChange: CellReader = (cell) => {
  const text = plain(cell);
  if (WITHDRAWN.test(text)) return "";
  const change = (WEIGHT.exec(text) === null ? text : (WEIGHT.exec(text)?.[2] ?? "")).replaceAll(" ", "");
  if (/^(初.*|新|前計不|計不)?$/.test(change)) return "";
  return change.replace(/^[±+]/, "").replace(/^[−‐–]/, "-");
};

/** Without the marks of allowances, apprentices and changes (▲△☆★◇◆). */
const readPerson: CellReader = (cell) => tidyPersonName(readText(cell.replaceAll(/[▲△▽▼☆★◇◆○●]/g, "")));

/** [西]矢作芳人, 美浦 国枝栄, (栗)矢作芳人, 栗東・矢作芳人: the person. */
const readTrainer: CellReader = (cell) =>
  tidyPersonName(readText(cell).replace(/^(?:[[(［（][東西美栗地外][\])］）]|美浦|栗東)[\s・]*/, ""));

/** Without marks of origin: (外), [地], ○父. */
const readHorse: CellReader = (cell) => readText(cell.replace(/^(?:[[(［（][^\])］）]{1,2}[\])］）])+/, ""));

const GRADE_WORDS: Readonly<Record<string, string>> = {
  G1: "G1",
  GI: "G1",
  G2: "G2",
  GII: "G2",
  G3: "G3",
  GIII: "G3",
  L: "listed",
  リステッド: "listed",
  重賞: "stakes",
};
/** G1 of GⅠ, J・GⅠ and JpnⅠ alike; a class without a grade has none. */
const readGrade: CellReader = (cell) =>
  GRADE_WORDS[
    plain(cell)
      .replace(/^\(|\)$/g, "")
      .replace(/^(J・?|Jpn)(?=G|I|\d)/, "")
      .replace(/^(?=I|\d)/, "G")
  ] ?? "";

const BET_TYPE_WORDS: readonly (readonly [string, string])[] = [
  ["単勝", "win"],
  ["複勝", "place"],
  ["馬連", "quinella"],
  ["枠連", "bracket_quinella"],
  ["ワイド", "wide"],
  ["馬単", "exacta"],
  ["3連複", "trio"],
  ["三連複", "trio"],
  ["3連単", "trifecta"],
  ["三連単", "trifecta"],
];

/** By the columns of the open CSV format that they are made for, and `man_yen` and others that a map may name. */
export const CELL_READERS = {
  text: readText,
  number: readNumber,
  date: readDate,
  venue: readVenue,
  race_num: (cell) => extract(cell, /^\D*(\d{1,2})R?$/i),
  start_time: (cell) =>
    plain(cell).replace(
      /^(\d{1,2})[:時]?(\d{2})分?(?:発走)?$/,
      (_, hours: string, minutes: string) => `${hours.padStart(2, "0")}:${minutes}`,
    ),
  surface: readSurface,
  distance: (cell) => extract(cell.replaceAll(",", ""), /(\d{3,4})/),
  weather: (cell) =>
    startingWord(cell, [
      ["晴", "fine"],
      ["曇", "cloudy"],
      ["小雨", "drizzle"],
      ["雨", "rainy"],
      ["小雪", "light_snow"],
      ["雪", "snow"],
    ]),
  going: (cell) =>
    startingWord(cell.replace(/^[^:：]*[:：]/, "").replaceAll(/\s/g, ""), [
      ["良", "firm"],
      ["稍", "good"],
      ["重", "yielding"],
      ["不", "soft"],
    ]),
  meeting_num: (cell) => MEETING.exec(plain(cell))?.[1] ?? numberIn(cell, /^(\d{1,2})回?$/),
  meeting_day: (cell) => MEETING.exec(plain(cell))?.[3] ?? numberIn(cell, /^(\d{1,2})日?目?$/),
  grade: readGrade,
  sex: (cell) =>
    startingWord(cell, [
      ["牡", "male"],
      ["牝", "female"],
      ["セ", "gelding"],
      ["せ", "gelding"],
      ["騸", "gelding"],
    ]),
  age: (cell) => extract(cell, /^\D*(\d{1,2})歳?$/),
  horse: readHorse,
  person: readPerson,
  trainer: readTrainer,
  carried_weight: (cell) => plain(cell).replace(/^[▲△▽▼☆★◇◆]\s*|kg$/g, ""),
  finish: readFinish,
  finish_status: readFinishStatus,
  /** A word in place of odds, popularity or weight that says that the horse does not run. */
  withdrawn: (cell) => (WITHDRAWN.test(plain(cell)) ? readFinishStatus(cell) : ""),
  seconds: readSeconds,
  corners: readCorners,
  odds: (cell) => (WITHDRAWN.test(plain(cell)) ? "" : readNumber(cell).replace(/倍$/, "")),
  popularity: (cell) => (WITHDRAWN.test(plain(cell)) ? "" : extract(cell, /^(\d{1,2})番?人気?$/)),
  weight: readWeight,
  weight_change: readWeightChange,
  /** Prize money in units of 10,000 yen. */
  man_yen: (cell) => {
    const text = readNumber(cell);
    return /^\d+(\.\d+)?$/.test(text) ? String(Math.round(Number(text) * 10_000)) : text;
  },
  yen: (cell) => readNumber(cell).replace(/円$/, ""),
  bet_type: (cell) => startingWord(cell, BET_TYPE_WORDS),
  combination: (cell) => plain(cell).replaceAll(/\s*[-−ー－→>]\s*|\s+/g, "-"),
} as const satisfies Record<string, CellReader>;
