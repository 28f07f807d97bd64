import { expect, test } from "vitest";
import { formatDayNear, formatSigned } from "#app/components/parts/numbers.ts";
import { formatBodyWeight, formatTime, ordersOf, readCardOrder, rowsOf } from "#app/components/races/card-words.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import { makeScore, makeRunner as runner } from "#test/unit/support/racing-factories.ts";
import { card } from "./race-cards.ts";

const score = (horseNum: number, index: number, probability: number) => makeScore(horseNum, { index, probability });

const analysis = (scores: Score[]) => ({
  ...{ analysisId: 1, modelId: 1, modelName: "m", hasModel: true, completedAt: null, isLearntFrom: false, bets: null },
  modelSkill: null,
  scores,
});

const numbers = (rows: ReturnType<typeof rowsOf>) => rows.map(({ runner: { horseNum } }) => horseNum);

test("a card is sorted by number, popularity, index or carried weight; runners without the value come last", () => {
  const runners = [
    runner(1, { popularity: 2, carriedWeightKg: 54 }),
    runner(2, { popularity: null, carriedWeightKg: 57 }),
    runner(3, { popularity: 1, carriedWeightKg: 54 }),
  ];
  const shown = card({ runners, analyses: [analysis([score(3, 1, 0.5), score(1, 0, 0.3)])] });
  expect(numbers(rowsOf(shown, "number"))).toEqual([1, 2, 3]);
  expect(numbers(rowsOf(shown, "popularity"))).toEqual([3, 1, 2]);
  expect(numbers(rowsOf(shown, "index"))).toEqual([3, 1, 2]);
  expect(numbers(rowsOf(shown, "weight"))).toEqual([2, 1, 3]);
});

test("the newest analysis gives marks and chances; a withdrawn horse has none, its chance goes to the others, and no mark moves up", () => {
  const runners = [runner(1), runner(2, { status: "scratched" }), runner(3)];
  const newest = analysis([score(2, 1, 0.5), score(1, 0.2, 0.3), score(3, -1.2, 0.2)]);
  const rows = rowsOf(card({ runners, analyses: [newest, analysis([score(3, 2, 0.9)])] }), "number");
  expect(rows.map(({ place }) => place)).toEqual([2, null, 3]);
  expect(rows.map(({ score }) => score?.probability)).toEqual([0.6, undefined, 0.4]);
});

test("orders are offered where they make a difference, and unknown ones are by number", () => {
  expect(ordersOf(card({ runners: [runner(1)] }))).toEqual(["number"]);
  const orders = ordersOf(card({ runners: [runner(1, { popularity: 1, carriedWeightKg: 55 })] }));
  expect(orders).toEqual(["number", "popularity", "weight"]);
  expect(readCardOrder("weight", orders)).toBe("weight");
  expect(readCardOrder("index", orders)).toBe("number");
  expect(readCardOrder(null, orders)).toBe("number");
});

test("times, gaps, weights and days read as on Japanese cards", () => {
  expect([59.8, 60, 118.4, 187.2].map(formatTime)).toEqual(["59.8", "1:00.0", "1:58.4", "3:07.2"]);
  expect([-0.3, 0, 0.1, 2].map((value) => formatSigned(value, 1))).toEqual(["−0.3", "0.0", "+0.1", "+2.0"]);
  const weights = [
    runner(1, { bodyWeightKg: 486, bodyWeightChangeKg: 4 }),
    runner(1, { bodyWeightKg: 486, bodyWeightChangeKg: 0 }),
    runner(1, { bodyWeightKg: 486, bodyWeightChangeKg: -10 }),
    runner(1, { bodyWeightKg: 486 }),
    runner(1),
  ].map(formatBodyWeight);
  expect(weights.map(({ kg, change }) => kg + change)).toEqual(["486(+4)", "486(±0)", "486(−10)", "486", ""]);
  expect(formatDayNear("2026-10-05", "2026-11-21")).toBe("10/5");
  expect(formatDayNear("2025-12-28", "2026-11-21")).toBe("25/12/28");
});
