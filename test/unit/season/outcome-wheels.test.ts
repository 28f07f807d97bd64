import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "#app/domain/racing/random.ts";
import { selectNth } from "#app/domain/season/luck-envelope.ts";
import { buildWheels, type CountedOutcome, drawFrom } from "#app/domain/season/outcome-wheels.ts";

const outcome = (yen: number, count: number): CountedOutcome => ({ money: [200, yen, 0, 0, 0, 0], count });

test("sums of drawn outcomes come as often as the shares of the races say", () => {
  const wheels = buildWheels([[outcome(0, 7), outcome(300, 3)], [], [outcome(0, 1), outcome(1000, 1)]], new Set([0]));
  const seen = new Map<number, number>();
  const sums = new Float64Array(6);
  const draws = 100_000;
  let state = 7;
  for (let draw = 0; draw < draws; draw++) {
    state = drawFrom(wheels, 0, state, sums);
    const payout = sums[0] === 400 ? sums[1]! : Number.NaN;
    seen.set(payout, (seen.get(payout) ?? 0) + 1);
  }
  const expected = [
    [0, 0.35],
    [300, 0.15],
    [1000, 0.35],
    [1300, 0.15],
  ] as const;
  expect([...seen.keys()].sort((a, b) => a - b)).toEqual(expected.map(([yen]) => yen));
  // Five standard errors.
  for (const [yen, share] of expected) expect(Math.abs((seen.get(yen) ?? 0) / draws - share)).toBeLessThan(0.008);
});

test("a wheel begins with each start, however many outcomes there are, and draws what follows only", () => {
  const random = createRandom(3);
  const races = Array.from({ length: 9 }, () =>
    Array.from({ length: 30 }, () => outcome(Math.round(1000 * random()), 1 + Math.round(9 * random()))),
  );
  const wheels = buildWheels(races, new Set([0, 4, 5]));
  const sums = new Float64Array(6);
  for (const start of [0, 4, 5]) {
    drawFrom(wheels, wheels.wheelOfStart.get(start)!, 1, sums);
    expect(sums[0]).toBe(200 * (9 - start));
  }
});

test("a value is found at the place where sorting would put it", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20 }), { minLength: 1 }), fc.nat(), (values, lot) => {
      const place = lot % values.length;
      expect(selectNth(Float64Array.from(values), place)).toBe(values.toSorted((a, b) => a - b)[place]);
    }),
  );
});
