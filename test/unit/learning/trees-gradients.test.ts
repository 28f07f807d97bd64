import fc from "fast-check";
import { expect, test } from "vitest";
import { raceLogLoss } from "#app/domain/learning/race-likelihood.ts";
import { gradientUnits, SCORE_UNIT, type TreeSettings } from "#app/domain/learning/trees/settings.ts";
import { exponential, quantise, raceGradients } from "#test/unit/support/reference/gradients.ts";

type Weights = TreeSettings["placeWeights"];
const whole = (scores: number[]) => Int32Array.from(scores, (score) => Math.round(score / SCORE_UNIT));

test("in a race of two, the gradient is p − 1 for the winner and the hessian p(1 − p)", () => {
  const { g, h } = raceGradients(whole([Math.log(3), 0]), Uint8Array.of(1, 0), [1, 0, 0]);
  expect(g[0]).toBeCloseTo(-0.25, 5); // p = 3/4, 1/4
  expect(g[1]).toBeCloseTo(0.25, 5);
  expect(h[0]).toBeCloseTo(0.1875, 5);
  expect(h[1]).toBeCloseTo(0.1875, 5);
});

test("the second place has half the weight, among those not placed yet", () => {
  // All scores equal: winner among 4 (p = 1/4), then the second among 3 (p = 1/3) with weight one half.
  const { g, h } = raceGradients(new Int32Array(4), Uint8Array.of(0, 1, 2, 3), [1, 0.5, 0]);
  const expected = [1 / 4 + 1 / 6, 1 / 4 - 1, 1 / 4 + (1 / 3 - 1) / 2, 1 / 4 + 1 / 6];
  for (const [i, value] of expected.entries()) expect(g[i]).toBeCloseTo(value, 9);
  expect(h[1]).toBeCloseTo(3 / 16, 9);
  expect(h[0]).toBeCloseTo(3 / 16 + 1 / 9, 9);
});

test("a dead heat shares the label, and there is no second after it", () => {
  const { g } = raceGradients(new Int32Array(4), Uint8Array.of(1, 1, 3, 0), [1, 0.5, 0]);
  for (const [i, value] of [1 / 4 - 1 / 2, 1 / 4 - 1 / 2, 1 / 4, 1 / 4].entries()) expect(g[i]).toBeCloseTo(value, 9);
});

test("a stage without its horse, or with one horse left, has no gradient", () => {
  expect([...raceGradients(new Int32Array(2), Uint8Array.of(0, 0), [1, 0.5, 0]).g]).toEqual([0, 0]);
  expect([...raceGradients(new Int32Array(1), Uint8Array.of(1), [1, 0.5, 0]).h]).toEqual([0]);
  const { g } = raceGradients(new Int32Array(2), Uint8Array.of(1, 2), [1, 0.5, 0]);
  expect(g[0]).toBeCloseTo(-0.5, 9);
  expect(g[1]).toBeCloseTo(0.5, 9);
});

/** Weighted log loss of one race, written down stage by stage. */
function loss(scores: readonly number[], place: Uint8Array, weights: Weights): number {
  let total = 0;
  weights.forEach((weight, position) => {
    const stage = position + 1;
    const left = scores.flatMap((score, i) => (place[i] === 0 || place[i]! >= stage ? [score] : []));
    const labelled = scores.filter((_, i) => place[i] === stage);
    if (labelled.length === 0 || left.length < 2) return;
    const logSum = Math.log(left.reduce((sum, score) => sum + Math.exp(score), 0));
    total += weight * (logSum - labelled.reduce((sum, score) => sum + score, 0) / labelled.length);
  });
  return total;
}

test("gradients and hessians are the derivatives of the loss", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.double({ min: -4, max: 4, noNaN: true }), fc.integer({ min: 0, max: 3 })), {
        minLength: 1,
        maxLength: 18,
      }),
      fc.constantFrom<Weights>([1, 0, 0], [1, 0.5, 0], [1, 0.5, 0.25]),
      (runners, weights) => {
        const scores = [...whole(runners.map(([score]) => score))].map((score) => score * SCORE_UNIT);
        const place = Uint8Array.from(runners, ([, home]) => home);
        const { g, h } = raceGradients(whole(scores), place, weights);
        const step = 1e-3;
        const at = (i: number, by: number) =>
          loss(
            scores.map((score, j) => (j === i ? score + by : score)),
            place,
            weights,
          );
        for (let i = 0; i < scores.length; i++) {
          expect(g[i]).toBeCloseTo((at(i, step) - at(i, -step)) / (2 * step), 5);
          expect(h[i]).toBeCloseTo((at(i, step) - 2 * at(i, 0) + at(i, -step)) / (step * step), 4);
        }
      },
    ),
  );
});

test("the winner's stage equals the log loss of reports", () => {
  const place = Uint8Array.of(1, 0, 1, 2, 0);
  const scores = [0.5, -1, 0.25, 2, 0];
  const residual = new Float64Array(5);
  raceLogLoss(
    {
      raceStart: Uint32Array.of(0, 5),
      isStarter: new Uint8Array(5).fill(1),
      isWinner: Uint8Array.from(place, (home) => (home === 1 ? 1 : 0)),
    },
    0,
    1,
    Float64Array.from(scores),
    residual,
  );
  const { g } = raceGradients(whole(scores), place, [1, 0, 0]);
  for (let i = 0; i < 5; i++) expect(g[i]).toBeCloseTo(residual[i]!, 8);
});

test("the kernel's exponential is accurate to a billionth", () => {
  for (let x = 0; x > -60; x -= 0.0371) expect(Math.abs(exponential(x) / Math.exp(x) - 1)).toBeLessThan(2e-9);
  expect(exponential(0)).toBe(1);
  expect(exponential(-701)).toBe(0);
});

test("units are as fine as 32-bit sums of the worst races allow", () => {
  for (const weights of [
    [1, 0, 0],
    [1, 0.5, 0],
  ] as const) {
    const units = gradientUnits(20_000, 240_000, weights);
    const worst = 20_000 * (weights[0] + weights[1]);
    expect(worst / units.g + 120_000).toBeLessThan(2 ** 31);
    expect(worst / units.h + 120_000).toBeLessThan(2 ** 32);
    expect(worst / units.g).toBeGreaterThan(2 ** 29);
  }
  expect(gradientUnits(20_000, 240_000, [1, 0.5, 0])).toEqual({ g: 2 ** -16, h: 2 ** -17 });
  expect(gradientUnits(1, 12, [1, 0, 0])).toEqual({ g: 2 ** -24, h: 2 ** -24 });
  expect([quantise(0.26, 0.25), quantise(-0.26, 0.25), quantise(0.125, 0.25), quantise(-0.125, 0.25)]).toEqual([
    1, -1, 1, 0,
  ]);
});
