import { expect, test } from "vitest";
import { createRunIndexTally, openRunIndexes } from "#app/domain/evaluation/run-indexes.ts";

const race = (raceId: string, date: string, ...indexes: number[]) => ({
  ...{ raceId, date },
  runners: indexes.map((index, at) => ({
    ...{ horseNum: at + 1, index, probability: 0.5, isStarter: true, finishPosition: 1, winOdds: null },
  })),
});

test("indexes of the newest three years are found by race and number, others are none", () => {
  const tally = createRunIndexTally("2026-11-21");
  tally.add(race("old", "2023-11-20", 1.5));
  tally.add(race("first", "2023-11-22", 1.58, -0.05, 0, ...Array<number>(9).fill(0.4), -2.31));
  tally.add(race("last", "2026-11-21", -1.1));
  const indexOf = openRunIndexes(tally.pack());
  expect([1, 2, 3, 13, 14].map((number) => indexOf("first", number))).toEqual([1.58, -0.05, 0, -2.31, null]);
  expect([indexOf("last", 1), indexOf("old", 1), indexOf("unknown", 1)]).toEqual([-1.1, null, null]);
  expect(openRunIndexes("")("first", 1)).toBeNull();
});
