import { addDays } from "#app/domain/racing/japan-time.ts";
import type { BackupTable } from "./backup-manifest.ts";

/**
 * Tables whose rows are not copied, and why; all others are. A restored session could be one that was logged out since,
 * a restored code one that was used since.
 */
export const NOT_BACKED_UP: Record<string, string> = {
  sessions: "everybody logs in again",
  mail_codes: "links are asked for again",
  passkey_challenges: "of minutes",
  rate_limits: "counters of minutes and hours",
  dev_mails: "the outbox of local starts",
};

/** Read before all others, so that unfinished work is copied with its job. */
const FIRST = "jobs";

/**
 * The order of reading: children before parents, so that the parents of a copied row are copied too, unless both were
 * deleted meanwhile. Throws if tables refer to each other in a circle.
 */
export function orderTables(tables: readonly BackupTable[]): BackupTable[] {
  const ordered: BackupTable[] = [];
  const left = new Map(tables.map((table) => [table.name, table]));
  const isFree = ({ name }: BackupTable) =>
    [...left.values()].every((other) => other.name === name || !other.references.some(({ table }) => table === name));
  while (left.size > 0) {
    const first = ordered.length === 0 ? left.get(FIRST) : undefined;
    const next = first ?? [...left.values()].find(isFree);
    if (next === undefined) throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(", ")}`);
    ordered.push(next);
    left.delete(next.name);
  }
  return ordered;
}

const KEPT_DAYS = 14;
const KEPT_MONTHS = 3;

/**
 * Keeps the complete backups of the last {@link KEPT_DAYS} days, and the first of each of the last {@link KEPT_MONTHS}
 * months, today's and this month's included. Deleted data is gone from all backups after 92 days.
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
