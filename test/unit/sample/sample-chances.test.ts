import { expect, test } from "vitest";
import { chancesOf } from "#scripts/sample/market/chances.ts";
import { drawLuck, luckAt } from "#scripts/sample/market/luck.ts";
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
