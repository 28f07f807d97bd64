import fc from "fast-check";
import { expect, test } from "vitest";
import type { Surface } from "#app/domain/racing/race.ts";
import {
  type CountedPeriod,
  isPeriodKey,
  lastTuesday,
  latestPeriod,
  listDuePeriods,
  listPeriods,
} from "#app/domain/rankings/calendar.ts";
import { findCategory } from "#app/domain/rankings/periods.ts";
import { findPeriod } from "#test/unit/support/ranking-factories.ts";

const japan = (text: string) => Date.parse(`${text}+09:00`) / 1000;
const period = (cadence: "weekly" | "monthly", key: string, raceDays: readonly string[]) =>
  findPeriod(cadence, key, raceDays)?.raceDays ?? null;

/** October and November 2026: 3 October is a Saturday, 12 October and 23 November are holidays with racing. */
const AUTUMN = (
  "10-03 10-04 10-10 10-11 10-12 10-17 10-18 10-24 10-25 10-31 " +
  "11-01 11-07 11-08 11-14 11-15 11-21 11-22 11-23 11-28 11-29"
)
  .split(" ")
  .map((monthDay) => `2026-${monthDay}`);

/** Computed by hand with a calendar: race days, a period's key, and its days (null: no such period). */
const CALENDAR_CASES: readonly (readonly [
  name: string,
  raceDays: string,
  cadence: "weekly" | "monthly",
  key: string,
  days: string | null,
])[] = [
  ["an ordinary weekend", "2026-11-14 2026-11-15", "weekly", "2026-11-14", "2026-11-14 2026-11-15"],
  [
    "a Monday meeting belongs to the weekend before it",
    "2026-10-10 2026-10-11 2026-10-12",
    "weekly",
    "2026-10-10",
    "2026-10-10 2026-10-11 2026-10-12",
  ],
  ["a Sunday snowed off and raced on Monday", "2026-02-07 2026-02-09", "weekly", "2026-02-07", "2026-02-07 2026-02-09"],
  ["a meeting postponed to Tuesday is in no week", "2026-02-07 2026-02-10", "weekly", "2026-02-07", "2026-02-07"],
  ["but in its month", "2026-02-07 2026-02-10", "monthly", "2026-02", "2026-02-07 2026-02-10"],
  ["5 January 2023, a Thursday, is in no week", "2023-01-05 2023-01-07", "weekly", "2023-01-07", "2023-01-07"],
  ["and in January", "2023-01-05 2023-01-07", "monthly", "2023-01", "2023-01-05 2023-01-07"],
  ["5 January 2027, a Tuesday, alone makes no week", "2027-01-05", "weekly", "2027-01-02", null],
  [
    "28 December 2023, a Thursday, is in December",
    "2023-12-24 2023-12-28",
    "monthly",
    "2023-12",
    "2023-12-24 2023-12-28",
  ],
  [
    "28 December 2026, a Monday, belongs to its weekend",
    "2026-12-26 2026-12-27 2026-12-28",
    "weekly",
    "2026-12-26",
    "2026-12-26 2026-12-27 2026-12-28",
  ],
  [
    "Saturday 31 October and Sunday 1 November are November's",
    "2026-10-25 2026-10-31 2026-11-01 2026-11-07",
    "monthly",
    "2026-11",
    "2026-10-31 2026-11-01 2026-11-07",
  ],
  ["and not October's", "2026-10-25 2026-10-31 2026-11-01 2026-11-07", "monthly", "2026-10", "2026-10-25"],
  [
    "Saturday 30, Sunday 31 May and Monday 1 June are June's",
    "2026-05-30 2026-05-31 2026-06-01",
    "monthly",
    "2026-06",
    "2026-05-30 2026-05-31 2026-06-01",
  ],
  ["without a Monday they are May's", "2026-05-30 2026-05-31", "monthly", "2026-05", "2026-05-30 2026-05-31"],
  ["a lone Saturday 31 stays in its month", "2026-10-31 2026-11-07", "monthly", "2026-10", "2026-10-31"],
  [
    "a Friday 31 stays in its month, the weekend after it is the next's",
    "2026-07-31 2026-08-01 2026-08-02",
    "monthly",
    "2026-07",
    "2026-07-31",
  ],
  ["a weekend that straddles the year", "2022-12-31 2023-01-01", "monthly", "2023-01", "2022-12-31 2023-01-01"],
  ["a weekend without racing", "2026-11-14 2026-11-15", "weekly", "2026-11-21", null],
  ["a key that is no Saturday", "2026-11-14 2026-11-15", "weekly", "2026-11-15", null],
  ["a key that is no month", "2026-11-14 2026-11-15", "monthly", "2026-13", null],
];

test.each(CALENDAR_CASES)("race days counted: %s", (_name, raceDays, cadence, key, days) => {
  expect(period(cadence, key, raceDays.split(" "))).toEqual(days === null ? null : days.split(" "));
});

test("a week is due on Wednesday at six, with the plans of the day before", () => {
  const week = findPeriod("weekly", "2026-10-10", AUTUMN);
  expect(week).toMatchObject({
    from: "2026-10-10",
    to: "2026-10-12",
    dueAt: japan("2026-10-14T06:00:00"),
    participantsAt: japan("2026-10-13T00:00:00"),
  });
});

test("a month is due on the 5th at six, with the plans of the last Tuesday before", () => {
  const november = findPeriod("monthly", "2026-11", AUTUMN);
  expect(november).toMatchObject({
    from: "2026-10-31",
    to: "2026-11-29",
    dueAt: japan("2026-12-05T06:00:00"), // a Saturday
    participantsAt: japan("2026-12-01T00:00:00"),
  });
  // If the 5th is a Tuesday, it is that Tuesday itself.
  expect(findPeriod("monthly", "2026-12", ["2026-12-26"])).toMatchObject({
    dueAt: japan("2027-01-05T06:00:00"),
    participantsAt: japan("2027-01-05T00:00:00"),
  });
});

test("the last Tuesday includes its first second", () => {
  expect(lastTuesday(japan("2026-11-17T00:00:00"))).toBe(japan("2026-11-17T00:00:00"));
  expect(lastTuesday(japan("2026-11-16T23:59:59"))).toBe(japan("2026-11-10T00:00:00"));
  expect(lastTuesday(japan("2026-11-23T12:00:00"))).toBe(japan("2026-11-17T00:00:00"));
});

test("the latest week and month change at six o'clock in Japan", () => {
  const latest = (cadence: "weekly" | "monthly", at: string) => latestPeriod(cadence, AUTUMN, japan(at)).key;
  expect(latest("weekly", "2026-11-18T05:59:59")).toBe("2026-11-07");
  expect(latest("weekly", "2026-11-18T06:00:00")).toBe("2026-11-14");
  expect(latest("monthly", "2026-11-05T05:59:59")).toBe("2026-09"); // due since 5 October
  expect(latest("monthly", "2026-12-05T05:59:59")).toBe("2026-10");
  expect(latest("monthly", "2026-12-05T06:00:00")).toBe("2026-11");
});

test("if a weekend has no racing, the week before stays the latest", () => {
  expect(latestPeriod("weekly", ["2026-12-26", "2026-12-27"], japan("2027-01-06T12:00:00")).key).toBe("2026-12-26");
});

test("without any race day the period is derived from the date", () => {
  const at = japan("2026-11-21T10:00:00");
  expect(latestPeriod("weekly", [], at)).toMatchObject({ key: "2026-11-14", from: "2026-11-14", to: "2026-11-15" });
  expect(latestPeriod("monthly", [], at)).toMatchObject({ key: "2026-10", from: "2026-10-01", to: "2026-10-31" });
  expect(latestPeriod("weekly", [], japan("2026-11-18T05:59:59")).key).toBe("2026-11-07");
  expect(latestPeriod("monthly", [], japan("2026-03-05T05:59:59")).key).toBe("2026-01");
  expect(latestPeriod("monthly", [], japan("2026-03-05T06:00:00"))).toMatchObject({ key: "2026-02", to: "2026-02-28" });
});

test("three missed weeks are due at once, oldest first, and built ones are not", () => {
  const due = (at: string, built: readonly string[] = []) =>
    listDuePeriods(AUTUMN, {
      at: japan(at),
      since: japan("2026-11-01T00:00:00"),
      isBuilt: ({ key }: CountedPeriod) => built.includes(key),
    }).map(({ key }) => key);
  expect(due("2026-11-18T07:00:00")).toEqual(["2026-10-31", "2026-10", "2026-11-07", "2026-11-14"]);
  expect(due("2026-11-18T07:00:00", ["2026-10-31", "2026-10", "2026-11-07"])).toEqual(["2026-11-14"]);
  expect(due("2026-11-18T05:00:00", ["2026-10-31", "2026-10", "2026-11-07"])).toEqual([]);
});

test("keys of past periods are Saturdays and months", () => {
  expect(["2026-11-14", "2026-11-15", "2026-11", "2026-11-31"].map((key) => isPeriodKey("weekly", key))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(["2026-11", "2026-13", "2026-1", "2026-11-14"].map((key) => isPeriodKey("monthly", key))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("every race day is in one month, every weekend whole in one month, whatever the order", () => {
  const day = fc
    .integer({ min: 0, max: 800 })
    .map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));
  fc.assert(
    fc.property(fc.uniqueArray(day, { maxLength: 120 }), (days) => {
      const months = listPeriods("monthly", days);
      expect(months.flatMap(({ raceDays }) => raceDays).sort()).toEqual([...days].sort());
      const monthOf = new Map(months.flatMap(({ key, raceDays }) => raceDays.map((held) => [held, key] as const)));
      for (const week of listPeriods("weekly", days)) {
        expect(new Set(week.raceDays.map((held) => monthOf.get(held))).size).toBe(1);
        expect(week.dueAt).toBeGreaterThan(japan(`${week.to}T24:00:00`));
      }
      expect(listPeriods("monthly", [...days].reverse())).toEqual(months);
    }),
  );
});

/** Metres, inclusive; jump races and the distances in between have no category. */
const CATEGORY_CASES: readonly (readonly [
  surface: Surface | null,
  distanceM: number | null,
  category: string | null,
])[] = [
  ["dirt", 1000, null],
  ["dirt", 1150, null],
  ["dirt", 1199, null],
  ["dirt", 1200, "dirt1216"],
  ["dirt", 1600, "dirt1216"],
  ["dirt", 1601, null],
  ["dirt", 1699, null],
  ["dirt", 1700, "dirt17"],
  ["dirt", 2500, "dirt17"],
  ["dirt", 2600, null],
  ["turf", 1000, null],
  ["turf", 1200, "glass1216"],
  ["turf", 1600, "glass1216"],
  ["turf", 1650, null],
  ["turf", 1700, "glass1724"],
  ["turf", 2400, "glass1724"],
  ["turf", 2450, null],
  ["turf", 2500, "glass2532"],
  ["turf", 3200, "glass2532"],
  ["turf", 3400, null],
  ["turf", 3600, null],
  ["jump", 1600, null],
  ["jump", 3200, null],
  [null, 1600, null],
  ["turf", null, null],
];

test.each(CATEGORY_CASES)("category of %s %s m is %s", (surface, distanceM, category) => {
  expect(findCategory({ surface, distanceM })).toBe(category);
});
