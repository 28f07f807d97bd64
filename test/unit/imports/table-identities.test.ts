import { expect, test } from "vitest";
import { NOTHING_KNOWN } from "#scripts/import/maps/identities.ts";
import { prepare } from "./support/prepared-files.ts";

const RACE = { date: "2026-05-03", venue: "東京", race_num: "11" };
const HEADER = "馬番,馬名,性齢,斤量,騎手,調教師,父";
const table = (...lines: string[]) => ({ "card.csv": `${[HEADER, ...lines].join("\n")}\n` });
const known = (parts: Partial<typeof NOTHING_KNOWN>) => ({ set: RACE, known: { ...NOTHING_KNOWN, ...parts } });

test("a horse that the site knows by name, birth year and sire keeps its number", async () => {
  const horses = [
    { id: "2023100001", name: "ハチワク", birthYear: 2023, sire: "チチ" },
    { id: "2001100001", name: "ハチワク", birthYear: 2001, sire: "チチ" },
    { id: "2023100002", name: "サンプル", birthYear: 2023, sire: "ベツ" },
  ];
  const { told, rows } = await prepare(
    table("1,ハチワク,牡3,57,甲,乙,チチ", "2,サンプル,牡3,57,甲,乙,チチ", "3,ハジメテ,牡3,57,甲,乙,"),
    known({ horses }),
  );
  expect(told).toEqual([]);
  // The second has another sire than the one of its name; the third is new.
  expect(rows("runners").map((row) => row.horse_id)).toEqual(["2023100001", "サンプル-2023-チチ", "ハジメテ-2023"]);
});

test("a number on the table counts, whatever the name", async () => {
  const horses = [{ id: "2023100001", name: "ハチワク", birthYear: 2023, sire: "チチ" }];
  const { rows } = await prepare(
    { "card.csv": `${HEADER},血統登録番号\n1,ハチワク,牡3,57,甲,乙,チチ,2023999999\n` },
    known({ horses }),
  );
  expect(rows("runners")[0]?.horse_id).toBe("2023999999");
});

test("a horse that may be one of two, or of another age, is named, and nothing is sent", async () => {
  const horses = [
    { id: "2023100001", name: "ハチワク", birthYear: 2023, sire: "チチ" },
    { id: "2023100009", name: "ハチワク", birthYear: 2023, sire: "ベツ" },
  ];
  expect((await prepare(table("1,ハチワク,牡3,57,甲,乙,"), known({ horses }))).told).toEqual([
    'card.csv:2: 馬名 (horse_name): "ハチワク" born 2023 is one of 2023100001, 2023100009 on the site: give the number (horse_id)',
  ]);
  expect((await prepare(table("1,ハチワク,牡,57,甲,乙,"), known({}))).told[0]).toBe(
    'card.csv:2: 馬名 (horse_name): "ハチワク": without its number or age it may be an older horse\'s name',
  );
  const twoSires = table("1,ハチワク,牡3,57,甲,乙,チチ", "2,ハチワク,牡3,57,甲,乙,ベツ", "3,ハチワク,牡3,57,甲,乙,");
  expect((await prepare(twoSires, known({}))).told).toEqual([
    'card.csv:4: 馬名 (horse_name): "ハチワク" born 2023: two of this name differ by their sire, and this line has none',
  ]);
});

test("people are known by their name; shorter forms and namesakes are in doubt until a map says who it is", async () => {
  const jockeys = [
    { id: "01088", name: "川田将雅" },
    { id: "05339", name: "C.ルメール" },
    { id: "05339", name: "ルメール" },
  ];
  const trainers = [
    { id: "01000", name: "同名" },
    { id: "01001", name: "同名" },
  ];
  const options = known({ jockeys, trainers });
  const sure = table("1,ア,牡3,57,川田　将雅,乙,", "2,イ,牡3,57,▲ルメール,乙,", "3,ウ,牡3,57,新人,乙,");
  expect((await prepare(sure, options)).rows("runners").map((row) => row.jockey_id)).toEqual([
    "01088",
    "05339",
    "新人",
  ]);
  const doubtful = table("1,ア,牡3,57,川田,同名,");
  const { told } = await prepare(doubtful, options);
  expect(told).toEqual([
    'card.csv:2: 騎手 (jockey_name): "川田" may be 川田将雅 (01088): say who it is by {"jockeys": {"川田": "ID"}} in a map',
    'card.csv:2: 調教師 (trainer_name): "同名" may be 同名 (01000) or 同名 (01001): say who it is by {"trainers": {"同名": "ID"}} in a map',
  ]);
  const map = {
    name: "mine",
    headers: ["馬番", "馬名"],
    columns: { horse_num: "馬番", horse_name: "馬名", age: "性齢", jockey_name: "騎手", trainer_name: "調教師" },
    jockeys: { 川田: "01088" },
    trainers: { 同名: "01001" },
  };
  const solved = await prepare(doubtful, { ...options, map });
  expect(solved.told).toEqual([]);
  expect(solved.rows("runners")[0]).toMatchObject({ jockey_id: "01088", trainer_id: "01001" });
});

test("a race of the site keeps its id there, for its runners and payouts too, and its result is kept from cards", async () => {
  const race = { id: "R7", date: "2026-05-03", venue: "東京", raceNum: 11, hasResult: false };
  const card = table("1,ハチワク,牡3,57,甲,乙,", "2,サンプル,牡3,57,甲,乙,");
  const { rows } = await prepare(card, known({ races: [race] }));
  expect(rows("races").map((row) => row.race_id)).toEqual(["R7"]);
  expect(rows("runners").map((row) => row.race_id)).toEqual(["R7", "R7"]);
  expect((await prepare(card, known({ races: [{ ...race, hasResult: true }] }))).told).toEqual([
    "card.csv:2: row: the site has the result of race R7, which this card would replace",
  ]);
  const result = { "result.csv": "着順,馬番,馬名,性齢,タイム\n1,1,ハチワク,牡3,2:23.4\n取消,2,サンプル,牡3,\n" };
  expect((await prepare(result, known({ races: [{ ...race, hasResult: true }] }))).told).toEqual([]);
});
