/** Race days of each course: a function of the calendar day alone, so that every start generates the same past. */

import { addDays, dayNumber, weekdayOf } from "#app/domain/racing/japan-time.ts";
import { type Course, courseOf } from "./courses.ts";
import { createStream, StreamPurpose } from "./random.ts";

export interface Meeting {
  course: Course;
  /** "5回京都6日" is the sixth day of the course's fifth meeting of the year; null for courses without such counts. */
  meetingNum: number | null;
  meetingDay: number | null;
  raceCount: number;
  /** Minutes after midnight in Japan, one per race. */
  startMinutes: readonly number[];
}

const SUNDAY = 0;
const MONDAY = 1;
const SATURDAY = 6;

/** Holiday Mondays with central racing besides the yearly ones (coming-of-age, respect-for-the-aged, sports day). */
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
/** Last weekday (Monday = 1) of Nankan's blocks, in rotation. */
const NANKAN_BLOCK_ENDS = [5, 4, 5, 4, 5] as const;
const OTHER_ROTATION: readonly string[] = ["園田", "名古屋", "佐賀", "盛岡"];

const CENTRAL_MINUTES = [590, 620, 650, 680, 730, 760, 790, 820, 855, 890, 930, 970] as const;

const everyMinutes = (first: number, step: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + step * index);

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

function centralCourses(day: string): readonly string[] {
  if (!isCentralDay(day)) return [];
  const halfMonth = (Number(day.slice(5, 7)) - 1) * 2 + (Number(day.slice(8)) > 15 ? 1 : 0);
  const season = CENTRAL_SEASON[halfMonth] ?? [];
  const weekday = weekdayOf(day);
  // Mondays and the two fixed weekdays have two courses, as in reality.
  return weekday === SATURDAY || weekday === SUNDAY ? season : season.slice(0, 2);
}

function centralMeetings(day: string): Meeting[] {
  return centralCourses(day).map((name, index) => ({
    course: courseOf(name),
    ...centralCount(day, name),
    raceCount: 12,
    startMinutes: CENTRAL_MINUTES.map((minutes) => minutes + 10 * index),
  }));
}

type MeetingCount = Pick<Meeting, "meetingNum" | "meetingDay">;

const UNCOUNTED: MeetingCount = { meetingNum: null, meetingDay: null };

interface CountRule {
  coursesOn: (day: string) => readonly string[];
  /** Day on which a year's count restarts, MM-DD. */
  yearStarts: string;
  /** A longer pause starts a new meeting. */
  maxPauseDays: number;
  /** More consecutive days than this are split into two meetings. */
  maxDays: number;
}

function createMeetingCount(rule: CountRule): (day: string, course: string) => MeetingCount {
  const years = new Map<string, ReadonlyMap<string, MeetingCount>>();
  return (day, course) => {
    const year = Number(day.slice(0, 4)) - (day.slice(5) < rule.yearStarts ? 1 : 0);
    const first = `${year}-${rule.yearStarts}`;
    const counts = years.get(first) ?? countMeetings(first, `${year + 1}-${rule.yearStarts}`, rule);
    years.set(first, counts);
    return counts.get(`${day} ${course}`) ?? UNCOUNTED;
  };
}

function countMeetings(first: string, end: string, { coursesOn, maxPauseDays, maxDays }: CountRule) {
  const runsOf = new Map<string, string[][]>();
  for (let day = first; day < end; day = addDays(day, 1)) {
    for (const course of coursesOn(day)) {
      const runs = runsOf.get(course) ?? [];
      runsOf.set(course, runs);
      const lastDay = runs.at(-1)?.at(-1);
      if (lastDay === undefined || addDays(lastDay, maxPauseDays) < day) runs.push([day]);
      else runs.at(-1)?.push(day);
    }
  }
  const counts = new Map<string, MeetingCount>();
  for (const [course, runs] of runsOf) {
    let meetingNum = 0;
    for (const days of runs) {
      const length = Math.ceil(days.length / Math.ceil(days.length / maxDays));
      for (const [index, day] of days.entries()) {
        if (index % length === 0) meetingNum += 1;
        counts.set(`${day} ${course}`, { meetingNum, meetingDay: 1 + (index % length) });
      }
    }
  }
  return counts;
}

// The third course pauses on Mondays and the two fixed weekdays, so missing one weekend does not end a meeting.
const centralCount = createMeetingCount({
  coursesOn: centralCourses,
  yearStarts: "01-01",
  maxPauseDays: 10,
  maxDays: 14,
});
const nankanCount = createMeetingCount({
  coursesOn: nankanCourses,
  yearStarts: "04-01",
  maxPauseDays: 3,
  maxDays: 7,
});
const monbetsuCount = createMeetingCount({
  coursesOn: (day) => (isMonbetsuDay(day) ? ["門別"] : []),
  yearStarts: "04-01",
  maxPauseDays: 3,
  maxDays: 7,
});

/** Running number of the week, starting on Mondays. */
const weekNumber = (day: string): number => Math.floor((dayNumber(day) + 3) / 7);

function nankanCourses(day: string): readonly string[] {
  const weekday = weekdayOf(day);
  const week = weekNumber(day);
  const lastDay = NANKAN_BLOCK_ENDS[week % NANKAN_BLOCK_ENDS.length] ?? 5;
  if (weekday < MONDAY || weekday > lastDay) return [];
  return [NANKAN_ROTATION[week % NANKAN_ROTATION.length] ?? "大井"];
}

function nankanMeetings(day: string): Meeting[] {
  return nankanCourses(day).map((name) => {
    const month = Number(day.slice(5, 7));
    const atNight = name !== "浦和" && month >= 3 && month <= 12;
    const raceCount = name === "大井" ? 12 : 11;
    const startMinutes = everyMinutes(atNight ? 885 : 650, atNight ? 33 : 31, raceCount);
    return { course: courseOf(name), ...nankanCount(day, name), raceCount, startMinutes };
  });
}

function isMonbetsuDay(day: string): boolean {
  const weekday = weekdayOf(day);
  const monthDay = day.slice(5);
  return weekday >= 2 && weekday <= 4 && monthDay >= "04-15" && monthDay <= "11-10";
}

function monbetsuMeetings(day: string): Meeting[] {
  if (!isMonbetsuDay(day)) return [];
  const startMinutes = everyMinutes(910, 37, 10);
  return [{ course: courseOf("門別"), ...monbetsuCount(day, "門別"), raceCount: 10, startMinutes }];
}

function otherMeetings(day: string): Meeting[] {
  const week = weekNumber(day);
  const course = courseOf(OTHER_ROTATION[week % OTHER_ROTATION.length] ?? "園田");
  // Morioka is closed in winter; elsewhere one day a week is enough for a history.
  const month = Number(day.slice(5, 7));
  const open = course.name !== "盛岡" || (month >= 4 && month <= 11);
  const raceDay = 1 + createStream(0, StreamPurpose.calendar, week).below(5);
  if (!open || weekdayOf(day) !== raceDay) return [];
  return [{ course, ...UNCOUNTED, raceCount: 8, startMinutes: everyMinutes(700, 35, 8) }];
}
