import { addDays, isCalendarDay, japanDay, startOfJapanDay, weekdayOf } from "#app/domain/racing/japan-time.ts";
import type { Cadence } from "./periods.ts";

/**
 * A weekend or month for which rankings are built. A weekend is Saturday, Sunday and, if raced, Monday. A month
 * contains all its central race days, but a weekend is never split: one that spans a month's end belongs entirely to
 * the later month. So every weekend lies in one month.
 */
export interface CountedPeriod {
  cadence: Cadence;
  /** Permanent id: the weekend's Saturday (YYYY-MM-DD), or the month (YYYY-MM). */
  key: string;
  /** First and last race day that count. */
  from: string;
  to: string;
  /** Central race days, ascending. */
  raceDays: readonly string[];
  /** When rankings are built: Wednesday 06:00, or 06:00 on the 5th of the following month; unix seconds. */
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

/** The Saturday of the weekend a day belongs to; null from Tuesday to Friday. */
function weekendOf(day: string): string | null {
  const weekday = weekdayOf(day);
  if (weekday === SATURDAY) return day;
  if (weekday === SUNDAY) return addDays(day, -1);
  return weekday === MONDAY ? addDays(day, -2) : null;
}

/** The last Tuesday 00:00 in Japan at or before an instant, unix seconds. */
export function lastTuesday(at: number): number {
  const today = japanDay(at);
  return startOfJapanDay(addDays(today, -((weekdayOf(today) - TUESDAY + 7) % 7)));
}

/**
 * All periods with a race day, oldest first, due or not. A weekend without racing has no period: the previous one stays
 * the latest.
 *
 * @param raceDays days with a central race that is not cancelled, including known future ones, in any order
 */
export function listPeriods(cadence: Cadence, raceDays: readonly string[]): CountedPeriod[] {
  const days = [...new Set(raceDays)].sort();
  const keyOf = cadence === "weekly" ? weekendOf : monthsOf(days);
  const byKey = new Map<string, string[]>();
  for (const day of days) {
    const key = keyOf(day);
    if (key === null) continue;
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [day]);
    else known.push(day);
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, held]) => makePeriod(cadence, key, held));
}

/** The month a day counts in: its own, or for weekend days that of the weekend's last race day. */
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

/** The newest period due at an instant. If none has race days: the one by the calendar date, without race days. */
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
 * The periods a cron run has to build: due at an instant and not built, oldest first, so that missed runs are made up
 * for.
 *
 * @param since periods due before this instant are ignored (data may predate the product by years)
 * @param isBuilt whether the period was built
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

/** Whether a text is a valid period key: a Saturday, or a month. */
export function isPeriodKey(cadence: Cadence, key: string): boolean {
  return cadence === "weekly" ? isCalendarDay(key) && weekdayOf(key) === SATURDAY : isCalendarDay(`${key}-01`);
}
