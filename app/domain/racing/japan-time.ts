/** Calendar days, weeks and months are Japan's (UTC+9, no daylight saving time); instants are unix seconds. */

const JAPAN_OFFSET_SECONDS = 9 * 3600;
export const DAY_SECONDS = 86_400;

/** Calendar day in Japan, YYYY-MM-DD. */
export function japanDay(unixSeconds: number): string {
  return new Date((unixSeconds + JAPAN_OFFSET_SECONDS) * 1000).toISOString().slice(0, 10);
}

/** Calendar month in Japan, YYYY-MM. */
export function japanMonth(unixSeconds: number): string {
  return japanDay(unixSeconds).slice(0, 7);
}

/** Time of day in Japan, HH:MM. */
export function japanTime(unixSeconds: number): string {
  return new Date((unixSeconds + JAPAN_OFFSET_SECONDS) * 1000).toISOString().slice(11, 16);
}

/** A day as 11月21日. */
export function monthAndDay(day: string): string {
  const [, month, date] = day.split("-").map(Number);
  return `${month}月${date}日`;
}

export function startOfJapanDay(day: string): number {
  return Date.parse(`${day}T00:00:00+09:00`) / 1000;
}

/** Days from 1970-01-01 to a calendar day. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000 / DAY_SECONDS;
}

export function dayOfNumber(number: number): string {
  return new Date(number * DAY_SECONDS * 1000).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return dayOfNumber(dayNumber(day) + days);
}

/** 0 = Sunday … 6 = Saturday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** Rejects 31 February. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 10) === text;
}
