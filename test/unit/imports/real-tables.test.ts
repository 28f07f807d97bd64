import { expect, test } from "vitest";
import { prepare } from "./support/prepared-files.ts";
import { csv, NAMES, pick } from "./support/tables.ts";

/** Tables in the shape that programs and sites really write. */

const RESULT = {
  日付: "2025/08/10",
  場所: "大井",
  R: "1",
  レース名: "C3",
  距離: "ダ1200",
  天候: "晴",
  馬場: "良",
  着順: "1",
  馬番: "1",
  馬名: "アカイホシ",
  性齢: "牡4",
  斤量: "56.0",
  騎手: "山田太郎",
  タイム: "1:14.0",
  上り: "38.0",
  通過: "3-3",
  人気: "1",
  単勝: "1.5",
  馬体重: "480",
  増減: "0",
  調教師: "調教一郎",
};
/** Results of which each line differs from the first by these cells. */
function results(lines: readonly Partial<typeof RESULT>[], file = "result.csv") {
  const rows = lines.map((cells, index) => ({
    ...RESULT,
    着順: String(index + 1),
    馬番: String(index + 1),
    馬名: NAMES[index] ?? "",
    単勝: `${index + 1}.5`,
    ...cells,
  }));
  return { [file]: csv(rows) };
}

test("a change of weight is read beside the weight where its own column is empty", async () => {
  const { told, rows } = await prepare(results([{ 馬体重: "480(+4)", 増減: "" }]));
  expect(told).toEqual([]);
  expect(pick(rows("runners"), "body_weight_kg", "body_weight_change_kg")).toEqual([["480", "4"]]);
});

test("an own map goes before open CSV, though its headers are columns of that", async () => {
  const map = {
    name: "scraper",
    headers: ["race_no", "finish", "umaban", "horse_name"],
    columns: {
      date: "date",
      venue: "venue",
      race_num: "race_no",
      horse_num: "umaban",
      horse_name: "horse_name",
      horse_id: "horse_id",
      sex: "sex",
      age: "age",
      status: "finish",
      finish_position: "finish",
      time_s: "time",
    },
  };
  const table = `race_id,date,venue,race_no,finish,umaban,horse_name,horse_id,sex,age,time
202505020811,2025-05-25,東京,11,1,1,アカイホシ,2022100000,牡,3,2:23.4
202505020811,2025-05-25,東京,11,2,2,アオイウミ,2022100001,牡,3,2:23.5
`;
  const { told, rows } = await prepare({ "scraped.csv": table }, { map });
  expect(told).toEqual([]);
  expect(pick(rows("runners"), "race_id", "horse_id", "time_s")).toEqual([
    ["20250525-05-11", "2022100000", "143.4"],
    ["20250525-05-11", "2022100001", "143.5"],
  ]);
});

test.each([
  ["with its mark", { 場所: "帯広(ば)" }],
  ["by its course", { 場所: "帯広" }],
  ["by its name", { 場所: "ばんえい" }],
  ["by its weights", { 場所: "旭川", 日付: "2005/08/10" }],
])("a sledge race is left out %s, and the rest is taken", async (_how, cells) => {
  const sledge = { R: "2", 距離: "ダ200", 馬場: "1.8", 斤量: "630", 単勝: "20", ...cells };
  const withdrawn = { ...sledge, 着順: "取消", 斤量: "", 距離: "" };
  const { told, rows, notices } = await prepare(results([{}, {}, sledge, withdrawn]));
  expect(told).toEqual([]);
  expect(pick(rows("runners"), "horse_name")).toEqual([["アカイホシ"], ["アオイウミ"]]);
  expect(rows("races")).toHaveLength(1);
  expect(notices).toContain("result.csv: left out 1 sledge race (ばんえい)");
});

test("a value that is set counts, not the table's column, and a notice states it", async () => {
  const { told, rows, notices } = await prepare(results([{ 日付: "今日" }, { 日付: "明日" }]), {
    set: { date: "2025-08-10", weather: "rainy" },
  });
  expect(told).toEqual([]);
  expect(pick(rows("races"), "date", "weather")).toEqual([["2025-08-10", "rainy"]]);
  expect(notices).toEqual(
    expect.arrayContaining([
      "result.csv: --set date=2025-08-10 counts, not the column 日付",
      "result.csv: --set weather=rainy counts, not the column 天候",
    ]),
  );
});

const IDS = (...lines: string[]) => ({
  "results.csv": `race_id,着順,枠番,馬番,馬名,性齢,斤量,騎手,タイム\n${lines.join("\n")}\n`,
});
const CENTRAL = "202505020811,1,1,1,アカイホシ,牡3,57.0,山田太郎,2:23.4";
const REGIONAL = "202544081001,1,1,1,アオイウミ,牡3,57.0,佐藤次郎,1:14.0";

test("an id of netkeiba states course, meeting and number, and a regional one the day", async () => {
  const races = ["race_id", "date", "venue", "race_num", "meeting_num", "meeting_day"];
  const { told, rows, notices } = await prepare(IDS(CENTRAL, REGIONAL), { set: { date: "2025-05-25" } });
  expect(told).toEqual([]);
  expect(pick(rows("races"), ...races)).toEqual([
    ["20250525-05-11", "2025-05-25", "東京", "11", "2", "8"],
    ["20250810-44-01", "2025-08-10", "大井", "1", "", ""],
  ]);
  expect(notices).toContain("results.csv: --set date=2025-05-25 counts where race_id has no day");
  expect((await prepare(IDS(CENTRAL, REGIONAL))).told).toEqual([
    'results.csv:2: race_id (date): "2025" has no month and day: say it by --set',
  ]);
  expect((await prepare(IDS(CENTRAL), { set: { date: "2024-05-25" } })).told).toEqual([
    'results.csv:2: race_id (date): "2024-05-25" and "2025" are not the same day',
  ]);
});

test("a scraped table with ids under names of open CSV is read by the map of its other headers", async () => {
  const table = `race_id,着順,馬番,馬名,性齢,騎手,horse_id,jockey_id,trainer_id
202544081001,1,1,アオイウミ,牡3,佐藤次郎,2022100100,1088,a0123
`;
  const { told, rows } = await prepare({ "scraped.csv": table });
  expect(told).toEqual([]);
  expect(pick(rows("runners"), "race_id", "horse_id", "jockey_id", "trainer_id")).toEqual([
    ["20250810-44-01", "2022100100", "01088", "a0123"],
  ]);
});

test("an id of another form does no harm where the row has day, course and number", async () => {
  const own = { ...RESULT, レースID: "202505020811" };
  const { told, rows } = await prepare({ "result.csv": csv([own]) });
  expect(told).toEqual([]);
  expect(pick(rows("races"), "race_id", "meeting_num")).toEqual([["20250810-44-01", ""]]);
});

const KAGGLE = `レースID,レース日付,競馬場名,レース番号,レース名,芝・ダート区分,距離(m),着順,着順注記,枠番,馬番,馬名,性別,馬齢,斤量,騎手,タイム,人気,馬体重,場体重増減
1,1994-05-29,東京,9,試し優駿,芝,2400,1.0,,1,1,アカイホシ,牡,4,57.0,山田太郎,143.5,1.0,492.0,0.0
1,1994-05-29,東京,9,試し優駿,芝,2400,2.0,(降),2,2,アオイウミ,牡,4,57.0,佐藤次郎,143.5,2.0,480.0,-2.0
1,1994-05-29,東京,9,試し優駿,芝,2400,,中,3,3,シロイクモ,牡,4,57.0,鈴木三郎,,3.0,470.0,4.0
`;

test("the JRA data set of Kaggle is read without a map; ages from one at birth by a map that states it", async () => {
  const columns = ["status", "finish_position", "time_s", "age", "body_weight_kg", "body_weight_change_kg"];
  const { told, rows, notices } = await prepare({ "kaggle.csv": KAGGLE });
  expect(told).toEqual([]);
  expect(pick(rows("runners"), ...columns)).toEqual([
    ["finished", "1", "143.5", "4", "492", "0"],
    ["finished", "2", "143.5", "4", "480", "-2"],
    ["did_not_finish", "", "", "4", "470", "4"],
  ]);
  expect(notices[1]).toBe(
    'kaggle.csv: ages before 2001 are read as today\'s; where the table counts from one at birth, say "read": "age_from_one"',
  );
  const map = {
    name: "kaggle",
    headers: ["レースID", "着順注記", "馬名"],
    columns: {
      date: "レース日付",
      venue: "競馬場名",
      race_num: "レース番号",
      horse_num: "馬番",
      horse_name: "馬名",
      age: { header: "馬齢", read: "age_from_one" },
    },
  };
  const counted = await prepare(
    { "kaggle.csv": `${KAGGLE}2,2001-05-27,${KAGGLE.split("\n")[1]?.slice(13)}\n` },
    { map },
  );
  expect(counted.told).toEqual([]);
  expect(pick(counted.rows("runners"), "age", "horse_id")).toEqual([
    ["3", "アカイホシ-1991"],
    ["3", "アオイウミ-1991"],
    ["3", "シロイクモ-1991"],
    ["4", "アカイホシ-1997"],
  ]);
  expect(counted.notices).toHaveLength(1);
});

test("a track's state is that of the race's surface", async () => {
  const going = async (距離: string) => {
    const { told, rows } = await prepare(results([{ 距離, 馬場: "芝:良 ダ:稍重" }]));
    return told.length > 0 ? told : rows("races").map((race) => race.going);
  };
  expect(await going("芝1200")).toEqual(["firm"]);
  expect(await going("ダ1200")).toEqual(["good"]);
  expect(await going("")).toEqual([
    'result.csv:2: 馬場 (going): "芝:良 ダ:稍重" is none of firm, good, yielding, soft',
  ]);
});

test("what a column states twice and differently is refused", async () => {
  const table = csv([{ ...RESULT, 着順注記: "取消" }]);
  expect((await prepare({ "result.csv": table })).told).toEqual([
    'result.csv:2: 着順 (status): "finished" and "scratched" contradict each other',
  ]);
});

test("a jump race is one by track code or name; 上り of jump races is no time over 600 m", async () => {
  const race = async (cells: Partial<typeof RESULT>) => {
    const { told, rows } = await prepare(results([{ 場所: "中山", 距離: "芝2880", 上り: "13.4", ...cells }]));
    return told.length > 0 ? told : [rows("races")[0]?.surface, rows("runners")[0]?.last_600m_s];
  };
  expect(await race({ レース名: "障害未勝利" })).toEqual(["jump", ""]);
  expect(await race({ レース名: "障害者支援杯", 場所: "大井", 上り: "38.4" })).toEqual(["turf", "38.4"]);
  expect(await race({ レース名: "春麗ジャンプS" })).toEqual([
    'result.csv:2: 距離 (surface): "turf" of a race named ジャンプ may be a jump race: no column has the track code',
    'result.csv:2: 上り (last_600m_s): "13.4" is no time over 600 m',
  ]);
  expect(await race({ レース名: "春麗ジャンプS", 距離: "障芝2880" })).toEqual(["jump", ""]);
});
