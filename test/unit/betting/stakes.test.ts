import fc from "fast-check";
import { expect, test } from "vitest";
import { expectedReturn, stakeTickets } from "#app/domain/betting/price-tickets.ts";
import { payoutYen, smallestBudget, splitEvenly, splitFlat } from "#app/domain/betting/stakes.ts";

const WIDE_ODDS = [6.1, 5.2, 4.3, 7.7, 6.6, 13.8];

/** One decimal, as odds are. */
const odds = fc.array(
  fc.integer({ min: 10, max: 3000 }).map((tenths) => tenths / 10),
  { minLength: 1, maxLength: 12 },
);

test("flat stakes are equal, and what does not suffice for all stays", () => {
  expect(splitFlat(3000, 6)).toEqual([500, 500, 500, 500, 500, 500]);
  expect(splitFlat(3250, 6)).toEqual([500, 500, 500, 500, 500, 500]);
  expect(splitFlat(699, 6)).toEqual([100, 100, 100, 100, 100, 100]);
  expect(smallestBudget(6)).toBe(600);
  for (const split of [() => splitFlat(599, 6), () => splitEvenly(599, WIDE_ODDS)]) expect(split).toThrow(RangeError);
});

test("equal payouts by hand: the rest goes to the ticket that pays least", () => {
  const stakes = splitEvenly(3000, WIDE_ODDS);
  expect(stakes).toEqual([500, 600, 700, 400, 500, 300]);
  expect(stakes.map((stake, place) => payoutYen(stake, WIDE_ODDS[place]!))).toEqual([
    3050, 3120, 3010, 3080, 3300, 4140,
  ]);
  expect(splitEvenly(600, WIDE_ODDS)).toEqual([100, 100, 100, 100, 100, 100]);
  // 200 × 2.0 and 100 × 4.0 are even; of 100 yen more the first of two equal ones gets the step.
  expect(splitEvenly(300, [2, 4])).toEqual([200, 100]);
  expect(splitEvenly(450, [2, 4])).toEqual([300, 100]);
});

test("stakes are steps of 100 yen within the budget, none without one", () => {
  fc.assert(
    fc.property(odds, fc.integer({ min: 0, max: 20_000 }), (each, more) => {
      const budget = smallestBudget(each.length) + more;
      for (const stakes of [splitFlat(budget, each.length), splitEvenly(budget, each)]) {
        const sum = stakes.reduce((one, other) => one + other, 0);
        expect(sum).toBeLessThanOrEqual(budget);
        expect(stakes.every((stake) => stake >= 100 && stake % 100 === 0)).toBe(true);
      }
      const spent = splitEvenly(budget, each).reduce((one, other) => one + other, 0);
      expect(budget - spent).toBeLessThan(100);
    }),
  );
});

test("no other steps within the budget have a higher lowest payout", () => {
  fc.assert(
    fc.property(
      odds.filter((each) => each.length <= 4),
      fc.integer({ min: 0, max: 8 }),
      (each, moreSteps) => {
        const stakes = splitEvenly(smallestBudget(each.length) + moreSteps * 100, each);
        const lowest = (steps: readonly number[]) =>
          Math.min(...steps.map((step, place) => payoutYen(step * 100, each[place]!)));
        const best = Math.max(...distributions(each.length, moreSteps).map(lowest));
        expect(lowest(stakes.map((stake) => stake / 100))).toBe(best);
      },
    ),
  );
});

test("no payout is more than a step above the lowest, unless by its only step", () => {
  fc.assert(
    fc.property(odds, fc.integer({ min: 0, max: 20_000 }), (each, more) => {
      const stakes = splitEvenly(smallestBudget(each.length) + more, each);
      const payouts = stakes.map((stake, place) => payoutYen(stake, each[place]!));
      const lowest = Math.min(...payouts);
      for (const [place, payout] of payouts.entries())
        expect(stakes[place] === 100 || payout - payoutYen(100, each[place]!) <= lowest).toBe(true);
    }),
  );
});

/** Every way to give so many tickets a step each and these steps more. */
function distributions(count: number, more: number): number[][] {
  if (count === 1) return [[1 + more]];
  return Array.from({ length: more + 1 }, (_, own) => own).flatMap((own) =>
    distributions(count - 1, more - own).map((rest) => [1 + own, ...rest]),
  );
}

const PRICED = [
  { chance: 0.17, odds: { low: 6.1, high: 7.1 } },
  { chance: 0.125, odds: { low: 4.3, high: 5.1 } },
];

test("what stakes come to: payouts by the lower end, the expected one by the middle", () => {
  expect(stakeTickets(PRICED, { stakes: [500, 500], budgetYen: 1100 })).toEqual({
    stakedYen: 1000,
    leftYen: 100,
    payouts: [3050, 2150],
    lowestPayoutYen: 2150,
    // 0.17 · 6.6 · 500 + 0.125 · 4.7 · 500 = 561 + 293.75
    expectedYen: 855,
    isShort: [false, false],
  });
  expect(stakeTickets(PRICED, { stakes: [500, 2000], budgetYen: 2500 }).isShort).toEqual([false, false]);
  // Exactly what was staked is not below it.
  expect(stakeTickets(PRICED, { stakes: [100, 2200], budgetYen: 2300 }).isShort).toEqual([true, false]);
  expect(
    stakeTickets([{ chance: 0.5, odds: { low: 1.5, high: 1.5 } }], { stakes: [200], budgetYen: 200 }).isShort,
  ).toEqual([false]);
  // (0.17 · 6.6 + 0.125 · 4.7) / 2
  expect(expectedReturn(PRICED)).toBeCloseTo(0.85475, 12);
});

test("with unknown odds there is no lowest and no expected payout", () => {
  const tickets = [...PRICED, { chance: 0.1, odds: null }];
  const staked = stakeTickets(tickets, { stakes: [100, 100, 100], budgetYen: 300 });
  expect(staked).toMatchObject({ payouts: [610, 430, null], lowestPayoutYen: null, expectedYen: null });
  expect(staked.isShort).toEqual([false, false, false]);
  expect(expectedReturn(tickets)).toBeNull();
  expect(expectedReturn([])).toBeNull();
});
