import fc from "fast-check";
import { expect, test } from "vitest";
import { parseConstants } from "#scripts/import/maps/map-format.ts";
import { ImportRefusal } from "#scripts/import/refusal.ts";
import { cp932 } from "./support/cp932.ts";
import { prepare } from "./support/prepared-files.ts";

const RACE = { date: "2026-05-03", venue: "東京", race_num: "11" };
const RESULTS = `東京優駿の結果
着 順,枠番,馬番,馬名,性齢,斤量,騎手,タイム,着差,通過,上り,単勝,人気,馬体重（増減）,調教師
1,1,1,ハチワク,牡3,57.0,ルメール,2:23.4,,4-4-3,34.1,2.4,1,480(+4),[東] 国枝栄
2,2,3,サンプル,セ4,57.0,☆佐々木,2:23.6,1 1/4,1-1-1,34.9,12.0,5,502(-2),[西] 矢作芳人
取消,3,5,トリケシ,牝3,55.0,武豊,,,,,---,,計不,[西] 友道康夫
中止,4,7,チュウシ,牝3,55.0,武豊,,,,,33.1,9,440(初出走),[西] 友道康夫
`;

test("results as the large sites print them become races and runners", async () => {
  const { told, rows, names } = await prepare({ "東京11R.txt": RESULTS }, { set: RACE });
  expect(told).toEqual([]);
  expect(names).toEqual(["tables/races.csv", "tables/runners.csv"]);
  expect(rows("races")).toEqual([
    expect.objectContaining({ race_id: "20260503-05-11", venue: "東京", venue_type: "1", race_num: "11" }),
  ]);
  expect(
    rows("runners").map(({ horse_num, status, finish_position, margin_s }) => [
      horse_num,
      status,
      finish_position,
      margin_s,
    ]),
  ).toEqual([
    ["1", "finished", "1", "0.0"],
    ["3", "finished", "2", "0.2"],
    ["5", "scratched", "", ""],
    ["7", "did_not_finish", "", ""],
  ]);
  expect(rows("runners")[0]).toMatchObject({
    race_id: "20260503-05-11",
    bracket_num: "1",
    horse_id: "ハチワク-2023",
    horse_name: "ハチワク",
    sex: "male",
    age: "3",
    carried_weight_kg: "57.0",
    jockey_id: "ルメール",
    trainer_name: "国枝栄",
    time_s: "143.4",
    corner_positions: "4-4-3",
    last_600m_s: "34.1",
    win_odds: "2.4",
    popularity: "1",
    body_weight_kg: "480",
    body_weight_change_kg: "4",
    ...{ trainer_base: "miho", apprentice: "", lengths: "" },
  });
  expect(rows("runners")[1]).toMatchObject({ trainer_base: "ritto", apprentice: "☆", lengths: "1 1/4" });
});

/** Some columns of a race card in their order, with names that repeat. */
const CARD = [
  "日付,日付S,場 R,場所,日次,Ｒ,レース名,発走時刻,クラス,芝ダ,距離,距離,枠番,馬番,馬名,性,齢,性別,年齢,騎手,斤量,所属,調教師,所属,取消しフラグ,人気,単オッズ,着,単勝,馬体重,増減,本賞金,種牡馬,母父名",
  "2026. 5. 3,5.3,東11,東京,４日,１１,東京優駿,15:40,Ｇ１,芝,2400,2400,１,１,ハチワク,牡,３,牡,３,ルメール,57.0,美,国枝栄,(栗),,１,2.4,,,480,+4,12000,チチ,ハハチチ",
  "2026. 5. 3,5.3,東11,東京,４日,１１,東京優駿,15:40,Ｇ１,芝,2400,2400,２,３,サンプル,セ,４,セ,４,▲佐々木,54.0,栗,矢作芳人,(美),取消,,,,,,,0,チチ,ハハチチ",
].join("\r\n");

test("a race card of TARGET in CP932, with header names that repeat and full-width digits", async () => {
  const { told, rows, notices } = await prepare({ "card.csv": cp932(CARD) });
  expect(told).toEqual([]);
  expect(notices[0]).toContain('card.csv: read by the map "TARGET frontier JV: race card"; not read: 場 R, 距離,');
  expect(rows("races")).toEqual([
    {
      race_id: "20260503-05-11",
      date: "2026-05-03",
      venue: "東京",
      venue_type: "1",
      race_num: "11",
      name: "東京優駿",
      start_time: "15:40",
      surface: "turf",
      distance_m: "2400",
      weather: "",
      going: "",
      meeting_num: "",
      meeting_day: "4",
      grade: "G1",
      race_class: "G1",
      ...{ weight_rule: "", entry_marks: "", course_way: "", rail: "", purses_yen: "", laps_s: "" },
    },
  ]);
  expect(rows("runners")).toEqual([
    expect.objectContaining({
      horse_num: "1",
      horse_id: "ハチワク-2023",
      status: "entered",
      win_odds: "2.4",
      prize_yen: "",
      sire_name: "チチ",
    }),
    expect.objectContaining({
      horse_num: "3",
      sex: "gelding",
      jockey_name: "佐々木",
      status: "scratched",
      win_odds: "",
    }),
  ]);
});

test("columns are found by name and occurrence, wherever they stand", async () => {
  const turned = CARD.split("\r\n")
    .map((line) => line.split(",").toReversed().join(","))
    .join("\n");
  const { told, rows } = await prepare({ "card.csv": turned });
  expect(told).toEqual([]);
  expect(rows("runners")[0]).toMatchObject({ horse_num: "1", horse_name: "ハチワク", body_weight_kg: "480" });
});

test("a card and the result of a race are one race; what the result has counts", async () => {
  const card =
    "馬番,馬名,性齢,斤量,騎手,オッズ,人気\n1,ハチワク,牡3,57.0,ルメール,3.1,2\n3,サンプル,セ4,57.0,佐々木,2.0,1\n";
  const { told, rows } = await prepare({ "a-card.csv": card, "b-result.csv": RESULTS }, { set: RACE });
  expect(told).toEqual([]);
  expect(rows("races")).toHaveLength(1);
  expect(rows("runners").map(({ horse_num, win_odds, status }) => [horse_num, win_odds, status])).toEqual([
    ["1", "2.4", "finished"],
    ["3", "12.0", "finished"],
    ["5", "", "scratched"],
    ["7", "33.1", "did_not_finish"],
  ]);
});

test("what is wrong is named by the operator's own file, line and column", async () => {
  const bad = RESULTS.replace("2:23.6", "2:23")
    .replace("ルメール,", "ル\u200bメール,")
    .replace("牝3,55.0,武豊,,,,,33.1", "不明3,55.0,武豊,,,,,33.1");
  expect((await prepare({ "r.csv": bad }, { set: RACE })).told).toEqual([
    'r.csv:3: 騎手 (jockey_name): "ル\\u{200b}メール" holds the invisible character U+200B: remove it',
    'r.csv:4: タイム (time_s): "2:23" is not a number',
    'r.csv:6: 性齢 (sex): "不明3" is none of male, female, gelding',
  ]);
  expect((await prepare({ "r.csv": RESULTS })).told).toEqual([
    "r.csv:2: date: no column of the table has it: say it by --set, or in the map's constants",
    "r.csv:2: venue: no column of the table has it: say it by --set, or in the map's constants",
    "r.csv:2: race_num: no column of the table has it: say it by --set, or in the map's constants",
  ]);
  expect((await prepare({ "r.csv": RESULTS }, { set: { ...RACE, venue: "ドバイ" } })).told[0]).toBe(
    'r.csv:3: venue: "ドバイ" is no racecourse of Japan (東京, 大井, …)',
  );
  const twice = CARD.replace("１,ハチワク", "２,ハチワク").replace("３,サンプル", "２,サンプル");
  expect((await prepare({ "card.csv": twice })).told).toEqual([
    'card.csv:3: 馬名 (horse_name): "サンプル" contradicts "ハチワク" of card.csv:2',
  ]);
  const longer = CARD.replace("芝,2400,2400,２", "芝,2500,2400,２").replace("取消", "");
  expect((await prepare({ "card.csv": longer })).told).toEqual([
    'card.csv:3: 距離 (distance_m): "2500" contradicts "2400" of card.csv:2',
  ]);
  expect((await prepare({ "r.csv": `${RESULTS}1,2\n` }, { set: RACE })).told).toEqual([
    "r.csv:7: row: has 2 cells where the header has 15",
  ]);
});

test("the site's refusals and notices lead back to the operator's file", async () => {
  const { translate, translateNotice } = await prepare({ "r.csv": RESULTS }, { set: RACE });
  const error = { file: "tables/runners.csv", line: 3, field: "horse_name", reason: "is odd" };
  expect(translate(error)).toEqual({ file: "r.csv", line: 4, field: "馬名 (horse_name)", reason: "is odd" });
  expect(translateNotice("tables/runners.csv:2: age: is odd")).toBe("r.csv:3: 性齢 (age): is odd");
  expect(translateNotice("the sample is hidden")).toBe("the sample is hidden");
});

const OWN = {
  name: "mine",
  headers: ["Tag", "Nr"],
  columns: {
    date: "Tag",
    horse_num: { header: "Nr", occurrence: 2 },
    race_num: { header: ["Nr"], occurrence: 1 },
    horse_name: "馬",
    age: "齢",
    prize_yen: { header: "賞金", read: "man_yen" },
  },
  constants: { venue: "大井" },
  jockeys: {},
};

test("an own map reads by its names, occurrences, readers and constants, before the built-in ones", async () => {
  const { told, rows } = await prepare(
    { "x.tsv": "Tag\tNr\tNr\t馬\t齢\t賞金\n2026/11/22\t3\t7\tウマ\t4\t12.5\n" },
    { map: OWN },
  );
  expect(told).toEqual([]);
  expect(rows("races")).toEqual([
    expect.objectContaining({ race_id: "20261122-44-03", venue: "大井", venue_type: "2" }),
  ]);
  expect(rows("runners")).toEqual([
    expect.objectContaining({ horse_num: "7", horse_name: "ウマ", prize_yen: "125000" }),
  ]);
});

test("payouts of a table", async () => {
  const map = {
    name: "払戻",
    rows: "payouts",
    headers: ["券種", "組番", "払戻金"],
    columns: { bet_type: "券種", combination: "組番", payout_yen: "払戻金" },
    constants: RACE,
  };
  const { told, rows } = await prepare({ "p.csv": '券種,組番,払戻金\n単勝,1,240円\n馬連,1 - 3,"1,640円"\n' }, { map });
  expect(told).toEqual([]);
  expect(rows("payouts")).toEqual([
    { race_id: "20260503-05-11", bet_type: "win", combination: "1", payout_yen: "240" },
    { race_id: "20260503-05-11", bet_type: "quinella", combination: "1-3", payout_yen: "1640" },
  ]);
});

test.each<[string, unknown, string]>([
  ["an unknown column", { ...OWN, columns: { colour: "毛色" } }, "own.json: columns"],
  [
    "an unknown reader",
    { ...OWN, columns: { age: { header: "齢", read: "years" } } },
    "own.json: columns.age.0.read: is none of text, number,",
  ],
  [
    "an occurrence of 0",
    { ...OWN, columns: { age: { header: "齢", occurrence: 0 } } },
    "own.json: columns.age.0.occurrence: ",
  ],
  ["no headers", { ...OWN, headers: [] }, "own.json: headers: "],
  ["an unknown key", { ...OWN, kolumns: {} }, "own.json: (top): "],
])("a map with %s is refused by file and field", async (_what, map, message) => {
  await expect(prepare({ "x.csv": "a,b\n" }, { map })).rejects.toThrow(message);
});

test("cells for all rows are given by the columns of open CSV", () => {
  expect(parseConstants(["venue=東京", "name=A=B", "going="])).toEqual({ venue: "東京", name: "A=B", going: "" });
  for (const given of ["場所=東京", "venue", "=東京"])
    expect(() => parseConstants([given])).toThrow(
      `--set ${given}: is COLUMN=VALUE with one of the columns race_id, date,`,
    );
});

test("a map that fits no table is refused, so that no other map reads it", async () => {
  await expect(prepare({ "r.csv": RESULTS }, { map: OWN, set: RACE })).rejects.toThrow(
    'the map "mine" fits no table: its headers are Tag, Nr',
  );
});

test("bytes flipped, cut and doubled: never a crash, and every refusal names file and line", {
  tags: "full",
  timeout: 60_000,
}, async () => {
  const bytes = new TextEncoder().encode(RESULTS);
  const mutation = fc.record({
    at: fc.nat(bytes.length - 1),
    byte: fc.nat(255),
    kind: fc.constantFrom("flip", "cut", "double"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 4 }), async (mutations) => {
      let content = [...bytes];
      for (const { at, byte, kind } of mutations) {
        if (kind === "flip") content[at] = byte;
        else
          content =
            kind === "cut" ? content.slice(0, at) : [...content.slice(0, at), ...content.slice(Math.floor(at / 2))];
      }
      const told = await prepare({ "r.csv": Uint8Array.from(content) }, { set: RACE }).then(
        (prepared) => prepared.told,
        (error: unknown) => {
          if (!(error instanceof ImportRefusal)) throw error;
          return [];
        },
      );
      for (const line of told) expect(line).toMatch(/^r\.csv:\d+: .+: ./);
    }),
    { numRuns: 400 },
  );
});

test("a name that two columns have is asked for by its occurrence", async () => {
  const map = { ...OWN, columns: { ...OWN.columns, horse_num: "Nr" } };
  const { told } = await prepare({ "x.csv": "Tag,Nr,Nr,馬,齢\n2026/11/22,3,7,ウマ,4\n" }, { map });
  expect(told).toEqual(['x.csv:1: header: column Nr stands 2 times: the map (mine) must say which by "occurrence"']);
});
