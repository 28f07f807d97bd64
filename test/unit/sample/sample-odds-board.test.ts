import { expect, test } from "vitest";
import { startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { generateSample } from "#scripts/sample/generate.ts";
import { changesOf } from "#scripts/sample/jv-data/changes.ts";
import { boardAt } from "#scripts/sample/jv-data/odds-board.ts";

const SEED = 20_260_101;
const RETURNED = 0.775;

test("pairs of a horse that will be withdrawn are quoted by what both have of the win pool, until it is", () => {
  const window = { seed: SEED, from: "2026-11-14", now: startOfJapanDay("2026-11-23"), emitSince: "2026-11-14" };
  let seen = 0;
  for (const sample of generateSample(window)) {
    if (sample.pools === null) continue;
    const changes = changesOf(SEED, sample, []);
    const [withdrawal] = changes.withdrawals;
    if (withdrawal === undefined || changes.withdrawals.length > 1) continue;
    const board = boardAt(SEED, sample, changes, withdrawal.secondsBefore + 60);
    const { horseNum } = withdrawal.runner;
    const shareOf = new Map(board?.win.map(({ horses: [horse = 0], low }) => [horse, 0.8 / low]));
    const pairs = board?.quinella.filter(({ horses }) => horses.includes(horseNum)) ?? [];
    expect(pairs).toHaveLength(shareOf.size - 1);
    for (const { horses, low } of pairs) {
      const chance = horses.reduce((product, horse) => product * (shareOf.get(horse) ?? 0), 2);
      // Odds end at 9,999.9 and their last digit is cut off.
      if (low < 5_000) expect((low * chance) / RETURNED).toBeGreaterThan(0.5);
      if (low < 5_000) expect((low * chance) / RETURNED).toBeLessThan(2);
    }
    seen += 1;
    const after = boardAt(SEED, sample, changes, withdrawal.secondsBefore - 60);
    expect(after?.quinella.some(({ horses }) => horses.includes(horseNum))).toBe(false);
  }
  expect(seen).toBeGreaterThan(5);
});
