import { expect, test } from "vitest";
import { measureRecord } from "#app/domain/own-records/measure-record.ts";
import { reviewYear } from "#app/domain/own-records/year-review.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { randomRecord } from "./random-record.ts";

/** As in the random record, but over three years. */
function randomYears(seed: number) {
  const random = createRandom(seed);
  return randomRecord(seed, 400).map((entry) => {
    const years = Math.floor(random() * 3);
    const seconds = (instant: number) => instant - years * 365 * 86_400;
    const date = entry.date.replace("2026", String(2026 - years));
    const sealedAt = typeof entry.sealedAt === "number" ? seconds(entry.sealedAt) : entry.sealedAt;
    const raceId = entry.raceId.replace("2026", String(2026 - years));
    return { ...entry, date, raceId, sealedAt, completedAt: seconds(entry.completedAt) };
  });
}

test("the years of a record sum to it, to the yen", () => {
  for (const seed of [1, 2, 3]) {
    const entries = randomYears(seed);
    const whole = measureRecord(entries, { sums: 2, slice: 1 });
    const { years } = reviewYear(entries, 2026);
    expect(years).toEqual([2026, 2025, 2024]);
    const parts = years.map((year) => reviewYear(entries, year).figures);
    const sum = (read: (figures: typeof whole) => number) => parts.reduce((total, part) => total + read(part), 0);
    const reads: ((figures: typeof whole) => number)[] = [
      ...(["counted", "awaited", "late", "replaced", "after-start"] as const).map(
        (standing) => (figures: typeof whole) => figures.counts[standing],
      ),
      ...[({ deleted }: typeof whole) => deleted, ({ days }: typeof whole) => days],
      ...[({ firsts }: typeof whole) => firsts.wins, ({ firsts }: typeof whole) => firsts.favouriteWins],
      ...BET_TYPES.flatMap((bet) =>
        (["stakeYen", "payoutYen", "hits"] as const).map((of) => (figures: typeof whole) => figures.tickets[bet][of]),
      ),
    ];
    for (const read of reads) expect(sum(read)).toBe(read(whole));
    expect(whole.counts.counted).toBeGreaterThan(50);
    // So do a year's months.
    for (const { slices, tickets, counts } of parts) {
      const netYen = BET_TYPES.reduce((net, bet) => net + tickets[bet].payoutYen - tickets[bet].stakeYen, 0);
      expect(slices.month.reduce((net, month) => net + month.netYen, 0)).toBe(netYen);
      expect(slices.month.reduce((races, month) => races + month.races, 0)).toBe(counts.counted);
    }
  }
});

test("the best win is the counted one at the highest odds, and a year without entries has none", () => {
  const entries = randomYears(4);
  const { best } = reviewYear(entries, 2025);
  const odds = entries.flatMap(({ date, result }) =>
    date.startsWith("2025") && result?.finish === 1 && result.odds !== null ? [result.odds] : [],
  );
  expect(odds).toContain(best?.odds);
  expect(best?.date).toMatch(/^2025/);
  expect(reviewYear(entries, 2019)).toMatchObject({ best: null, figures: { counts: { counted: 0 }, from: null } });
});
