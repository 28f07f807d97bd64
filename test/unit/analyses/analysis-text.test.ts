import { expect, test } from "vitest";
import { analysisText } from "#app/components/sharing/analysis-text.tsx";
import { makeScore } from "#test/unit/support/racing-factories.ts";

const raceInfo = { raceNum: 11, name: "初霜記念", title: "京都", date: "2026-11-22" };
const score = (horseNum: number, probability: number | null) =>
  makeScore(horseNum, { index: 2.3 - horseNum, probability });

test("the text for messengers has the race, the model and the first six horses", () => {
  const scores = [1, 2, 3, 4, 5, 6, 7].map((horseNum) => score(horseNum, horseNum === 1 ? 0.3 : 0.1));
  expect(analysisText({ raceInfo, modelName: "末脚マイスター", scores, runners: [] }).split("\n")).toEqual([
    "11/22 京都11R 初霜記念",
    "末脚マイスターの指数と勝率",
    "◎1 ウマ1 +1.30 30.0%",
    "○2 ウマ2 +0.30 10.0%",
    "▲3 ウマ3 −0.70 10.0%",
    "△4 ウマ4 −1.70 10.0%",
    "△5 ウマ5 −2.70 10.0%",
    "　6 ウマ6 −3.70 10.0%",
    "ほか1頭",
  ]);
});

test("without chances there are none in the text", () => {
  const lines = analysisText({ raceInfo, modelName: "m", scores: [score(1, null)], runners: [] }).split("\n");
  expect(lines.slice(1)).toEqual(["mの指数", "◎1 ウマ1 +1.30"]);
});

test("who does not start is not in the text, and a line says whose mark that was", () => {
  const scores = [1, 2, 3].map((horseNum) => score(horseNum, null));
  const runners = scores.map(({ horseNum }) => ({
    horseNum,
    status: horseNum === 1 ? ("scratched" as const) : ("entered" as const),
  }));
  expect(analysisText({ raceInfo, modelName: "m", scores, runners }).split("\n").slice(2)).toEqual([
    "○2 ウマ2 +0.30",
    "▲3 ウマ3 −0.70",
    "◎1番は出走しません。印は繰り上げず、成績では返還として扱います。",
  ]);
});
