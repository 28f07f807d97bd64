import fc from "fast-check";
import { expect, test } from "vitest";
import { createPlaceLog, type RunnerPlace } from "#app/domain/open-csv/place-log.ts";
import { createSeenRows } from "#app/domain/open-csv/seen-rows.ts";
import { formatHash, hashContent } from "#app/domain/racing/content-hash.ts";
import { createGroupedLog } from "#app/domain/racing/grouped-log.ts";

test("a key is new once, then reported as the same or as changed, also after growth", () => {
  const seen = createSeenRows();
  for (let race = 0; race < 20_000; race += 1)
    expect(seen.add(race, race % 18, { high: race, low: race * 7 })).toBe("new");
  for (let race = 0; race < 20_000; race += 1) {
    expect(seen.add(race, race % 18, { high: race, low: race * 7 })).toBe("same");
    expect(seen.add(race, race % 18, { high: race, low: race * 7 + 1 })).toBe("other");
  }
});

test("keys that use all 32 bits are kept apart", () => {
  const seen = createSeenRows();
  expect(seen.add(0xffffffff, 0x80000000, { high: 0, low: 0xffffffff })).toBe("new");
  expect(seen.add(0xffffffff, 0x80000000, { high: 0, low: 0xffffffff })).toBe("same");
  expect(seen.add(0x80000000, 0xffffffff, { high: 0, low: 0xffffffff })).toBe("new");
});

test("the runners of a race are those that were added first, whatever came between", () => {
  const runner = fc.record({
    horseNum: fc.integer({ min: 1, max: 99 }),
    isStarter: fc.boolean(),
    finishPosition: fc.option(fc.integer({ min: 1, max: 99 })),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3000), runner)), fc.nat(3000), (rows, asked) => {
      const log = createPlaceLog();
      const expected = new Map<number, Map<number, RunnerPlace>>();
      for (const [race, row] of rows) {
        log.add(race, row);
        const runners = expected.get(race) ?? new Map<number, RunnerPlace>();
        if (!runners.has(row.horseNum)) runners.set(row.horseNum, row);
        expected.set(race, runners);
        expect(log.of(race)).toHaveLength(runners.size);
      }
      for (const race of [...expected.keys(), asked]) {
        const runners = [...(expected.get(race)?.values() ?? [])].sort((one, other) => one.horseNum - other.horseNum);
        expect(log.of(race)).toEqual(runners);
      }
    }),
  );
});

test("texts are returned by group in the order in which they were added", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3000), fc.string({ unit: "grapheme", maxLength: 30 }))), (entries) => {
      const log = createGroupedLog();
      const expected = new Map<number, string[]>();
      for (const [group, text] of entries) {
        log.add(group, text);
        expected.set(group, [...(expected.get(group) ?? []), text]);
      }
      expect([...log.groups()]).toEqual([...expected].sort(([one], [other]) => one - other));
    }),
  );
});

test("a log of several blocks keeps every text", () => {
  const log = createGroupedLog();
  const text = "馬".repeat(100);
  for (let index = 0; index < 10_000; index += 1) log.add(index % 7, `${text}${index}`);
  const groups = [...log.groups()];
  expect(groups.map(([, texts]) => texts.length)).toEqual([1429, 1429, 1429, 1429, 1428, 1428, 1428]);
  expect(groups[3]?.[1][1]).toBe(`${text}10`);
});

test("a hundred thousand similar rows have different hashes", () => {
  const hashes = new Set<string>();
  for (let row = 0; row < 100_000; row += 1)
    hashes.add(formatHash(hashContent(JSON.stringify([`2016010${row % 9}ST01`, row, "馬", null]))));
  expect(hashes.size).toBe(100_000);
});
