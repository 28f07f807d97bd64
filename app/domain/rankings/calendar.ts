import { groupBy } from "#app/domain/racing/group-by.ts";
import { addDays, isCalendarDay, japanDay, startOfJapanDay, weekdayOf } from "#app/domain/racing/japan-time.ts";
import type { Cadence } from "./periods.ts";

/**
 * A weekend or month of a ranking. A weekend is Saturday, Sunday and, if raced, Monday. A month contains all its
 * central race days; a weekend that spans a month's end belongs entirely to the later month.
 */
export interface CountedPeriod {
  cadence: Cadence;
  /** Permanent id: the weekend's Saturday (YYYY-MM-DD), or the month (YYYY-MM). */
  key: string;
  from: string;
  to: string;
  raceDays: readonly string[];
  /** Build time: Wednesday 06:00, or 06:00 on the 5th of the following month; unix seconds. */
  dueAt: number;
  /** Users on plans 2–6 at this instant take part: the last Tuesday 00:00 in Japan at or before `dueAt`. */
  participantsAt: number;
}

const SUNDAY = 0;
const MONDAY = 1;
const TUESDAY = 2;
const SATURDAY = 6;
const DUE_SECONDS = 6 * 3600;
const MONTHLY_DUE_DAY = "05";

/** Its Saturday; null from Tuesday to Friday. */
function weekendOf(day: string): string | null {
  const weekday = weekdayOf(day);
  if (weekday === SATURDAY) return day;
  if (weekday === SUNDAY) return addDays(day, -1);
  return weekday === MONDAY ? addDays(day, -2) : null;
}

export function lastTuesday(at: number): number {
  const today = japanDay(at);
  return startOfJapanDay(addDays(today, -((weekdayOf(today) - TUESDAY + 7) % 7)));
}

/** All periods with a race day, oldest first, due or not. @param raceDays known future ones included, in any order */
export function listPeriods(cadence: Cadence, raceDays: readonly string[]): CountedPeriod[] {
  const days = [...new Set(raceDays)].sort();
  const keyOf = cadence === "weekly" ? weekendOf : monthsOf(days);
  return [...groupBy(days, keyOf)]
    .flatMap(([key, held]) => (key === null ? [] : [makePeriod(cadence, key, held)]))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** The month that a day counts in: its own; for weekends that of the last race day. */
function monthsOf(days: readonly string[]): (day: string) => string {
  const lastOfWeekend = new Map<string, string>();
  for (const day of days) {
    const weekend = weekendOf(day);
    if (weekend !== null) lastOfWeekend.set(weekend, day);
  }
  return (day) => (lastOfWeekend.get(weekendOf(day) ?? "") ?? day).slice(0, 7);
}

function makePeriod(cadence: Cadence, key: string, raceDays: readonly string[]): CountedPeriod {
  const dueAt = cadence === "weekly" ? weeklyDueAt(key) : monthlyDueAt(key);
  const [first, last] =
    cadence === "weekly" ? [key, addDays(key, 1)] : [`${key}-01`, addDays(`${nextMonth(key)}-01`, -1)];
  const from = raceDays[0] ?? first;
  const to = raceDays.at(-1) ?? last;
  return { cadence, key, from, to, raceDays, dueAt, participantsAt: lastTuesday(dueAt) };
}

function weeklyDueAt(saturday: string): number {
  return startOfJapanDay(addDays(saturday, 4)) + DUE_SECONDS;
}

function monthlyDueAt(month: string): number {
  return startOfJapanDay(`${nextMonth(month)}-${MONTHLY_DUE_DAY}`) + DUE_SECONDS;
}

function nextMonth(month: string): string {
  return addDays(`${month}-28`, 4).slice(0, 7);
}

function previousMonth(month: string): string {
  return addDays(`${month}-01`, -1).slice(0, 7);
}

/** The newest period due at an instant. Without race days: the one of the calendar date, empty. */
export function latestPeriod(cadence: Cadence, raceDays: readonly string[], at: number): CountedPeriod {
  const due = listPeriods(cadence, raceDays).filter(({ dueAt }) => dueAt <= at);
  return due.at(-1) ?? makePeriod(cadence, latestKey(cadence, at), []);
}

function latestKey(cadence: Cadence, at: number): string {
  const today = japanDay(at);
  if (cadence === "monthly") {
    const last = previousMonth(today.slice(0, 7));
    return monthlyDueAt(last) <= at ? last : previousMonth(last);
  }
  const saturday = addDays(today, -((weekdayOf(today) - SATURDAY + 7) % 7));
  return weeklyDueAt(saturday) <= at ? saturday : addDays(saturday, -7);
}

/**
 * Due and not built, oldest first, so that missed runs are made up for. Data may be years older than the product
 * (`since`).
 */
export function listDuePeriods(
  raceDays: readonly string[],
  { at, since, isBuilt }: { at: number; since: number; isBuilt: (period: CountedPeriod) => boolean },
): CountedPeriod[] {
  return (["weekly", "monthly"] as const)
    .flatMap((cadence) => listPeriods(cadence, raceDays))
    .filter((period) => since <= period.dueAt && period.dueAt <= at && !isBuilt(period))
    .sort((a, b) => a.dueAt - b.dueAt || (a.cadence < b.cadence ? 1 : -1));
}

/** A Saturday, or a month. */
export function isPeriodKey(cadence: Cadence, key: string): boolean {
  return cadence === "weekly" ? isCalendarDay(key) && weekdayOf(key) === SATURDAY : isCalendarDay(`${key}-01`);
}
