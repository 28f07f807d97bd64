import { addDays, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { lastTuesday, latestPeriod } from "./calendar.ts";

/**
 * Picks kept per race: all that bets are placed on (the quinella uses five), so that the ledger can be settled again.
 */
export const PICKS_KEPT = 5;

/** Covers a weekend that begins in one month and counts in the next. */
const STRADDLING_DAYS = 7;

/** Facts that decide whether a model's bets on a day are stored. */
export interface LedgerModel {
  /** Unix seconds. */
  completedAt: number;
  /** The model was trained on races before this day only; null = no cut-off. */
  cutoffDay: string | null;
  /** End of the owner's last time on plans 2–6, unix seconds; null while it lasts. */
  paidUntil: number | null;
}

/**
 * The earliest instant whose plan can matter for a race day: rankings that count the day use plans from the last
 * Tuesday 00:00 before it or later.
 */
export function plansCountFrom(date: string): number {
  return lastTuesday(startOfJapanDay(date) - 1);
}

/**
 * Whether the ledger stores a model's bets on a race day: complete before the day, not trained on it, and the owner on
 * plans 2–6 at any time that a ranking of the day may use. Participation itself is decided when a ranking is built, so
 * owners who change plans between the race and the following Tuesday are in the ledger either way.
 */
export function hasLedgerBets({ completedAt, cutoffDay, paidUntil }: LedgerModel, date: string): boolean {
  return (
    completedAt < startOfJapanDay(date) &&
    (cutoffDay === null || cutoffDay <= date) &&
    (paidUntil === null || paidUntil > plansCountFrom(date))
  );
}

/**
 * The first day whose bets may still be needed by a ranking shown or to be built: the first weekend of the month shown.
 */
export function ledgerFrom(now: number): string {
  return addDays(`${latestPeriod("monthly", [], now).key}-01`, -STRADDLING_DAYS);
}
