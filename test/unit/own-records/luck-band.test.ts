import { expect, test } from "vitest";
import { expectedLosingRun, longestLosingRun, luckBand, worstFall } from "#app/domain/evaluation/balances.ts";
import { createRandom } from "#app/domain/racing/random.ts";

const CURVES = 10_000;
const RACES = 500;

/** A favourite's results per race and ticket: how often it pays, and what, in tens of yen. */
const TICKETS = {
  win: { stakeYen: 200, hitRate: 0.51, lowest: 12, spread: 40 },
  place: { stakeYen: 100, hitRate: 0.73, lowest: 10, spread: 4 },
  quinella: { stakeYen: 700, hitRate: 0.53, lowest: 25, spread: 160 },
};

test.each(Object.entries(TICKETS))(
  "the band of luck holds 93–97 %% of 10,000 curves of the favourite's skill: %s",
  (_, ticket) => {
    const random = createRandom(19);
    const favourite = Array.from({ length: RACES }, () => {
      const payout = 10 * Math.round(ticket.lowest + ticket.spread * random() ** 2);
      return (random() < ticket.hitRate ? payout : 0) - ticket.stakeYen;
    });
    const at = [100, 200, 300, 400, 500];
    const band = luckBand(favourite, at);
    const within = at.map(() => 0);
    for (let curve = 0; curve < CURVES; curve++) {
      let balance = 0;
      for (let race = 1; race <= RACES; race++) {
        balance += favourite[Math.floor(random() * RACES)]!;
        if (race % 100 !== 0) continue;
        const point = race / 100 - 1;
        if (balance >= band!.low[point]! && balance <= band!.high[point]!) within[point]! += 1;
      }
    }
    const shares = within.map((count) => count / CURVES);
    expect(Math.min(...shares)).toBeGreaterThan(0.93);
    expect(Math.max(...shares)).toBeLessThan(0.97);
  },
);

test("there is no band without two races of known odds", () => {
  expect(luckBand([null, -100], [0, 1])).toBeNull();
  expect(luckBand([-100, -100, null], [0, 3])).toEqual({ at: [0, 3], low: [0, -300], high: [0, -300] });
});

test("the worst fall is from a former peak, the start included", () => {
  expect(worstFall([])).toBe(0);
  expect(worstFall([-100, -100, 500, -200, 100, -300])).toBe(400);
  expect(worstFall([-100, -200, 50])).toBe(300);
});

test("a losing run ends with any payout, and its expected length grows with the races", () => {
  expect(longestLosingRun([0, 0, 110, 0, 0, 0, 70, 0])).toBe(3);
  expect(expectedLosingRun(400, 0.5)).toBeCloseTo(7.64, 2);
  expect(expectedLosingRun(10, 0)).toBeNull();
  expect(expectedLosingRun(10, 1)).toBeNull();
});
