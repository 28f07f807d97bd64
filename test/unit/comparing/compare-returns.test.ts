import { expect, test } from "vitest";
import { compareReturns } from "#app/domain/comparing/compare-returns.ts";
import { packRaceBets, type RaceBets } from "#app/domain/evaluation/race-bets.ts";
import type { UnseenResult } from "#app/domain/evaluation/unseen-races.ts";
import { createRandom } from "#app/domain/racing/random.ts";

/** A race a day, with what is given of each model's bets. */
function racesOf(days: readonly (readonly (RaceBets | null)[])[]): UnseenResult[][] {
  return days.map((models, day) =>
    models.map((bets) => ({
      ...{
        raceId: `r${day}`,
        date: `2026-01-${String(day + 1).padStart(2, "0")}`,
        starters: 8,
        loss: 1.5,
        marketLoss: null,
      },
      ...{ pick: 1, isHit: false, isFavouriteHit: null, bets },
    })),
  );
}

const win = (payoutYen: number, favouriteYen: number | null = null) =>
  packRaceBets((better, betType) => {
    if (betType !== "win") return [0, 0];
    if (better === "model") return [payoutYen, 200];
    return favouriteYen === null ? [0, 0] : [favouriteYen, 200];
  });

test("rates, intervals, differences and curves of two models: worked out by hand", () => {
  // A is paid 400 yen on every second day, B 200 yen every day; the favourites 180 on the first eight days, then without odds.
  const days = Array.from({ length: 10 }, (_, day) => {
    const favourite = day < 8 ? 180 : null;
    return [win(day % 2 === 0 ? 400 : 0, favourite), win(200, favourite)];
  });
  const compared = compareReturns(racesOf(days).toReversed(), 1)!;
  const [a, b] = compared.models;
  expect(a!.bets.win.returnRate).toBe(1);
  expect(b!.bets.win).toMatchObject({ returnRate: 1, interval: { low: 1, high: 1 }, difference: null });
  // A's days are ±200 of 2,000 yen: √(10 × 0.01 × 10 / 9) = 0.33333; Student's 2.2622 for 9 degrees.
  expect(a!.bets.win.interval!.high - 1).toBeCloseTo(0.33333 * 2.2622, 3);
  expect(a!.bets.win.interval!.low).toBeCloseTo(1 - 0.33333 * 2.2622, 3);
  // One pair and three types: 0.025 / 3 of z = 2.3940.
  const { difference, low, high } = a!.bets.win.difference!;
  expect(difference).toBe(0);
  expect(high).toBeCloseTo(0.33333 * 2.394 * (2.2622 / 1.96), 3);
  expect(low).toBeCloseTo(-high, 10);
  expect(a!.bets.place).toEqual({ returnRate: null, interval: null, difference: null });
  expect(compared.favourite).toEqual({ win: 0.9, place: null, quinella: null });
  // In the order of the days: +200, 0, …
  expect(a!.winCurve.at).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(a!.winCurve.own).toEqual([0, 200, 0, 200, 0, 200, 0, 200, 0, 200, 0]);
  expect(a!.winCurve.favourite.slice(-3)).toEqual([-160, -160, -160]);
});

test("with seven days there are rates without intervals, and without a race's bets nothing", () => {
  const few = racesOf(Array.from({ length: 7 }, () => [win(100), win(300)]));
  expect(compareReturns(few, 0)!.models.map(({ bets }) => bets.win)).toEqual([
    { returnRate: 0.5, interval: null, difference: null },
    { returnRate: 1.5, interval: null, difference: null },
  ]);
  expect(compareReturns([...few, ...racesOf([[win(0), null]])], 0)).toBeNull();
});

test("a fall below nothing is no return: intervals end at zero", () => {
  const rare = racesOf(Array.from({ length: 20 }, (_, day) => [win(day === 3 ? 5_000 : 0), win(0)]));
  expect(compareReturns(rare, 0)!.models[0]!.bets.win.interval!.low).toBe(0);
});

test("of 500 times five models that pay alike, any two are told apart in at most 5 %", { tags: "full" }, () => {
  const random = createRandom(8);
  // Two tickets of about a fifth each at odds around four, twelve races a day.
  const bets = () =>
    packRaceBets((_better, betType) => {
      const [stake, rate, mean] =
        betType === "win" ? [200, 0.3, 520] : betType === "place" ? [100, 0.5, 160] : [700, 0.25, 2240];
      return [random() < rate ? Math.round(-mean * Math.log(random())) : 0, stake];
    });
  let told = 0;
  for (let time = 0; time < 500; time++) {
    const races = racesOf(Array.from({ length: 30 * 4 }, () => Array.from({ length: 5 }, bets))).map((members, race) =>
      members.map((each) => ({ ...each, date: `2026-01-${String(1 + (race % 30)).padStart(2, "0")}` })),
    );
    const isTold = [0, 1, 2, 3, 4].some((base) =>
      compareReturns(races, base)!.models.some(({ bets: types }) =>
        Object.values(types).some(
          ({ difference }) => difference !== null && (difference.low > 0 || difference.high < 0),
        ),
      ),
    );
    if (isTold) told += 1;
  }
  // 1.5 points for the simulation's own error.
  expect(told / 500).toBeLessThanOrEqual(0.065);
});
