import { expect, test } from "vitest";
import { addDays, weekdayOf } from "#app/domain/racing/japan-time.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import { isCentralDay, meetingsOn } from "#scripts/sample/calendar.ts";
import { cornersPassed, courseOf } from "#scripts/sample/courses.ts";

const YEAR = Array.from({ length: 365 }, (_, index) => addDays("2025-01-01", index));
const meetingsOf = (venueType: VenueType, day: string) =>
  meetingsOn(day).filter(({ course }) => course.venueType === venueType);

test("central racing: weekends, the holiday Mondays of 2025, 5 January and 28 December, none over New Year", () => {
  const odd = YEAR.filter((day) => isCentralDay(day) && weekdayOf(day) !== 0 && weekdayOf(day) !== 6);
  expect(odd).toEqual(["2025-01-13", "2025-09-15", "2025-10-13", "2025-11-24"]);
  expect(["2026-12-28", "2026-01-05", "2027-01-03", "2023-12-30"].map(isCentralDay)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("two or three central meetings of twelve races between 9:50 and 16:30", () => {
  for (const day of YEAR.filter(isCentralDay)) {
    const meetings = meetingsOf(VenueType.central, day);
    expect([2, 3]).toContain(meetings.length);
    for (const { startMinutes } of meetings) {
      expect(startMinutes).toHaveLength(12);
      expect([...startMinutes].every((minute) => minute >= 590 && minute <= 990)).toBe(true);
    }
  }
});

test("Nankan races at one course a day on weekdays, Monbetsu on evenings from April to November", () => {
  for (const day of YEAR) {
    const nankan = meetingsOf(VenueType.nankan, day);
    expect(nankan.length).toBeLessThanOrEqual(1);
    if (nankan.length > 0) expect(weekdayOf(day) % 6).not.toBe(0);
    for (const { startMinutes } of meetingsOf(VenueType.monbetsu, day)) {
      expect(day >= "2025-04-15" && day <= "2025-11-10").toBe(true);
      expect(startMinutes[0]).toBeGreaterThanOrEqual(900);
    }
  }
});

test("every course of the sample is used within a year", () => {
  const used = new Set(YEAR.flatMap((day) => meetingsOn(day).map(({ course }) => course.code)));
  expect(used.size).toBe(19);
});

test("corners: none on the straight course, two on short races, four on long ones", () => {
  expect(cornersPassed(courseOf("新潟"), "turf", 1000)).toBe(0);
  expect(cornersPassed(courseOf("中山"), "turf", 1200)).toBe(2);
  expect(cornersPassed(courseOf("中山"), "turf", 1600)).toBe(3);
  expect(cornersPassed(courseOf("東京"), "turf", 2400)).toBe(4);
  expect(cornersPassed(courseOf("大井"), "dirt", 1200)).toBe(2);
});
