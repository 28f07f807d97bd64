import { expect, test } from "vitest";
import type { RaceFeatures } from "#app/domain/features/matrix.ts";
import { USUAL_EXPONENTS } from "#app/domain/learning/calibration/order-probabilities.ts";
import { conditionalLogit } from "#app/domain/learning/conditional-logit.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";

const artifact = { temperature: 1, sigma: 0.5, orderExponents: USUAL_EXPONENTS };
const predictor = conditionalLogit.openPredictor({
  ridge: 0.1,
  values: [{ column: "rank", offset: 0, step: 1, sd: 10, weight: -0.5 }],
  missing: [{ column: "rank", weight: 0.25 }],
});

function raceOf(codes: number[], isStarter = codes.map(() => true)): RaceFeatures {
  return {
    raceId: "r",
    horseNums: codes.map((_, i) => i + 1),
    isStarter,
    codes: new Map([["rank", Uint16Array.from(codes)]]),
  };
}

const runners = [
  { horseNum: 1, bracketNum: 1, horseName: "イチ" },
  { horseNum: 2, bracketNum: 2, horseName: "ニ" },
  { horseNum: 3, bracketNum: 3, horseName: "サン" },
];

test("the index is computed by hand", () => {
  // Mean code 20; standardised −1, 0, 1; f = 0.5, 0, −0.5; over σ 0.5: 1, 0, −1.
  const scores = scoreRace({ artifact, predictor, isLearntFrom: false, race: raceOf([30, 20, 10]), runners });
  expect(scores.map(({ horseNum, horseName, index }) => [horseNum, horseName, index])).toEqual([
    [3, "サン", 1],
    [2, "ニ", 0],
    [1, "イチ", -1],
  ]);
  const sum = Math.exp(0.5) + 1 + Math.exp(-0.5);
  expect(scores[0]?.probability).toBeCloseTo(Math.exp(0.5) / sum, 8);
  expect(scores.reduce((total, { probability }) => total + (probability ?? Number.NaN), 0)).toBeCloseTo(1, 8);
});

test("a missing value counts as the race's mean plus the indicator's weight", () => {
  // Known 10 and 30 around 20: f = 0.5, −0.5 and 0.25 for the missing one; mean 1/12.
  const scores = scoreRace({ artifact, predictor, isLearntFrom: false, race: raceOf([10, 30, 0xffff]), runners });
  expect(scores.map(({ horseNum, index }) => [horseNum, index])).toEqual([
    [1, 0.83],
    [3, 0.33],
    [2, -1.17],
  ]);
});

test("a race the model was trained on has no probability", () => {
  const scores = scoreRace({ artifact, predictor, race: raceOf([30, 20, 10]), isLearntFrom: true, runners });
  expect(scores.map(({ probability }) => probability)).toEqual([null, null, null]);
  const eight = scoreRace({ artifact, predictor, race: raceOf([1, 2, 3, 4, 5, 6, 7, 8]), isLearntFrom: true, runners });
  expect(eight.every(({ placeProbability }) => placeProbability === null)).toBe(true);
});

test("place probabilities sum to the places sold for the declared runners; under five none are", () => {
  const placesOf = (codes: number[], isStarter?: boolean[]) =>
    scoreRace({ artifact, predictor, isLearntFrom: false, race: raceOf(codes, isStarter), runners: [] }).map(
      ({ placeProbability }) => placeProbability,
    );
  const sumOf = (places: (number | null)[]) => places.reduce<number>((sum, place) => sum + (place ?? Number.NaN), 0);
  expect(sumOf(placesOf([1, 2, 3, 4, 5, 6, 7, 8]))).toBeCloseTo(3, 6);
  expect(sumOf(placesOf([1, 2, 3, 4, 5]))).toBeCloseTo(2, 6);
  expect(placesOf([1, 2, 3, 4])).toEqual([null, null, null, null]);
  // Withdrawn after sales opened: still three places.
  const after = placesOf([1, 2, 3, 4, 5, 6, 7, 8], [false, true, true, true, true, true, true, true]);
  expect(sumOf(after)).toBeCloseTo(3, 6);
  expect(after).toContain(0);
});

test("a later scratching changes no index but gives up its probability", () => {
  const before = scoreRace({ artifact, predictor, isLearntFrom: false, race: raceOf([30, 20, 10]), runners });
  const race = raceOf([30, 20, 10], [true, true, false]);
  const after = scoreRace({ artifact, predictor, isLearntFrom: false, race, runners });
  expect(after.map(({ index }) => index)).toEqual(before.map(({ index }) => index));
  expect(after[0]).toMatchObject({ horseNum: 3, probability: 0 });
  expect(after.reduce((total, { probability }) => total + (probability ?? Number.NaN), 0)).toBeCloseTo(1, 8);
});

test("equal indexes are sorted by number, and nothing is −0 or NaN", () => {
  const equal = scoreRace({ artifact, predictor, isLearntFrom: false, race: raceOf([7, 7, 7]), runners });
  expect(equal.map(({ horseNum, index }) => [horseNum, Object.is(index, 0)])).toEqual([
    [1, true],
    [2, true],
    [3, true],
  ]);
  const flat = { ...artifact, sigma: 0 };
  const none = scoreRace({ artifact: flat, predictor, isLearntFrom: false, race: raceOf([1, 2, 3]), runners });
  expect(none.map(({ horseNum, index }) => [horseNum, index])).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
  ]);
});
