import { expect, test } from "vitest";
import { rows } from "./derivations.ts";
import { type Put, ra, result, se } from "./records.ts";

/** Codes and values from the specification's tables, written by hand: the sample's writer shares the parser's. */

const race = (...puts: readonly Put[]) => rows([ra({ stage: "7" }, ...puts), se({ stage: "7" }, ...WON)]).race;
const horse = (...puts: readonly Put[]) => rows([ra({ stage: "7" }), se({ stage: "7" }, ...WON, ...puts)]).runners[0];
const WON = result(1, "2315", "-001");

test.each([
  ["1", "fine"],
  ["2", "cloudy"],
  ["3", "rainy"],
  ["4", "drizzle"],
  ["5", "snow"],
  ["6", "light_snow"],
  ["0", null],
])("weather %s is %s", (code, weather) => expect(race([888, code]).weather).toBe(weather));

test.each([
  ["1", "firm"],
  ["2", "good"],
  ["3", "yielding"],
  ["4", "soft"],
  ["0", null],
])("going %s is %s, on turf and on dirt", (code, going) => {
  expect(race([706, "11"], [889, code]).going).toBe(going);
  expect(race([706, "24"], [890, code]).going).toBe(going);
});

test.each([
  ["A", "G1"],
  ["B", "G2"],
  ["C", "G3"],
  ["D", "stakes"],
  ["E", null],
  ["F", "G1"],
  ["G", "G2"],
  ["H", "G3"],
  ["L", "listed"],
])("grade %s is %s", (code, grade) => expect(race([615, code]).grade).toBe(grade));

test.each([
  ["10", "turf", "直線"],
  ["11", "turf", "左"],
  ["12", "turf", "左・外"],
  ["17", "turf", "右"],
  ["18", "turf", "右・外"],
  ["23", "dirt", "左"],
  ["24", "dirt", "右"],
  ["54", "jump", null],
  ["00", null, null],
])("track %s is %s, %s", (code, surface, courseWay) => expect(race([706, code])).toMatchObject({ surface, courseWay }));

test("courses by code", () => {
  const places =
    "01札幌 02函館 03福島 04新潟 05東京 06中山 07中京 08京都 09阪神 10小倉 30門別 42浦和 43船橋 44大井 45川崎";
  for (const place of places.split(" ")) {
    const { venue } = rows([ra({ key: `20261122${place.slice(0, 2)}050611` })]).race;
    expect(venue).toBe(place.slice(2));
  }
});

test.each([
  ["1", "handicap"],
  ["2", "special"],
  ["3", "age"],
  ["4", "set"],
  ["0", null],
])("weight rule %s is %s", (code, rule) => expect(race([622, code]).weightRule).toBe(rule));

test.each([
  ["000", ""],
  ["A00", "(混)"],
  ["N00", "(国際)"],
  ["020", "牝"],
  ["001", "(指)"],
  ["003", "[指]"],
  ["N23", "(国際)牝[指]"],
])("entry marks %s are %s", (code, marks) => expect(race([619, code]).entryMarks ?? "").toBe(marks));

test.each([
  ["11", "701", "2歳新馬"],
  ["12", "703", "3歳未勝利"],
  ["13", "005", "3歳以上1勝クラス"],
  ["14", "010", "4歳以上2勝クラス"],
  ["14", "016", "4歳以上3勝クラス"],
  ["18", "703", "障害3歳以上未勝利"],
  ["19", "999", "障害4歳以上オープン"],
])("ages %s and condition %s are %s", (ages, condition, raceClass) =>
  expect(race([617, ages], [635, condition]).raceClass).toBe(raceClass),
);

test.each([
  ["1", "male"],
  ["2", "female"],
  ["3", "gelding"],
])("sex %s is %s", (code, sex) => expect(horse([79, code])?.sex).toBe(sex));

test.each([
  ["1", "miho"],
  ["2", "ritto"],
  ["3", "regional"],
  ["4", "foreign"],
  ["0", null],
])("stable %s is %s", (code, base) => expect(horse([85, code])?.trainerBase).toBe(base));

test.each([
  ["1", "☆"],
  ["2", "△"],
  ["3", "▲"],
  ["4", "★"],
  ["9", "◇"],
  ["0", null],
])("apprentice %s is %s", (code, mark) => expect(horse([323, code])?.apprentice).toBe(mark));

test.each([
  ["A  ", "アタマ"],
  ["D  ", "同着"],
  ["H  ", "ハナ"],
  ["K  ", "クビ"],
  ["T  ", "大差"],
  ["Z  ", "10"],
  [" 12", "1/2"],
  ["114", "1 1/4"],
])("lengths %s are %s", (code, lengths) => expect(horse([343, code])?.lengths).toBe(lengths));
