import { addDays, weekdayOf } from "./japan-time.ts";
import type { Grade } from "./race.ts";
import { FIRST_RACE_YEAR } from "./race-days.ts";

export interface VenueDay {
  date: string;
  venue: string;
  venueType: number;
  /** The highest of its races. */
  grade: Grade | null;
}

/** A month of a query that race searches cover; else null. */
export function readMonth(value: string | null, today: string): string | null {
  if (value === null || !/^\d{4}-(0[1-9]|1[0-2])$/.test(value)) return null;
  return value >= firstMonth && value <= today.slice(0, 7) ? value : null;
}

const firstMonth = `${FIRST_RACE_YEAR}-01`;

/** Null beyond those that race searches cover. */
export function neighbourMonths(month: string, today: string): { previous: string | null; next: string | null } {
  return {
    previous: readMonth(addMonths(month, -1), today),
    next: readMonth(addMonths(month, 1), today),
  };
}

export function addMonths(month: string, months: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const count = year * 12 + (number - 1) + months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, "0")}`;
}

/** Weeks from Monday to Sunday; null for days of another month. */
export function weeksOfMonth(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const blank = (weekdayOf(first) + 6) % 7;
  const cells: (string | null)[] = Array.from({ length: blank }, () => null);
  for (let day = first; day.startsWith(month); day = addDays(day, 1)) cells.push(day);
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** The first letter; 中京 is 名 (Nagoya), as 中山 has 中. */
export function venueLetter(venue: string): string {
  return venue === "中京" ? "名" : venue.slice(0, 1);
}
