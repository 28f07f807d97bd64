import { addDays, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { lastTuesday, latestPeriod } from "./calendar.ts";

/** Places of the index that any bet is on (the quinella takes five): what the ledger keeps to settle it again. */
export const PICKS_KEPT = 5;

/** Weekends that begin in one month and count in the next. */
const STRADDLING_DAYS = 7;

/** What decides whether a model's bets on a day are kept. */
export interface LedgerModel {
  /** Unix seconds. */
  completedAt: number;
  /** Races on or after this day were not learnt from. */
  cutoffDay: string | null;
  /** When the owner's last time on plan 2–6 ended, unix seconds; null while it lasts. */
  paidUntil: number | null;
}

/**
 * From when on a plan may decide about a race day: no ranking that counts the day looks at the plan of an earlier
 * instant than the last Tuesday 00:00 before it.
 */
export function plansCountFrom(date: string): number {
  return lastTuesday(startOfJapanDay(date) - 1);
}

/**
 * Whether the ledger holds bets of a model on a race day: complete before the day, not learnt from it, and the owner on
 * plan 2–6 at any time that a ranking of the day may ask for. Who takes part is decided later, when a ranking is
 * built: an owner who changes the plan between the race and the Tuesday after it is in the ledger either way.
 */
export function hasLedgerBets({ completedAt, cutoffDay, paidUntil }: LedgerModel, date: string): boolean {
  return (
    completedAt < startOfJapanDay(date) &&
    (cutoffDay === null || cutoffDay <= date) &&
    (paidUntil === null || paidUntil > plansCountFrom(date))
  );
}

/**
 * The first day whose bets a ranking may need that is shown or still to be built: those of the month that is shown, and
 * its first weekend.
 */
export function ledgerFrom(now: number): string {
  return addDays(`${latestPeriod("monthly", [], now).key}-01`, -STRADDLING_DAYS);
}
