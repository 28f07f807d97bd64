import {
  readDistance,
  readGoingOn,
  readGrade,
  readMeetingDay,
  readMeetingNum,
  readRaceNum,
  readStartTime,
  readSurface,
  readTrackCode,
  readVenue,
  readWeather,
} from "./readers/conditions.ts";
import { fullYear, readDate } from "./readers/dates.ts";
import { createTrainerReader, readHorse, readId, readPerson, readText } from "./readers/people.ts";
import { type CellReader, extract, orNothing, plain, readNumber } from "./readers/plain.ts";
import { parseRaceId } from "./readers/race-ids.ts";
import {
  createOddsReader,
  readCarriedWeight,
  readCorners,
  readFinish,
  readFinishStatus,
  readPopularity,
  readWeight,
  readWeightChange,
  readWithdrawn,
  readWithdrawnFlag,
} from "./readers/results.ts";
import { createTimeReader, readLast600 } from "./readers/running-times.ts";

const SEXES: readonly (readonly [pattern: RegExp, sex: string])[] = [
  [/牡|♂/, "male"],
  [/牝|♀/, "female"],
  [/セ|せ|騸|騙/, "gelding"],
];

const readSex: CellReader = (cell) => {
  const text = plain(cell);
  const [found, ...others] = SEXES.filter(([pattern]) => pattern.test(text));
  return found === undefined || others.length > 0 ? orNothing(text) : found[1];
};

/** The one number of 牡3, 3歳, 牝4/鹿毛. */
const readAge: CellReader = (cell) => orNothing(extract(cell, /^\D*(\d{1,2})(?:\.0+)?(?:\D*)$/));

/** Numbers of horses and brackets: 7, ⑦, 7番, 枠7桃. */
const readPosition: CellReader = (cell) =>
  orNothing(extract(cell, /^\(?枠?(\d{1,2})(?:\.0+)?[番枠]?[白黒赤青黄緑橙桃]?\)?$/));

const MONEY = /^¥?(\d+(?:\.\d+)?)(万円|万|円)?$/;

/** @param unit yen of a number without a unit */
const moneyReader =
  (unit: number): CellReader =>
  (cell) => {
    const text = plain(cell).replaceAll(/,(?=\d{3}(?:\D|$))/g, "");
    const [, amount, word = ""] = MONEY.exec(text) ?? [];
    if (amount === undefined) return text;
    const yen = Number(amount) * (word === "" ? unit : word === "円" ? 1 : 10_000);
    return Math.abs(yen - Math.round(yen)) < 1e-6 ? String(Math.round(yen)) : text;
  };

const BET_TYPES: Readonly<Record<string, string>> = {
  単勝: "win",
  複勝: "place",
  馬連: "quinella",
  馬連複: "quinella",
  馬複: "quinella",
  枠連: "bracket",
  枠連複: "bracket",
  枠複: "bracket",
  ワイド: "wide",
  馬単: "exacta",
  馬連単: "exacta",
  "3連複": "trio",
  三連複: "trio",
  "3連単": "trifecta",
  三連単: "trifecta",
};

/** JRA-VAN's codes of people have five digits, of which spreadsheets drop leading zeros. */
const readPersonCode: CellReader = (cell) => {
  const id = readId(cell);
  return typeof id === "string" && /^\d{1,4}$/.test(id) ? id.padStart(5, "0") : id;
};

/** 血統登録番号: ten digits, or eight without the century. */
const readHorseNumber: CellReader = (cell) => {
  const id = readId(cell);
  const year = typeof id === "string" && /^\d{8}$/.test(id) ? fullYear(Number(id.slice(0, 2))) : null;
  return typeof id === "string" && year !== null ? `${year}${id.slice(2)}` : id;
};

const STABLES: readonly (readonly [pattern: RegExp, base: string])[] = [
  [/^[[(]?(?:美浦|美|東)[\])・ ]/, "miho"],
  [/^[[(]?(?:栗東|栗|西)[\])・ ]/, "ritto"],
  [/^[[(]地[\])]/, "regional"],
  [/^[[(]外[\])]/, "foreign"],
];

/** The stable before a trainer's name: [西] 矢作, 美・国枝; "" without one. */
const readTrainerBase: CellReader = (cell) => {
  const text = plain(cell);
  return STABLES.find(([pattern]) => pattern.test(text))?.[1] ?? "";
};

const readApprentice: CellReader = (cell) => /^[☆△▲★◇]/.exec(cell.trim())?.[0] ?? "";

/** Lengths as sites write them: クビ, 1.1/2; "" for anything else, as some tables have seconds here. */
const readLengths: CellReader = (cell) => {
  const text = plain(cell).replace(/馬身$/, "");
  if (/^(?:ハナ|アタマ|クビ|同着|大差)$/.test(text)) return text;
  const [, whole = "", fraction = ""] = /^(\d{1,2})?(?:(?:^|[. ])(\d\/\d))?$/.exec(text) ?? [];
  return [whole, fraction].filter((part) => part !== "").join(" ");
};

/** By the columns of the open CSV format that they are made for, and others that a map may name. */
export const CELL_READERS = {
  text: readText,
  number: readNumber,
  id: readId,
  date: readDate,
  venue: readVenue,
  race_num: readRaceNum,
  start_time: readStartTime,
  surface: readSurface,
  track_code: readTrackCode,
  distance: readDistance,
  weather: readWeather,
  going: (cell) => readGoingOn(cell, ""),
  meeting_num: readMeetingNum,
  meeting_day: readMeetingDay,
  grade: readGrade,
  id_date: (cell) => parseRaceId(cell)?.date ?? "",
  id_venue: (cell) => parseRaceId(cell)?.venue ?? "",
  id_race_num: (cell) => parseRaceId(cell)?.raceNum ?? "",
  id_meeting_num: (cell) => parseRaceId(cell)?.meetingNum ?? "",
  id_meeting_day: (cell) => parseRaceId(cell)?.meetingDay ?? "",
  position: readPosition,
  sex: readSex,
  age: readAge,
  /** Ages before 2001 that count a horse as one year old at birth. */
  age_from_one: (cell) => readAge(cell),
  horse: readHorse,
  horse_number: readHorseNumber,
  person: readPerson,
  person_code: readPersonCode,
  trainer: (cell) => createTrainerReader([cell], new Set())(cell),
  trainer_base: readTrainerBase,
  apprentice: readApprentice,
  lengths: readLengths,
  carried_weight: readCarriedWeight,
  finish: readFinish,
  finish_status: readFinishStatus,
  withdrawn: readWithdrawn,
  withdrawn_flag: readWithdrawnFlag,
  seconds: (cell) => createTimeReader([{ cell, distanceM: null }])(cell),
  last_600m: readLast600,
  corners: readCorners,
  odds: (cell) => createOddsReader([cell])(cell),
  popularity: readPopularity,
  weight: readWeight,
  weight_change: readWeightChange,
  man_yen: moneyReader(10_000),
  yen: moneyReader(1),
  bet_type: (cell) => BET_TYPES[plain(cell)] ?? plain(cell),
  combination: (cell) =>
    plain(cell)
      .replace(/^(\d+)\.0+$/, "$1")
      .replaceAll(/\s*[-−ー－→>]\s*|\s+/g, "-"),
} as const satisfies Record<string, CellReader>;
