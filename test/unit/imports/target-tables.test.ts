import { expect, test } from "vitest";
import { cp932 } from "./support/cp932.ts";
import { prepare } from "./support/prepared-files.ts";
import { csv, NAMES, pick, type Row } from "./support/tables.ts";

/** 成績 of TARGET. */
const SEISEKI = {
  Ｍ: "",
  日付: "2025. 8.10",
  開催: "2小6",
  Ｒ: "8",
  レース名: "玄海特別",
  馬名: "アカイホシ",
  性別: "牡",
  年齢: "4",
  騎手: "山田太郎",
  斤量: "58",
  馬番: "1",
  人気: "1",
  着順: "１",
  "芝・ダ": "芝",
  距離: "1200",
  馬場状態: "良",
  調教師: "調教一郎",
  走破タイム: "1.07.2",
  馬体重: "480",
  馬体重増減: "+2",
};

function seiseki(lines: readonly Partial<typeof SEISEKI>[]) {
  const rows = lines.map((cells, index) => ({
    ...SEISEKI,
    馬番: String(index + 1),
    馬名: NAMES[index] ?? "",
    着順: String(index + 1),
    ...cells,
  }));
  return { "seiseki.csv": cp932(csv(rows)) };
}

test("a day without a year is that of another column; columns that differ, or have no year, are refused", async () => {
  const card = (cells: Row) => ({
    "card.csv": csv([
      {
        日付: "0523",
        日付S: "2026.5.23",
        場所: "新潟",
        Ｒ: "１",
        馬番: "1",
        馬名: " アカイホシ",
        性別: "牡",
        年齢: "4",
        騎手: "山田太郎",
        斤量: " 57 ",
        "レースID(新)": "",
        ...cells,
      },
    ]),
  });
  const dates = async (cells: Row, set = {}) => {
    const { told, rows } = await prepare(card(cells), { set });
    return told.length > 0 ? told : rows("races").map(({ date }) => date);
  };
  expect(await dates({})).toEqual(["2026-05-23"]);
  expect(await dates({ 日付: "523", 日付S: "26.5.23" })).toEqual(["2026-05-23"]);
  expect(await dates({ 日付S: "5.23", "レースID(新)": "202605230401070101" })).toEqual(["2026-05-23"]);
  expect(await dates({ 日付S: "5.23", "レースID(新)": "2026052304010701" })).toEqual(["2026-05-23"]);
  expect(await dates({ 日付: "2025-08-10", 日付S: "8.1" })).toEqual(["2025-08-10"]);
  expect(await dates({ 日付: "08/10/25", 日付S: "2025.8.10" })).toEqual(["2025-08-10"]);
  expect(await dates({ 日付: "0524" })).toEqual([
    'card.csv:2: 日付 (date): "0524" and "2026-05-23" are not the same day',
  ]);
  expect(await dates({ 日付S: "" })).toEqual(['card.csv:2: 日付 (date): "0523" has no year']);
  expect(await dates({ 日付: "08/10/25", 日付S: "" })).toEqual([
    'card.csv:2: 日付 (date): "08/10/25" may be 2008-10-25 or 2025-08-10: write the year with four digits',
  ]);
  expect(await dates({ 日付S: "" }, { date: "2026-05-23" })).toEqual(["2026-05-23"]);
});

test("times of digits only are decided by the distance and the other times, else refused", async () => {
  const times = async (lines: readonly Partial<typeof SEISEKI>[]) => {
    const { told, rows } = await prepare(seiseki(lines));
    return told.length > 0 ? told : pick(rows("runners"), "time_s", "margin_s");
  };
  const digits = ["1072", "1073", "1082", "582"].map((走破タイム) => ({ 走破タイム }));
  expect(await times(digits)).toEqual([
    ["67.2", "0.0"],
    ["67.3", "0.1"],
    ["68.2", "1.0"],
    ["58.2", "-9.0"],
  ]);
  // 2,000 m in 2:00.0 and in 200.0 seconds, 1:07.2 as 107.2, and seconds of which a spreadsheet dropped the ".0".
  expect(await times([{ 走破タイム: "2000", 距離: "2000" }])).toEqual([["120.0", "0.0"]]);
  expect(await times([{ 走破タイム: "107.2" }])).toEqual([["67.2", "0.0"]]);
  expect(await times([{ 走破タイム: "143.4", 距離: "2400" }])).toEqual([["143.4", "0.0"]]);
  expect(await times([{ 走破タイム: "67.2" }, { 走破タイム: "68" }])).toEqual([
    ["67.2", "0.0"],
    ["68.0", "0.8"],
  ]);
  expect(await times([{ 走破タイム: "1072", 距離: "" }])).toEqual([
    'seiseki.csv:2: 走破タイム (time_s): "1072" may be 67.2 or 107.2 seconds: no distance of the table tells which (1:07.2 is clear)',
  ]);
});

test("one-letter words of 成績 state who was pulled up, excluded or scratched", async () => {
  const none = { 走破タイム: "" };
  const { told, rows } = await prepare(
    seiseki([
      {},
      { 着順: "止", ...none },
      { 着順: "外", ...none },
      { 着順: "消", ...none, 馬体重: "0", 馬体重増減: "0" },
    ]),
  );
  expect(told).toEqual([]);
  expect(pick(rows("runners"), "status", "finish_position", "body_weight_change_kg")).toEqual([
    ["finished", "1", "2"],
    ["did_not_finish", "", "2"],
    ["excluded", "", "2"],
    ["scratched", "", ""],
  ]);
});

/** The columns of TARGET's race card that mean something here, among 272. */
const TARGET_RACE = {
  "No.": "1",
  日付: "0523",
  日付S: "2026.5.23",
  "場 R": "新1",
  場所: "新潟",
  日次: "7",
  Ｒ: "１",
  レース名: "3歳未勝利",
  発走時刻: "10:05",
  クラス: "未勝利",
  芝ダ: "ダ",
  距離: "1800",
};
const TARGET_RUNNER = {
  枠番: "１",
  馬番: "１",
  馬名: " アカイホシ",
  性: "牡",
  齢: "4",
  性別: "牡",
  年齢: "4",
  騎手: "山田太郎",
  斤量: " 57 ",
  調教師: "調教一郎",
  取消しフラグ: "",
  人気: " 1",
  単オッズ: "2.5",
  着: "",
  単勝: "",
  馬体重: "",
  増減: "",
  本賞金: "0",
  種牡馬: "チチウマ",
  母父名: "ハハチチ",
  "レースID(新)": "",
  血統登録番号: "",
  "トラックコード(JV)": "24",
  騎手コード: "1001",
  調教師コード: "01159",
};

test("a race card of TARGET with 272 columns and 549 rows, jump races among them, is read with no option", async () => {
  const marks = ["", "▲", "☆", "△", "★", "◇"];
  const lines = Array.from({ length: 549 }, (_, index) => {
    const race = Math.floor(index / 16) + 1;
    const isJump = race % 12 === 4;
    const horse = (index % 16) + 1;
    const [venue, code] = (
      [
        ["新潟", "04"],
        ["東京", "05"],
        ["京都", "08"],
      ] as const
    )[Math.floor((race - 1) / 12)] ?? ["", ""];
    const raceNum = ((race - 1) % 12) + 1;
    return {
      before: {
        ...TARGET_RACE,
        場所: venue,
        Ｒ: String(raceNum),
        ...(isJump ? { レース名: "障害4歳以上未勝利", クラス: "未勝利", 芝ダ: "芝", 距離: "2890" } : {}),
      },
      distanceAgain: isJump ? "2890" : "1800",
      after: {
        ...TARGET_RUNNER,
        馬番: String(horse),
        馬名: `${[" ", "(外)", "[地]"][index % 3]}アカイホシ${index}`,
        斤量: `${52 + (index % 7)}${marks[index % 6]}`,
        取消しフラグ: index === 30 ? "取消" : "",
        "レースID(新)": `20260523${code}0107${String(raceNum).padStart(2, "0")}${String(horse).padStart(2, "0")}`,
        血統登録番号: String(2022100000 + index),
        "トラックコード(JV)": isJump ? "56" : "24",
      },
    };
  });
  const [first] = lines;
  const named = [...Object.keys(first?.before ?? {}), "距離", ...Object.keys(first?.after ?? {})];
  const fillers = Array.from({ length: 272 - named.length }, (_, index) => (index % 2 === 0 ? "所属" : `指数${index}`));
  const text = [
    [...named, ...fillers].join(","),
    ...lines.map(({ before, distanceAgain, after }) =>
      [...Object.values(before), distanceAgain, ...Object.values(after), ...fillers.map(() => "0")].join(","),
    ),
  ].join("\r\n");
  const { told, rows } = await prepare({ "card.csv": cp932(text) });
  expect(told).toEqual([]);
  expect(rows("runners")).toHaveLength(549);
  expect(
    pick(rows("races").slice(2, 5), "race_id", "date", "surface", "distance_m", "meeting_num", "meeting_day"),
  ).toEqual([
    ["20260523-04-03", "2026-05-23", "dirt", "1800", "1", "7"],
    ["20260523-04-04", "2026-05-23", "jump", "2890", "1", "7"],
    ["20260523-04-05", "2026-05-23", "dirt", "1800", "1", "7"],
  ]);
  const columns = ["horse_name", "carried_weight_kg", "jockey_id", "jockey_name", "status"];
  expect(pick(rows("runners").slice(0, 3), ...columns)).toEqual([
    ["アカイホシ0", "52", "01001", "山田太郎", "entered"],
    ["アカイホシ1", "53", "01001", "山田太郎", "entered"],
    ["アカイホシ2", "54", "01001", "山田太郎", "entered"],
  ]);
  expect(rows("runners").filter(({ status }) => status === "scratched")).toHaveLength(1);
});
