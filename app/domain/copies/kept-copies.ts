import { addDays } from "#app/domain/racing/japan-time.ts";

/** Days of which copies are kept, today's included. */
const KEPT_DAYS = 14;
/** Months, the present one included, of which the first copy is kept. */
const KEPT_MONTHS = 3;

/**
 * Which copies are kept: of the last {@link KEPT_DAYS} days, and the first of each of the last {@link KEPT_MONTHS} months. So what
 * a user has deleted is in no copy after 92 days.
 *
 * @param days of complete copies, YYYY-MM-DD
 */
export function keptCopies(days: readonly string[], today: string): string[] {
  const oldest = addDays(today, 1 - KEPT_DAYS);
  const [year = 0, month = 1] = today.split("-").map(Number);
  const oldestMonth = new Date(Date.UTC(year, month - KEPT_MONTHS, 1)).toISOString().slice(0, 7);
  const sorted = days.toSorted();
  return sorted.filter((day) => {
    const isFirst = sorted.find((other) => other.startsWith(day.slice(0, 7))) === day;
    return day >= oldest || (isFirst && day.slice(0, 7) >= oldestMonth);
  });
}
