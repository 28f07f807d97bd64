import { expect, test } from "vitest";
import { compareModels } from "#app/domain/comparing/compare-models.ts";
import { verdictOf } from "#app/domain/comparing/paired-difference.ts";
import type { UnseenResult } from "#app/domain/evaluation/unseen-races.ts";
import { createNormal } from "#app/domain/season/normal.ts";

/** A race a day of eight starters, by what is given of each. */
function racesOf(given: readonly Partial<UnseenResult>[]): UnseenResult[] {
  return given.map((race, day) => ({
    ...{ raceId: `r${day}`, date: `2026-01-${String(day + 1).padStart(2, "0")}`, starters: 8 },
    ...{ loss: 1.5, marketLoss: null, pick: 1, isHit: false, isFavouriteHit: null, bets: null },
    ...race,
  }));
}

const TEN = Array.from({ length: 10 }, (): Partial<UnseenResult> => ({}));

test("figures of three models on the races of all: worked out by hand", () => {
  // Number 1 wins the first six races, number 2 the others. A has always 1 first, B 2 from the ninth race on, C always 2.
  const wins = (pick: (race: number) => number) =>
    TEN.map((_, race) => ({ pick: pick(race), isHit: pick(race) === (race < 6 ? 1 : 2) }));
  const a = racesOf(
    wins(() => 1).map((race, day) => ({ ...race, ...(day < 4 ? { marketLoss: 1, isFavouriteHit: day === 0 } : {}) })),
  );
  const b = racesOf(wins((race) => (race < 8 ? 1 : 2)).map((race) => ({ ...race, loss: 1.3 })));
  const c = racesOf(wins(() => 2).map((race, day) => ({ ...race, loss: day % 2 === 0 ? 1 : 2.2 })));
  const compared = compareModels([a, [...b, { ...b[0]!, raceId: "of b alone" }], c.toReversed()], 0)!;
  expect(compared).toMatchObject({ races: 10, days: 10, from: "2026-01-01", to: "2026-01-10" });
  // ln 8 = 2.07944: 1 − 1.5 / 2.07944, 1 − 1.3 / 2.07944, 1 − 1.6 / 2.07944.
  expect(compared.models.map(({ pseudoR2 }) => Number(pseudoR2.toFixed(4)))).toEqual([0.2787, 0.3748, 0.2306]);
  expect(compared.models.map(({ hits }) => hits)).toEqual([6, 8, 4]);
  const [own, better, unclear] = compared.models.map(({ difference }) => difference);
  expect(own).toBeNull();
  // Always 0.2 lower: without any spread between the days, so surely better. 0.2 / 2.07944 = 0.09618.
  expect(better!.difference).toBeCloseTo(0.09618, 5);
  expect(better!.high - better!.low).toBeCloseTo(0, 8);
  // Five times 0.5 lower, five times 0.7 higher: −0.1 a race.
  expect(unclear!.difference).toBeCloseTo(-0.04809, 5);
  // Gains less their mean are ±0.6: √(10 × 0.36 × 10 / 9) / 20.7944 = 0.096179. Three pairs: 0.025 / 3 of z = 2.3940, with
  // Student's 2.2622 / 1.9600 for 9 degrees.
  expect(unclear!.high - unclear!.difference).toBeCloseTo(0.096179 * 2.394 * (2.2622 / 1.96), 3);
  expect([better!, unclear!].map(verdictOf)).toEqual(["better", "unknown"]);
  // Pairs differ by a spread of 0, 0.096179 and 0.096179: 0.8463 × √(2 × 0.096179² / 3 / 2).
  expect(compared.luckOfBest).toBeCloseTo(0.8463 * 0.096179 * Math.sqrt(1 / 3), 5);
  expect(compared.market).toEqual({ races: 4, pseudoR2: 1 - 4 / (4 * Math.log(8)), favouriteHits: 1 });
  expect(compared.agreement).toEqual([
    [10, 8, 0],
    [8, 10, 2],
    [0, 2, 10],
  ]);
  // Never all three; two agree in all ten races: 1 in the first eight (six wins), 2 in the last two (two wins).
  expect(compared.splits).toEqual([
    { agreeing: 3, races: 0, wins: 0 },
    { agreeing: 2, races: 10, wins: 8 },
    { agreeing: null, races: 0, wins: 0 },
  ]);
});

test("where no horse has more than half of the models, the mean of those with most counts", () => {
  const model = (pick: number, isHit: boolean) => racesOf([{ pick, isHit }]);
  const split = (models: UnseenResult[][]) => compareModels(models, 0)!.splits.find(({ races }) => races === 1);
  expect(split([model(1, true), model(2, false)])).toEqual({ agreeing: null, races: 1, wins: 0.5 });
  expect(split([model(1, true), model(1, true), model(2, false), model(2, false)])).toEqual({
    ...{ agreeing: null, races: 1, wins: 0.5 },
  });
  expect(split([model(1, false), model(1, false), model(2, true), model(3, false), model(4, false)])).toEqual({
    ...{ agreeing: null, races: 1, wins: 0 },
  });
  expect(split([model(1, true), model(1, true), model(1, true), model(2, false), model(2, false)])).toEqual({
    ...{ agreeing: 3, races: 1, wins: 1 },
  });
});

test("without common races there is nothing, and with few days no interval", () => {
  const one = racesOf(TEN);
  expect(compareModels([one, one.map((race) => ({ ...race, raceId: `other ${race.raceId}` }))], 0)).toBeNull();
  const few = racesOf(TEN.slice(0, 7));
  expect(compareModels([few, few], 1)!.models).toMatchObject([{ difference: null, skill: null }, { difference: null }]);
  expect(compareModels([few, few], 1)!.luckOfBest).toBeNull();
});

test("of 1,000 times five models that differ by noise only, any two are told apart in at most 5 %", {
  tags: "full",
}, () => {
  const normal = createNormal(11);
  let told = 0;
  for (let time = 0; time < 1000; time++) {
    const models = Array.from({ length: 5 }, () =>
      racesOf(Array.from({ length: 28 }, () => ({ loss: 1.8 + 0.3 * normal() }))),
    );
    const verdicts = models.flatMap((_, base) =>
      compareModels(models, base)!.models.flatMap(({ difference }) => difference ?? []),
    );
    if (verdicts.some((difference) => verdictOf(difference) !== "unknown")) told += 1;
  }
  // 1.5 points for the simulation's own error.
  expect(told / 1000).toBeLessThanOrEqual(0.065);
  expect(told / 1000).toBeGreaterThan(0.01);
});

test("the luck of the best is what the best of equal models is above their mean, over 400 simulations", () => {
  const normal = createNormal(12);
  for (const count of [2, 5]) {
    let above = 0;
    let told = 0;
    for (let time = 0; time < 400; time++) {
      const models = Array.from({ length: count }, () =>
        racesOf(Array.from({ length: 28 }, () => ({ loss: 1.8 + 0.3 * normal() }))),
      );
      const compared = compareModels(models, 0)!;
      const skills = compared.models.map(({ pseudoR2 }) => pseudoR2);
      above += Math.max(...skills) - skills.reduce((sum, skill) => sum + skill, 0) / count;
      told += compared.luckOfBest!;
    }
    expect(told / above).toBeGreaterThan(0.93);
    expect(told / above).toBeLessThan(1.07);
  }
});
