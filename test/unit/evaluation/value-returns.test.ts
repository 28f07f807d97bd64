import fc from "fast-check";
import { expect, test } from "vitest";
import type { ForecastRace } from "#app/domain/evaluation/forecast-race.ts";
import { createValueTally } from "#app/domain/evaluation/value-returns.ts";
import { winValue } from "#app/domain/settlement/win-value.ts";
import { forecastRace, pay, reportOn, runner } from "#test/unit/support/forecast-races.ts";

const measureValue = (races: readonly ForecastRace[]) => reportOn(createValueTally, races);

/** 1 pays 0.5 × 1.8 = 0.90, 2 pays 0.3 × 4 = 1.20, 3 pays 0.2 × 6 = 1.20; the favourite is 1. Won by 3. */
const FIRST = forecastRace({
  raceId: "first",
  date: "2025-01-05",
  runners: [
    runner(1, { probability: 0.5, winOdds: 1.8, finishPosition: 2 }),
    runner(2, { probability: 0.3, winOdds: 4, finishPosition: 3 }),
    runner(3, { probability: 0.2, winOdds: 6, finishPosition: 1 }),
  ],
  payouts: [pay("win", "3", 600)],
});

/** 1 is withdrawn, 2 has no odds, 3 pays 0.6 × 1.6 = 0.96 and 4 pays 0.3 × 3.32 = 0.996, printed as 1.00. Won by 3. */
const SECOND = forecastRace({
  raceId: "second",
  date: "2025-01-12",
  runners: [
    runner(1, { isStarter: false, winOdds: 1.1 }),
    runner(2, { probability: 0.1, finishPosition: 3 }),
    runner(3, { probability: 0.6, winOdds: 1.6, finishPosition: 1 }),
    runner(4, { probability: 0.3, winOdds: 3.32, finishPosition: 2 }),
  ],
  payouts: [pay("win", "3", 160)],
});

/** Nothing is high: the race counts nowhere, its favourite included. */
const NONE = forecastRace({
  raceId: "none",
  date: "2025-01-12",
  runners: [
    runner(1, { probability: 0.5, winOdds: 1.5, finishPosition: 1 }),
    runner(2, { probability: 0.5, winOdds: 1.9, finishPosition: 2 }),
  ],
  payouts: [pay("win", "1", 150)],
});

test("bets on high value return what the official payouts say, beside the favourite of the same races", async () => {
  const value = await measureValue([SECOND, NONE, FIRST]);
  // 600 of 200 on the first day, 0 of 100 on the second. The favourite lost the first race; that of the second did not
  // start, so it was paid back.
  expect(value).toMatchObject({ bets: 3, races: 2, returnRate: 2, favouriteReturnRate: 0 });
  // Drawn days: both the first (3.0), both the second (0), or one of each (2.0).
  expect(value).toMatchObject({ low: 0, high: 3 });
});

test("the favourite has one bet in a race, however many of its horses are high", async () => {
  const won = { ...FIRST, payouts: [pay("win", "1", 180)] };
  expect(await measureValue([won])).toMatchObject({ bets: 2, races: 1, returnRate: 0, favouriteReturnRate: 1.8 });
});

test("a dead heat pays its row, a pool that was not sold takes no bet, and jumps count nowhere", async () => {
  const heat = { ...FIRST, payouts: [pay("win", "2", 210), pay("win", "3", 320)] };
  expect(await measureValue([heat])).toMatchObject({ bets: 2, returnRate: 530 / 200 });
  const none = { bets: 0, races: 0, returnRate: null, low: null, high: null, favouriteReturnRate: null };
  expect(await measureValue([{ ...FIRST, payouts: [] }])).toEqual(none);
  expect(await measureValue([{ ...FIRST, surface: "jump" }])).toEqual(none);
  expect(await measureValue([])).toEqual(none);
});

test("expected values by hand, with their words at the edges of what is printed", () => {
  expect(winValue(0.15, 8.4)).toMatchObject({ printed: "1.26", grade: "high" });
  expect(winValue(0.3, 3.32)).toMatchObject({ printed: "1.00", grade: "high" });
  expect(winValue(0.3, 3.31)).toMatchObject({ printed: "0.99", grade: "fair" });
  expect(winValue(0.23, 3.7)).toMatchObject({ printed: "0.85", grade: "fair" });
  expect(winValue(0.25, 3.2)).toMatchObject({ printed: "0.80", grade: "fair" });
  expect(winValue(0.0796, 10)).toMatchObject({ printed: "0.80", grade: "fair" });
  expect(winValue(0.0794, 10)).toMatchObject({ printed: "0.79", grade: "low" });
});

test("the word of a value is always that of what is printed", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 10, max: 9999 }).map((tenths) => tenths / 10),
      (probability, odds) => {
        const { printed, grade } = winValue(probability, odds);
        expect(printed).toMatch(/^\d+\.\d\d$/);
        expect(grade).toBe(printed >= "1.00" || printed.length > 4 ? "high" : printed >= "0.80" ? "fair" : "low");
        expect(Math.abs(Number(printed) - probability * odds)).toBeLessThanOrEqual(0.005 + 1e-9);
      },
    ),
  );
});
