/** Which courses race on which day: a function of the calendar day alone, so that every start agrees on the past. */

import { dayNumber, weekdayOf } from "#app/domain/racing/japan-time.ts";
import { type Course, courseOf } from "./courses.ts";
import { createStream, StreamPurpose } from "./random.ts";

export interface Meeting {
  course: Course;
  raceCount: number;
  /** Minutes after midnight in Japan, one per race. */
  startMinutes: readonly number[];
}

const SUNDAY = 0;
const MONDAY = 1;
const SATURDAY = 6;

/** Holiday Mondays with central racing beside the yearly ones (coming-of-age, respect-for-the-aged, sports day). */
const EXTRA_CENTRAL_MONDAYS: readonly string[] = ["2023-11-06", "2024-09-23", "2024-11-04", "2025-11-24", "2026-11-23"];

/** Courses by half month (index 0 = first half of January): plausible for the season, two or three at a time. */
const CENTRAL_SEASON: readonly (readonly string[])[] = [
  ["中山", "京都"],
  ["中山", "京都", "小倉"],
  ["東京", "京都", "小倉"],
  ["東京", "阪神", "小倉"],
  ["中山", "阪神", "中京"],
  ["中山", "阪神", "中京"],
  ["中山", "阪神"],
  ["東京", "京都", "福島"],
  ["東京", "京都", "新潟"],
  ["東京", "京都", "新潟"],
  ["東京", "阪神"],
  ["東京", "阪神", "函館"],
  ["福島", "小倉", "函館"],
  ["福島", "小倉", "函館"],
  ["新潟", "中京", "札幌"],
  ["新潟", "中京", "札幌"],
  ["中山", "阪神"],
  ["中山", "阪神", "中京"],
  ["東京", "京都"],
  ["東京", "京都", "新潟"],
  ["東京", "京都", "福島"],
  ["東京", "京都"],
  ["中山", "阪神", "中京"],
  ["中山", "阪神"],
];

const NANKAN_ROTATION: readonly string[] = ["大井", "船橋", "川崎", "浦和", "大井", "川崎", "船橋", "浦和"];
/** Last weekday (Monday = 1) of a Nankan block, by turns. */
const NANKAN_BLOCK_ENDS = [5, 4, 5, 4, 5] as const;
const OTHER_ROTATION: readonly string[] = ["園田", "名古屋", "佐賀", "盛岡"];

const CENTRAL_MINUTES = [590, 620, 650, 680, 730, 760, 790, 820, 855, 890, 930, 970] as const;

const everyMinutes = (first: number, step: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + step * index);

/** Meetings of a day in Japan: central first, then Nankan, Monbetsu and the others. */
export function meetingsOn(day: string): Meeting[] {
  return [...centralMeetings(day), ...nankanMeetings(day), ...monbetsuMeetings(day), ...otherMeetings(day)];
}

/** Saturdays, Sundays, some holiday Mondays, 5 January and 28 December; none from 29 December to 4 January. */
export function isCentralDay(day: string): boolean {
  const monthDay = day.slice(5);
  if (monthDay === "01-05" || monthDay === "12-28") return true;
  if (monthDay >= "12-29" || monthDay <= "01-04") return false;
  const weekday = weekdayOf(day);
  return weekday === SATURDAY || weekday === SUNDAY || isHolidayMonday(day);
}

function isHolidayMonday(day: string): boolean {
  if (weekdayOf(day) !== MONDAY) return false;
  if (EXTRA_CENTRAL_MONDAYS.includes(day)) return true;
  const month = day.slice(5, 7);
  const mondayOfMonth = Math.ceil(Number(day.slice(8)) / 7);
  return month === "01" || month === "10" ? mondayOfMonth === 2 : month === "09" && mondayOfMonth === 3;
}

function centralMeetings(day: string): Meeting[] {
  if (!isCentralDay(day)) return [];
  const halfMonth = (Number(day.slice(5, 7)) - 1) * 2 + (Number(day.slice(8)) > 15 ? 1 : 0);
  const season = CENTRAL_SEASON[halfMonth] ?? [];
  const weekday = weekdayOf(day);
  // Mondays and the two fixed weekdays have two courses, as in life.
  const names = weekday === SATURDAY || weekday === SUNDAY ? season : season.slice(0, 2);
  return names.map((name, index) => ({
    course: courseOf(name),
    raceCount: 12,
    startMinutes: CENTRAL_MINUTES.map((minutes) => minutes + 10 * index),
  }));
}

/** Monday of the day's week as a running number. */
const weekNumber = (day: string): number => Math.floor((dayNumber(day) + 3) / 7);

function nankanMeetings(day: string): Meeting[] {
  const weekday = weekdayOf(day);
  const week = weekNumber(day);
  const lastDay = NANKAN_BLOCK_ENDS[week % NANKAN_BLOCK_ENDS.length] ?? 5;
  if (weekday < MONDAY || weekday > lastDay || week % 6 === 4) return [];
  const course = courseOf(NANKAN_ROTATION[week % NANKAN_ROTATION.length] ?? "大井");
  const month = Number(day.slice(5, 7));
  const atNight = course.name !== "浦和" && month >= 3 && month <= 12;
  const raceCount = course.name === "大井" ? 12 : 11;
  return [{ course, raceCount, startMinutes: everyMinutes(atNight ? 885 : 650, atNight ? 33 : 31, raceCount) }];
}

function monbetsuMeetings(day: string): Meeting[] {
  const weekday = weekdayOf(day);
  const monthDay = day.slice(5);
  if (weekday < 2 || weekday > 4 || monthDay < "04-15" || monthDay > "11-10") return [];
  return [{ course: courseOf("門別"), raceCount: 10, startMinutes: everyMinutes(910, 37, 10) }];
}

function otherMeetings(day: string): Meeting[] {
  const week = weekNumber(day);
  const course = courseOf(OTHER_ROTATION[week % OTHER_ROTATION.length] ?? "園田");
  // Morioka is closed in winter; one day a week is enough for a history elsewhere.
  const month = Number(day.slice(5, 7));
  const open = course.name !== "盛岡" || (month >= 4 && month <= 11);
  const raceDay = 1 + createStream(0, StreamPurpose.calendar, week).below(5);
  if (!open || weekdayOf(day) !== raceDay) return [];
  return [{ course, raceCount: 8, startMinutes: everyMinutes(700, 35, 8) }];
}
