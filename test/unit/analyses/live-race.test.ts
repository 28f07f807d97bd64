import { expect, test } from "vitest";
import { delayAfter, liveSeconds } from "#app/components/live-race/live-seconds.ts";

const NOON = Date.parse("2026-11-21T12:00:00+09:00") / 1000;
const race = (startTime: string | null, status: "scheduled" | "result" | "cancelled" = "scheduled") => ({
  ...{ date: "2026-11-21", startTime, status },
});

test("an open page of a race polls every minute around its start, less often before and after, and not without a reason", () => {
  const asked = (startTime: string | null) => liveSeconds(race(startTime), NOON);
  expect(["15:01", "15:00", "13:01", "13:00", "12:00", "11:30", "11:29", "09:00", "08:59"].map(asked)).toEqual([
    900, 300, 300, 60, 60, 60, 300, 300, 900,
  ]);
  expect(asked(null)).toBe(900);
  expect(liveSeconds(race("12:10", "result"), NOON)).toBeNull();
  expect(liveSeconds(race("12:10", "cancelled"), NOON)).toBeNull();
  expect(liveSeconds({ ...race("12:10"), date: "2026-11-22" }, NOON)).toBeNull();
});

test("each failure doubles the time until the next try, up to a quarter of an hour", () => {
  expect([0, 1, 2, 3, 4, 5, 40].map((failures) => delayAfter(60, failures))).toEqual([
    60, 120, 240, 480, 960, 960, 960,
  ]);
  expect(delayAfter(900, 1)).toBe(960);
});
