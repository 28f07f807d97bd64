/** Limits that users set for themselves (README of services/accounts, "Own limits and pauses"). */

export const OWN_LIMIT_KINDS = ["analyses", "budget"] as const;
/** Of a calendar month in Japan: analyses that count, or yen typed as budgets. */
export type OwnLimitKind = (typeof OWN_LIMIT_KINDS)[number];

/** A raise, and the end of a limit, wait this long; a lower limit holds at once. */
export const RAISE_DELAY_SECONDS = 24 * 3600;

/** The largest that can be set. */
export const LARGEST_OWN_LIMITS: Record<OwnLimitKind, number> = { analyses: 9_999, budget: 10_000_000 };

/** Days that a pause lasts at least and at most. */
export const PAUSE_DAYS = { least: 7, most: 90 } as const;

export interface OwnLimit {
  kind: OwnLimitKind;
  /** In force: analyses or yen a month; null: no limit. */
  amount: number | null;
  /** What holds from an instant on (unix seconds), if it is not withdrawn before; `to` null: no limit. */
  raise: { to: number | null; at: number } | null;
}
