import fc from "fast-check";
import { expect, test } from "vitest";
import { fullChoice } from "#app/domain/features/catalogue.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import { isCounted } from "#app/domain/features/chosen-features.ts";
import { encodeValue, MISSING_CODE, type RaceFeatures } from "#app/domain/features/matrix.ts";
import { RATING_KEYS } from "#app/domain/features/ratings/rating-columns.ts";
import { USUAL_EXPONENTS } from "#app/domain/learning/calibration/order-probabilities.ts";
import { conditionalLogit } from "#app/domain/learning/conditional-logit.ts";
import { explainRace, type Part, selectParts } from "#app/domain/scoring/explain-race.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";
import { ALL_COLUMN_IDS, makePredictor, makeRace } from "#test/unit/support/explainable-model.ts";

const CHOICE: FeatureChoice = {
  static: ["斤量", "出走頭数"],
  average: { rank: { race_customize: ["course_len"], race_num: [3] } },
};
const RANK = "average.rank.course_len.3";

const predictor = conditionalLogit.openPredictor({
  ridge: 0.1,
  values: [
    { column: RANK, offset: 0, step: 0.001, sd: 1000, weight: -0.5 },
    { column: "static.carried_weight.kg", offset: 0, step: 0.01, sd: 100, weight: 0.25 },
    { column: "static.carried_weight.change", offset: -300, step: 0.01, sd: 100, weight: -0.5 },
    { column: "basic.age", offset: 0, step: 1, sd: 1, weight: 0.125 },
  ],
  missing: [],
});

const kg = (value: number) => encodeValue({ offset: 0, step: 0.01 }, value);
const change = (value: number) => encodeValue({ offset: -300, step: 0.01 }, value);
const RACE: RaceFeatures = {
  raceId: "r",
  horseNums: [4, 7],
  isStarter: [true, true],
  codes: new Map([
    [RANK, Uint16Array.of(2300, 4300)],
    ["static.carried_weight.kg", Uint16Array.of(kg(56), kg(58))],
    ["static.carried_weight.change", Uint16Array.of(change(1), change(-1))],
    ["static.field.size", Uint16Array.of(2, 2)],
    ["basic.age", Uint16Array.of(4, 6)],
    ["basic.sex_female", Uint16Array.of(MISSING_CODE, 1)],
  ]),
};

test("the columns of a chosen feature form one part, computed by hand, with their values", () => {
  const artifact = { sigma: 0.5, choice: CHOICE, venueType: 1 };
  const [four, seven] = explainRace({ artifact, predictor, race: RACE });
  // Every value is one sd from the mean of the two; with σ 0.5 each weight counts double.
  expect(four?.horseNum).toBe(4);
  const parts = new Map(four?.parts.map((part) => [part.feature, part]));
  expect([...parts.keys()]).toEqual(["基本情報", "出走頭数", "斤量", RANK]);
  expect(parts.get(RANK)?.contribution).toBeCloseTo(1, 9);
  expect(parts.get("斤量")?.contribution).toBeCloseTo(-0.5 - 1, 9);
  expect(parts.get("基本情報")?.contribution).toBeCloseTo(-0.25, 9);
  expect(parts.get("出走頭数")?.contribution).toBe(0);
  expect(seven?.parts.map(({ contribution }) => contribution)).toEqual(
    four?.parts.map(({ contribution }) => expect.closeTo(-contribution, 9)),
  );

  const [rank] = parts.get(RANK)?.values ?? [];
  expect(rank).toEqual({ columnId: RANK, value: expect.closeTo(2.3, 9) });
  // The change contributes more than the weight itself.
  expect(parts.get("斤量")?.values.map(({ columnId }) => columnId)).toEqual([
    "static.carried_weight.change",
    "static.carried_weight.kg",
  ]);
  expect(parts.get("斤量")?.values[1]).toEqual({
    columnId: "static.carried_weight.kg",
    value: expect.closeTo(56, 9),
  });
  // A column of the choice that the model does not use is still shown; one without codes is not.
  expect(parts.get("出走頭数")?.values).toEqual([{ columnId: "static.field.size", value: 2 }]);
  expect(parts.get("基本情報")?.values).toContainEqual({ columnId: "basic.sex_female", value: null });
});

/** Includes basics, static features and some averages. */
const PREDICTORS = [1, 2, 3].map((seed) => makePredictor(ALL_COLUMN_IDS.slice(0, 70), seed));

test("the parts of every runner sum to its unrounded index", () => {
  fc.assert(
    fc.property(
      fc.nat(300),
      fc.integer({ min: 2, max: 18 }),
      fc.double({ min: 0.05, max: 3, noNaN: true }),
      (seed, size, sigma) => {
        const all = PREDICTORS[seed % PREDICTORS.length]!;
        const race = makeRace(ALL_COLUMN_IDS, seed, size);
        const outputs = all.predict(race);
        const mean = outputs.reduce((sum, output) => sum + output, 0) / size;
        const artifact = { sigma, choice: fullChoice(1), venueType: 1 };
        for (const [runner, { horseNum, parts }] of explainRace({ artifact, predictor: all, race }).entries()) {
          expect(horseNum).toBe(race.horseNums[runner]);
          expect(parts).toHaveLength(364 + 1 + RATING_KEYS.length);
          const sum = parts.reduce((total, { contribution }) => total + contribution, 0);
          expect(Math.abs(sum - (outputs[runner]! - mean) / sigma)).toBeLessThan(1e-9);
        }
      },
    ),
    { numRuns: 20 },
  );
});

test("the figures shown sum to the index to the last decimal, with at most six named", () => {
  fc.assert(
    fc.property(fc.nat(300), fc.integer({ min: 2, max: 18 }), (seed, size) => {
      const all = PREDICTORS[seed % PREDICTORS.length]!;
      const race = makeRace(ALL_COLUMN_IDS, seed, size);
      const artifact = {
        ...{ sigma: 0.7, choice: fullChoice(1), venueType: 1, temperature: 1 },
        orderExponents: USUAL_EXPONENTS,
      };
      const scores = scoreRace({ artifact, predictor: all, isLearntFrom: false, race, runners: [] });
      for (const runner of explainRace({ artifact, predictor: all, race })) {
        const index = scores.find(({ horseNum }) => horseNum === runner.horseNum)!.index;
        const { up, down, rest } = selectParts(runner, index);
        const lines = [...up, ...down, rest!].map(({ contribution }) => contribution);
        expect(lines.map((line) => Math.round(line * 100)).reduce((sum, line) => sum + line, 0)).toBe(
          Math.round(index * 100),
        );
        expect(up.length).toBeLessThanOrEqual(3);
        expect(down.length).toBeLessThanOrEqual(3);
        const exact = new Map(runner.parts.map((part) => [part.feature, part.contribution]));
        for (const { feature, contribution } of [...up, ...down]) {
          expect(Math.abs(contribution - exact.get(feature)!)).toBeLessThan(0.01 + 1e-9);
        }
        const isBasicNamed = [...up, ...down].some(({ feature }) => feature === "基本情報");
        expect(rest).toMatchObject({
          features: 364 - [...up, ...down].filter(({ feature }) => isCounted(feature)).length,
          holdsBasics: !isBasicNamed,
        });
      }
    }),
    { numRuns: 20 },
  );
});

const part = (feature: string, contribution: number): Part => ({ feature, contribution, values: [] });

test("the three largest parts on each side are named, largest first; the others form the rest", () => {
  const parts = [
    part("騎手", 0.1),
    part("枠番", 0.4),
    part("斤量", -0.3),
    part("血統", 0.2),
    part("天気", 0.004),
    part("馬体重", 0.3),
    part("基本情報", -0.05),
  ];
  const why = selectParts({ parts }, 0.65);
  expect(why.up.map(({ feature, contribution }) => [feature, contribution])).toEqual([
    ["枠番", 0.4],
    ["馬体重", 0.3],
    ["血統", 0.2],
  ]);
  expect(why.down.map(({ feature, contribution }) => [feature, contribution])).toEqual([
    ["斤量", -0.3],
    ["基本情報", -0.05],
  ]);
  expect(why.rest).toEqual({ features: 2, holdsBasics: false, contribution: 0.1 });
});

test("rounding up goes to the lines with the largest remainders", () => {
  // 0.336 + 0.336 + 0.336 = 1.008: one of them is 0.33 + 0.01 and so on, up to 1.01.
  const why = selectParts({ parts: [part("騎手", 0.336), part("枠番", 0.336), part("斤量", 0.336)] }, 1.01);
  expect(why.up.map(({ contribution }) => contribution)).toEqual([0.34, 0.34, 0.33]);
  expect(why).toMatchObject({ down: [], rest: null });
});

test("a model that cannot tell runners apart has no reasons", () => {
  const artifact = { sigma: 0, choice: CHOICE, venueType: 1 };
  for (const runner of explainRace({ artifact, predictor, race: RACE })) {
    expect(runner.parts.map(({ contribution }) => Math.abs(contribution))).toEqual([0, 0, 0, 0]);
    expect(selectParts(runner, 0)).toEqual({
      index: 0,
      up: [],
      down: [],
      rest: { features: 3, holdsBasics: true, contribution: 0 },
    });
  }
});

test("a column that belongs to no feature is an error", () => {
  const odd = conditionalLogit.openPredictor({
    ridge: 1,
    values: [{ column: "odds", offset: 0, step: 1, sd: 1, weight: 1 }],
    missing: [],
  });
  const race = { ...RACE, codes: new Map([["odds", Uint16Array.of(1, 2)]]) };
  const artifact = { sigma: 1, choice: CHOICE, venueType: 1 };
  expect(() => explainRace({ artifact, predictor: odd, race })).toThrow("odds");
});
