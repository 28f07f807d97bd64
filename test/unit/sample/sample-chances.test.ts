import { expect, test } from "vitest";
import { VenueType } from "#app/domain/racing/race.ts";
import { chancesOf } from "#scripts/sample/market/chances.ts";
import { drawLuck, luckAt } from "#scripts/sample/market/luck.ts";
import { openPools, payoutsYen, sumOf, takeoutOf } from "#scripts/sample/market/market.ts";
import { ticketTruths } from "#scripts/sample/market/truth.ts";
import { createStream } from "#scripts/sample/random.ts";

const STRENGTHS = [2.1, 1.4, 1.2, 0.3, 0, -0.4, -1.5, -4];
const NO_FINISH = 0.05;
const RACES = 60_000;
/** Four standard errors of a share among so many races. */
const NEAR = (4 * 0.5) / Math.sqrt(RACES);

/** Orders of finish from the draw itself, without horses that did not finish. */
function drawOrders(): number[][] {
  const stream = createStream(11, 1);
  return Array.from({ length: RACES }, () =>
    STRENGTHS.flatMap((strength, horse) => {
      const performance = strength + drawLuck(stream).utility;
      return stream.chance(NO_FINISH) ? [] : [{ horse, performance }];
    })
      .sort((a, b) => b.performance - a.performance)
      .map(({ horse }) => horse),
  );
}

const orders = drawOrders();
const share = (holds: (order: number[]) => boolean): number => orders.filter(holds).length / RACES;

test("identical horses have equal chances", () => {
  const chances = chancesOf([0.7, 0.7, 0.7, 0.7, 0.7], 1e-9);
  expect(chances.first(3)).toBeCloseTo(1 / 5, 5);
  expect(chances.placed(0, 2)).toBeCloseTo(2 / 5, 5);
  expect(chances.placed(0, 3)).toBeCloseTo(3 / 5, 5);
  expect(chances.firstTwo(1, 4)).toBeCloseTo(1 / 10, 5);
  expect(chances.firstThree(1, 2, 4)).toBeCloseTo(1 / 10, 5);
});

test("the luck used for chances has the distribution of the luck drawn", () => {
  const stream = createStream(5, 2);
  const drawn = Array.from({ length: RACES }, () => drawLuck(stream).utility);
  for (const x of [-2, -1, 0, 1, 2, 4]) {
    const below = drawn.filter((luck) => luck <= x).length / RACES;
    expect(Math.abs(luckAt(x).below - below), `${x}`).toBeLessThan(NEAR);
  }
});

test("chances are the shares of many drawn races", () => {
  const chances = chancesOf(STRENGTHS, NO_FINISH);
  for (const horse of STRENGTHS.keys()) {
    const places = (count: number) => share((order) => order.slice(0, count).includes(horse));
    expect(Math.abs(chances.first(horse) - places(1)), `${horse} first`).toBeLessThan(NEAR);
    expect(Math.abs(chances.placed(horse, 2) - places(2)), `${horse} of two`).toBeLessThan(NEAR);
    expect(Math.abs(chances.placed(horse, 3) - places(3)), `${horse} of three`).toBeLessThan(NEAR);
  }
  const together = (...horses: number[]) =>
    share((order) => horses.every((horse) => order.slice(0, horses.length).includes(horse)));
  expect(Math.abs(chances.firstTwo(0, 3) - together(0, 3))).toBeLessThan(NEAR);
  expect(Math.abs(chances.firstTwo(1, 2) - together(1, 2))).toBeLessThan(NEAR);
  expect(Math.abs(chances.firstThree(0, 1, 4) - together(0, 1, 4))).toBeLessThan(NEAR);
});

test("a ticket is worth its chance times its payout; a place ticket's depends on who else is placed", () => {
  const horseNums = [1, 2, 3, 4, 5, 6, 7, 8];
  const chances = chancesOf(STRENGTHS, NO_FINISH);
  const pools = openPools(horseNums, chances, {
    poolYen: 1e7,
    placesSold: 3,
    takeout: takeoutOf(VenueType.central),
    stream: createStream(3),
  });
  const starters = horseNums.map((horseNum, at) => ({ horseNum, strength: STRENGTHS[at] ?? 0 }));
  const tickets = ticketTruths(starters, NO_FINISH, pools);
  const worth = (betType: string, combination: string) =>
    tickets.find((ticket) => ticket.betType === betType && ticket.combination === combination);
  expect(tickets.filter(({ betType }) => betType === "quinella")).toHaveLength(28);

  const [winYen = 0] = payoutsYen(0.2, sumOf(pools.win), [pools.win.get(2) ?? 0]);
  expect(worth("win", "2")?.chance).toBeCloseTo(chances.first(1), 12);
  expect(worth("win", "2")?.expectedYen).toBeCloseTo(winYen * chances.first(1), 9);

  // Its mean payout over the drawn races.
  const paid = orders.map((order) => {
    const placed = order.slice(0, 3);
    const at = placed.indexOf(1);
    if (at < 0) return 0;
    const stakes = placed.map((horse) => pools.place.get(horse + 1) ?? 0);
    return payoutsYen(0.2, sumOf(pools.place), stakes)[at] ?? 0;
  });
  const mean = paid.reduce((sum, yen) => sum + yen, 0) / RACES;
  expect(worth("place", "2")?.chance).toBeCloseTo(chances.placed(1, 3), 6);
  expect(Math.abs((worth("place", "2")?.expectedYen ?? 0) - mean)).toBeLessThan(1.5);
});
