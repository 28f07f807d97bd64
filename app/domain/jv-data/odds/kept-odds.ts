import { addDays } from "#app/domain/racing/japan-time.ts";
import { DELETED } from "../stages.ts";
import { readOrder } from "./odds-snapshot.ts";

/** Finished races keep the last odds before each of these minutes to the start. */
export const KEPT_MINUTES = [60, 30, 10, 5, 1];

export const MOST_KEPT = KEPT_MINUTES.length + 1;

/**
 * Orders of one race and kind that stay once the race is over: the newest not deleted, one for each of the minutes, and
 * deletions, so that the deleted odds do not return. Thinning before or after adding others makes no difference, unless
 * a deletion concerns kept odds.
 */
export function keptOrders(
  orders: readonly string[],
  { date, startTime }: { date: string; startTime: string },
): Set<string> {
  const ascending = [...orders].sort();
  const moments = ascending.map((order) => ({ order, ...readOrder(order) }));
  const deletions = moments.filter(({ stage }) => stage === DELETED);
  const deleted = new Set(deletions.map(({ announcedAt }) => announcedAt));
  const kept = new Set([...deletions.map(({ order }) => order), ...ascending.slice(-1)]);
  const newest = moments.findLast(
    ({ stage, announcedAt }) => stage !== DELETED && (announcedAt === null || !deleted.has(announcedAt)),
  );
  if (newest !== undefined) kept.add(newest.order);
  for (const minutes of KEPT_MINUTES) {
    const limit = momentBefore(date, startTime, minutes);
    const last = moments.findLast(
      ({ announcedAt }) => announcedAt !== null && announcedAt <= limit && !deleted.has(announcedAt),
    );
    if (last !== undefined) kept.add(last.order);
  }
  return kept;
}

/** `2026-11-22T14:35`, Japan. */
export function momentBefore(date: string, startTime: string, minutes: number): string {
  const [hour, minute] = startTime.split(":").map(Number);
  const left = (hour ?? 0) * 60 + (minute ?? 0) - minutes;
  const ofDay = left < 0 ? left + 24 * 60 : left;
  const time = [Math.floor(ofDay / 60), ofDay % 60].map((part) => String(part).padStart(2, "0")).join(":");
  return `${left < 0 ? addDays(date, -1) : date}T${time}`;
}
