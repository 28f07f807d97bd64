import fc from "fast-check";
import { expect, test } from "vitest";
import { exponentsOfMix, mixChances, ratiosToMarket } from "#app/domain/betting/mixed-chances.ts";
import { contestOf, lossOf } from "#app/domain/evaluation/second-stage.ts";

const close = (actual: readonly number[] | null, expected: readonly number[]) => {
  expect(actual).toHaveLength(expected.length);
  for (const [place, value] of expected.entries()) expect(actual?.[place]).toBeCloseTo(value, 12);
};

/** Odds of 1.6, 3.2 and 6.4: 1 / odds is in the ratio 4 : 2 : 1 and sums to 1.09375. */
const STARTERS = [
  { probability: 0.25, odds: 1.6 },
  { probability: 0.25, odds: 3.2 },
  { probability: 0.5, odds: 6.4 },
];

test("mixes model and market by their exponents, and shares the result among the starters", () => {
  // The market alone: 4/7, 2/7, 1/7. The model alone is itself.
  close(mixChances(STARTERS, { market: 1, model: 0 }), [4 / 7, 2 / 7, 1 / 7]);
  close(mixChances(STARTERS, { market: 0, model: 1 }), [0.25, 0.25, 0.5]);
  // 4·1 : 2·1 : 1·2, the model in the ratio 1 : 1 : 2.
  close(mixChances(STARTERS, { market: 1, model: 1 }), [0.5, 0.25, 0.25]);
  // √4·√1 : √2·√1 : √1·√2 = 2 : 1.41421 : 1.41421.
  const sum = 2 + 2 * Math.SQRT2;
  close(mixChances(STARTERS, { market: 0.5, model: 0.5 }), [2 / sum, Math.SQRT2 / sum, Math.SQRT2 / sum]);
});

test("the share that the track keeps changes nothing", () => {
  const taken = STARTERS.map(({ probability, odds }) => ({ probability, odds: odds * 0.8 }));
  close(mixChances(taken, { market: 1.1, model: 0.2 }), mixChances(STARTERS, { market: 1.1, model: 0.2 }) ?? []);
});

test("a model that adds nothing to the odds counts nothing, and the odds as they are recalibrated alone", () => {
  const mixOf = (modelExponent: number) => exponentsOfMix({ marketExponent: 1.03, modelExponent, marketAlone: 1.02 });
  expect(mixOf(0.04)).toEqual({ market: 1.03, model: 0.04 });
  expect(mixOf(0)).toEqual({ market: 1.02, model: 0 });
  expect(mixOf(-0.2)).toEqual({ market: 1.02, model: 0 });
});

test("compares the model with the market", () => {
  // 0.25 / (4/7), 0.25 / (2/7), 0.5 / (1/7).
  close(ratiosToMarket(STARTERS), [0.4375, 0.875, 3.5]);
});

test("has no figure when the odds of a starter are unknown", () => {
  const partly = [...STARTERS, { probability: 0.1, odds: null }];
  expect(mixChances(partly, { market: 1, model: 0.1 })).toBeNull();
  expect(ratiosToMarket(partly)).toBeNull();
});

test("gives the winner the probability that the report measured its exponents by", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          probability: fc.double({ min: 0, max: 1, noNaN: true }),
          odds: fc.integer({ min: 10, max: 9999 }).map((tenths) => tenths / 10),
        }),
        { minLength: 2, maxLength: 18 },
      ),
      fc.double({ min: -1, max: 2, noNaN: true }),
      fc.double({ min: -1, max: 2, noNaN: true }),
      (starters, market, model) => {
        const mixed = mixChances(starters, { market, model }) ?? [];
        expect(mixed.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9);
        const contest = contestOf(
          starters.map(({ probability, odds }, place) => ({
            ...{ probability, winOdds: odds },
            finishPosition: place + 1,
          })),
        );
        expect(Math.exp(-lossOf(contest, market, model))).toBeCloseTo(mixed[0] ?? 0, 9);
      },
    ),
  );
});
