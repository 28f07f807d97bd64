import { expect, test } from "vitest";
import { isAfterStart } from "#app/domain/scoring/shared-analysis.ts";

const RACE = {
  raceNum: 11,
  name: "翠風ステークス",
  title: "京都",
  date: "2026-11-21",
  venueType: 1,
  startTime: "15:40",
  surface: "turf",
  distanceM: 2000,
} as const;
const at = (instant: string) => Date.parse(`${instant}+09:00`) / 1000;

test("an analysis is late from the start of its race on, by the time in Japan", () => {
  const isLate = (instant: string, startTime: string | null = RACE.startTime) =>
    isAfterStart({ createdAt: at(instant), race: { ...RACE, startTime } });
  expect(isLate("2026-11-20T23:59:59")).toBe(false);
  expect(isLate("2026-11-21T15:39:59")).toBe(false);
  expect(isLate("2026-11-21T15:40:00")).toBe(true);
  expect(isLate("2026-11-22T00:00:00")).toBe(true);
  // Requested before the start, and completed after it.
  const asked = at("2026-11-21T15:39:59");
  expect(isAfterStart({ createdAt: asked, completedAt: asked + 1, race: RACE })).toBe(true);
  // Without a start time the race day itself is undecided.
  expect(isLate("2026-11-21T23:59:59", null)).toBe(false);
  expect(isLate("2026-11-22T00:00:00", null)).toBe(true);
});
