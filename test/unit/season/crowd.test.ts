import { expect, test } from "vitest";
import { chancesByOdds, joinForecasts, measureOpenness } from "#app/domain/season/crowd.ts";
import { weighMembers } from "#app/domain/season/crowd-weights.ts";

const candidate = (modelId: number, userId: number, value = 0.1) => ({ modelId, userId, value });

test("fewer than twenty models have no forecast together, and more than two hundred are the best of them", () => {
  const models = Array.from({ length: 300 }, (_, i) => candidate(i, i, 0.05 + i / 10_000));
  expect(weighMembers(models.slice(0, 19))).toEqual([]);
  // A model that is no better than a lottery has no weight.
  expect(weighMembers([...models.slice(0, 19), candidate(500, 500, -0.01)])).toEqual([]);
  const members = weighMembers(models);
  expect(members).toHaveLength(200);
  expect(members[0]).toMatchObject({ modelId: 299 });
  expect(members.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
  expect(members[0]!.weight / members[199]!.weight).toBeCloseTo(members[0]!.value / members[199]!.value, 12);
});

test("an owner's models weigh at most the cap together, however many", () => {
  const crowded = Array.from({ length: 150 }, (_, i) => candidate(i, 1));
  const others = Array.from({ length: 50 }, (_, i) => candidate(1000 + i, 1000 + i));
  const members = weighMembers([...crowded, ...others]);
  const own = members.filter(({ userId }) => userId === 1).reduce((sum, { weight }) => sum + weight, 0);
  expect(own).toBeCloseTo(0.05, 12);
  // Few owners: half more than an equal share.
  const few = weighMembers([...crowded.slice(0, 20), candidate(500, 2), candidate(501, 3)]);
  const most = few.filter(({ userId }) => userId === 1).reduce((sum, { weight }) => sum + weight, 0);
  expect(most).toBeCloseTo(0.5, 12);
});

test("the forecast is the weighted mean of log chances, with the members' spread and first choices", () => {
  const member = (modelId: number, weight: number) => ({ ...candidate(modelId, modelId), weight });
  const chances = (one: number, two: number) =>
    new Map([
      [1, one],
      [2, two],
      [3, 1 - one - two],
    ]);
  const race = { horseNums: [1, 2, 3], oddsOf: (horseNum: number) => horseNum * 2, weightsOf: "monthly:1" };
  const forecast = joinForecasts(
    [
      { member: member(1, 0.5), chances: chances(0.6, 0.3) },
      { member: member(2, 0.5), chances: chances(0.2, 0.5) },
      // Knows other runners.
      { member: member(3, 0.2), chances: new Map([[1, 1]]) },
    ],
    race,
  );
  const parts = [Math.sqrt(0.6 * 0.2), Math.sqrt(0.3 * 0.5), Math.sqrt(0.1 * 0.3)];
  const sum = parts[0]! + parts[1]! + parts[2]!;
  expect(forecast?.members).toBe(2);
  expect(forecast?.runners.map(({ horseNum }) => horseNum)).toEqual([2, 1, 3]);
  expect(forecast?.runners[1]).toMatchObject({ firsts: 0.5, low: 0.24, high: 0.56, odds: 2 });
  expect(forecast?.runners[1]?.chance).toBeCloseTo(parts[0]! / sum, 3);
  expect(joinForecasts([], race)).toBeNull();
});

test("an open race has the degree 100, a sure one 0, and odds become chances", () => {
  expect(measureOpenness([0.25, 0.25, 0.25, 0.25])).toEqual({ degree: 100, equalHorses: 4 });
  expect(measureOpenness([1, 0, 0])).toEqual({ degree: 0, equalHorses: 1 });
  expect(measureOpenness([0.5, 0.5, 0, 0]).degree).toBeCloseTo(100 / 3, 10);
  expect(chancesByOdds([2, 4, 4])).toEqual([0.5, 0.25, 0.25]);
  expect(chancesByOdds([2, null])).toBeNull();
});
