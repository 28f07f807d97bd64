import { addDays } from "#app/domain/racing/japan-time.ts";

const KEPT_DAYS = 14;
const KEPT_MONTHS = 3;

/**
 * Keeps the backups of the last {@link KEPT_DAYS} days, and the first of each of the last {@link KEPT_MONTHS} months,
 * today's and this month's included. Deleted data is gone from all backups after 92 days.
 *
 * @param days of complete backups, YYYY-MM-DD
 */
export function keptBackups(days: readonly string[], today: string): string[] {
  const oldest = addDays(today, 1 - KEPT_DAYS);
  const [year = 0, month = 1] = today.split("-").map(Number);
  const oldestMonth = new Date(Date.UTC(year, month - KEPT_MONTHS, 1)).toISOString().slice(0, 7);
  const sorted = days.toSorted();
  return sorted.filter((day) => {
    const isFirst = sorted.find((other) => other.startsWith(day.slice(0, 7))) === day;
    return day >= oldest || (isFirst && day.slice(0, 7) >= oldestMonth);
  });
}
