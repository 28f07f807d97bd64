import { expect, test } from "vitest";
import { type IndexedRace, indicesCsv } from "#app/domain/scoring/indices-csv.ts";
import { makeScore } from "#test/unit/support/racing-factories.ts";

const RACE = { raceId: "r1", date: "2026-11-21", venue: "東京", raceNum: 11, name: "初霜, 記念", startTime: "15:40" };

const score = (horseNum: number, index: number, probability: number | null) =>
  makeScore(horseNum, { index, probability });

const analysis = (values: Partial<IndexedRace> = {}): IndexedRace => ({
  ...{ race: RACE, modelName: "末脚マイスター", isLearntFrom: false },
  runners: [1, 2, 3].map((horseNum) => ({ horseNum, status: "entered" as const })),
  scores: [score(2, 1.25, 0.5), score(1, 0, 0.3), score(3, -1.2, 0.2)],
  ...values,
});

test("a line per horse in the order of the index, with marks, chances and fair odds", () => {
  expect(indicesCsv([analysis()]).split("\r\n")).toEqual([
    "\uFEFF日付,競馬場,R,レース名,発走,モデル,順位,印,枠番,馬番,馬名,指数,勝率,適正オッズ,参考値",
    '2026-11-21,東京,11,"初霜, 記念",15:40,末脚マイスター,1,◎,2,2,ウマ2,1.25,0.5,2,',
    '2026-11-21,東京,11,"初霜, 記念",15:40,末脚マイスター,2,○,1,1,ウマ1,0,0.3,3.3,',
    '2026-11-21,東京,11,"初霜, 記念",15:40,末脚マイスター,3,▲,3,3,ウマ3,-1.2,0.2,5,',
  ]);
  expect(indicesCsv([]).split("\r\n")).toHaveLength(1);
});

test("chances are among the horses that still start, and empty where the model learnt from the race", () => {
  const runners = [1, 2, 3].map((horseNum) => ({
    horseNum,
    status: horseNum === 2 ? ("scratched" as const) : ("entered" as const),
  }));
  const lines = indicesCsv([analysis({ runners })]).split("\r\n");
  const first = lines[1] ?? "";
  expect(first.endsWith(",0,0.6,1.7,")).toBe(true);
  // The best horse by index does not start: the last line, without place, mark, index and chance. The second keeps ○.
  expect(lines.at(-1)).toMatch(/,,,\d*,2,[^,]+,,,,$/);
  expect(first).toContain(",2,○,");
  const learnt = analysis({ isLearntFrom: true, scores: [score(1, 0.5, null)] });
  expect(indicesCsv([learnt])).toMatch(/,0\.5,,,参考値$/);
});

test("a name is no formula to a spreadsheet", () => {
  const fullWidth = ["＝1+1", "＋81", "－1", "＠SUM(A1)"];
  for (const modelName of ["=1+1", "@SUM(A1)", "+81", "-1", "=1+1\nx", "\t=1", "\r=1", "\n=1", "\0=1", ...fullWidth])
    expect(indicesCsv([analysis({ modelName })])).toContain(`,"'${modelName}",`);
});
