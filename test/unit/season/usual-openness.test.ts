import { expect, test } from "vitest";
import { findUsualOpenness, measureUsualOpenness } from "#app/domain/season/usual-openness.ts";

/** A race of two horses: with chances p and 1 − p it is 1 / (p² + (1 − p)²) − 1 open. */
function forecast(p: number, raceClass: string | null) {
  const runner = (horseNum: number, chance: number, firsts: number) => ({
    ...{ horseNum, chance, firsts },
    ...{ low: 0, high: 1, odds: null },
  });
  return { raceClass, runners: [runner(1, p, p), runner(2, 1 - p, 1 - p)] };
}

test("what is usual are the middle eight of ten races, of all and of each class with thirty races", () => {
  const certain = Array.from({ length: 30 }, () => forecast(1, "新馬"));
  const even = Array.from({ length: 29 }, () => forecast(0.5, "オープン"));
  const usual = measureUsualOpenness([...certain, ...even, forecast(0.5, null)]);
  expect(usual).toEqual([
    { raceClass: null, races: 60, low: 0, high: 100, firsts: 0.75 },
    { raceClass: "新馬", races: 30, low: 0, high: 0, firsts: 1 },
  ]);
  expect(findUsualOpenness(usual, "新馬")?.races).toBe(30);
  // Too few of its class, or its class unknown.
  expect(findUsualOpenness(usual, "オープン")?.races).toBe(60);
  expect(findUsualOpenness(usual, null)?.races).toBe(60);
  expect(measureUsualOpenness(certain.slice(1))).toEqual([]);
  expect(findUsualOpenness([], "新馬")).toBeNull();
});
