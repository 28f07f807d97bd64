import fc from "fast-check";
import { expect, test } from "vitest";
import {
  placeProbabilities,
  quinellaProbabilities,
  USUAL_EXPONENTS,
} from "#app/domain/learning/calibration/order-probabilities.ts";
import { winProbabilities } from "#app/domain/learning/calibration/probabilities.ts";
import type { RunnerStatus } from "#app/domain/racing/race.ts";
import { amongStarters } from "#app/domain/scoring/among-starters.ts";
import { likeliestPairs } from "#app/domain/scoring/analysis-details.ts";

const scoresOf = (wins: readonly (number | null)[], placed: readonly (number | null)[] = wins) =>
  wins.map((probability, place) => ({
    ...{ horseNum: place + 1, bracketNum: null, horseName: "ウマ", index: 3 - place, probability },
    placeProbability: placed[place] ?? null,
  }));
const cardOf = (statuses: readonly RunnerStatus[]) =>
  statuses.map((status, place) => ({ horseNum: place + 1, status }));
const QUINELLA: [number, number, number][] = [[1, 2, 0.3]];

test("the chances of a withdrawn horse go to the others in proportion; the order stays", () => {
  const scores = scoresOf([0.5, 0.3, 0.2], [null, null, null]);
  const { scores: shown, quinella } = amongStarters(
    scores,
    { quinella: QUINELLA },
    cardOf(["scratched", "entered", "entered"]),
  );
  // 0.3 / 0.5 and 0.2 / 0.5; one pair is left.
  expect(shown.map(({ horseNum, probability }) => [horseNum, probability])).toEqual([
    [1, 0],
    [2, expect.closeTo(0.6, 12)],
    [3, expect.closeTo(0.4, 12)],
  ]);
  expect(quinella).toEqual([[2, 3, 1]]);
});

test("without a withdrawal, or where it was known, everything is as stored", () => {
  const scores = scoresOf([0.5, 0, 0.5]);
  for (const statuses of [
    ["entered", "scratched", "entered"],
    ["finished", "excluded", "did_not_finish"],
  ] as const) {
    expect(amongStarters(scores, { quinella: QUINELLA }, cardOf(statuses))).toEqual({ scores, quinella: QUINELLA });
  }
  const learnt = scoresOf([null, null, null]);
  expect(amongStarters(learnt, { quinella: [] }, cardOf(["scratched", "entered", "entered"])).scores).toEqual(learnt);
});

test("a horse that is no longer on the card does not start either", () => {
  const { scores } = amongStarters(scoresOf([0.5, 0.25, 0.25]), { quinella: [] }, cardOf(["entered", "entered"]));
  expect(scores.map(({ probability }) => probability)).toEqual([
    expect.closeTo(2 / 3, 12),
    expect.closeTo(1 / 3, 12),
    0,
  ]);
});

test("chances, places and pairs are those of a race scored after the withdrawal", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.double({ min: -3, max: 3, noNaN: true }), fc.boolean()), { minLength: 5, maxLength: 18 }),
      fc.double({ min: 0.5, max: 2, noNaN: true }),
      (horses, temperature) => {
        const starts = horses.map(([, isLeft]) => isLeft);
        if (starts.filter(Boolean).length < 2) return;
        const outputs = horses.map(([f]) => f);
        const exponents = { second: 0.9, third: 0.7 };
        const places = horses.length >= 8 ? 3 : 2;
        const before = winProbabilities(
          outputs,
          starts.map(() => true),
          temperature,
        );
        const after = winProbabilities(outputs, starts, temperature);
        const stored = scoresOf([...before], [...placeProbabilities(before, places, exponents)]);
        const shown = amongStarters(
          stored,
          { quinella: likeliestPairs(stored, { orderExponents: exponents }), orderExponents: exponents },
          cardOf(starts.map((isLeft) => (isLeft ? "entered" : "scratched"))),
        );
        const placed = placeProbabilities(after, places, exponents);
        shown.scores.forEach(({ probability, placeProbability }, place) => {
          expect(probability).toBeCloseTo(after[place]!, 9);
          expect(placeProbability).toBeCloseTo(placed[place]!, 9);
        });
        expect(shown.scores.reduce((sum, { probability }) => sum + (probability ?? 0), 0)).toBeCloseTo(1, 9);
        const best = Math.max(...quinellaProbabilities(after, exponents).map(({ probability }) => probability));
        expect(shown.quinella[0]?.[2]).toBeCloseTo(best, 3);
      },
    ),
  );
});

test("where nobody starts nobody has a chance, and there is no pair", () => {
  const card = cardOf(["scratched", "scratched"]);
  const shown = amongStarters(scoresOf([0.6, 0.4], [0.8, null]), { quinella: QUINELLA }, card);
  expect(shown.scores.map(({ probability, placeProbability }) => [probability, placeProbability])).toEqual([
    [0, 0],
    [0, null],
  ]);
  expect(shown.quinella).toEqual([]);
});

test("analyses from before the exponents were stored use the usual ones", () => {
  const scores = scoresOf([0.4, 0.3, 0.2, 0.06, 0.04]);
  const card = cardOf(["scratched", "entered", "entered", "entered", "entered"]);
  const usual = { quinella: QUINELLA, orderExponents: USUAL_EXPONENTS };
  expect(amongStarters(scores, { quinella: QUINELLA }, card)).toEqual(amongStarters(scores, usual, card));
});
