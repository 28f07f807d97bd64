import { addDays, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { lastTuesday, latestPeriod } from "./calendar.ts";

/** Picks per race: all that bets use (the quinella five), so that the ledger can be settled again. */
export const PICKS_KEPT = 5;

/** A weekend can begin in one month and count in the next. */
const STRADDLING_DAYS = 7;

export interface LedgerModel {
  completedAt: number;
  /** The model was trained on races before this day only; null = no cut-off. */
  cutoffDay: string | null;
  /** End of the owner's last period on plans 2–6, unix seconds; null while it lasts. */
  paidUntil: number | null;
}

/** The earliest instant whose plan can matter for a race day: the last Tuesday 00:00 before it. */
export function plansCountFrom(date: string): number {
  return lastTuesday(startOfJapanDay(date) - 1);
}

/**
 * Whether the ledger stores a model's bets on a race day: complete before the day, not trained on it, and the owner on
 * plans 2–6 at any time that a ranking of the day may use. Participation is decided when a ranking is built, so owners
 * who change plans until the following Tuesday are included.
 */
export function hasLedgerBets({ completedAt, cutoffDay, paidUntil }: LedgerModel, date: string): boolean {
  return (
    completedAt < startOfJapanDay(date) &&
    (cutoffDay === null || cutoffDay <= date) &&
    (paidUntil === null || paidUntil > plansCountFrom(date))
  );
}

/** First day that a ranking shown or to be built may need: the first weekend of the month shown. */
export function ledgerFrom(now: number): string {
  return addDays(`${latestPeriod("monthly", [], now).key}-01`, -STRADDLING_DAYS);
}
