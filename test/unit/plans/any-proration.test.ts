import fc from "fast-check";
import { expect, test } from "vitest";
import { PLANS } from "#app/domain/plans/plans.ts";
import { monthsAfter, nextPeriodEnd, unusedShare } from "#test/fakes/stripe/world/months.ts";
import { fuzz, LONG_MS } from "#test/unit/support/fuzz.ts";

const DAY = 86_400;
const FROM = Date.parse("2026-01-01T00:00:00Z") / 1000;
const prices = PLANS.map(({ priceYen }) => priceYen).filter((priceYen) => priceYen > 0);
const price = fc.constantFrom(...prices);

test(
  "a change at any second of any period gives back no more than was paid, charges no more than the new price, and has no step in it",
  () => {
    fc.assert(
      fc.property(
        // Any second of four years, with a leap day.
        fc.integer({ min: FROM, max: FROM + 1461 * DAY }),
        fc.integer({ min: 0, max: 47 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        price,
        price,
        (anchor, months, share, one, other) => {
          const [lower, higher] = one < other ? [one, other] : [other, one];
          const period = { start: monthsAfter(anchor, months), end: monthsAfter(anchor, months + 1) };
          const length = period.end - period.start;
          expect(length).toBeGreaterThanOrEqual(28 * DAY);
          expect(length).toBeLessThanOrEqual(31 * DAY);
          expect(nextPeriodEnd(anchor, period.start)).toBe(period.end);
          expect(nextPeriodEnd(anchor, period.end - 1)).toBe(period.end);

          const at = period.start + Math.floor(share * length);
          const unused = unusedShare(lower, period, at);
          expect(unused).toBeGreaterThanOrEqual(0);
          expect(unused).toBeLessThanOrEqual(lower);
          const charged = higher - unused;
          expect(charged).toBeGreaterThanOrEqual(0);
          expect(charged).toBeLessThanOrEqual(higher);
          // A second is a fortieth of a yen of the dearest plan: rounding alone moves by one.
          expect(unused - unusedShare(lower, period, Math.min(at + 1, period.end))).toBeOneOf([0, 1]);
          expect([unusedShare(lower, period, period.start), unusedShare(lower, period, period.end)]).toEqual([
            lower,
            0,
          ]);
        },
      ),
      fuzz({ quick: 2000, whole: 100_000 }),
    );
  },
  LONG_MS,
);
