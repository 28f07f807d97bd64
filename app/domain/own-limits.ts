/** Users' own limits (README of services/accounts, "Own limits and pauses"). */

export const OWN_LIMIT_KINDS = ["analyses", "budget"] as const;
/** Per calendar month in Japan: counted analyses, or typed budgets in yen. */
export type OwnLimitKind = (typeof OWN_LIMIT_KINDS)[number];

/** A raise or removal takes effect after this delay, a lower limit at once. */
export const RAISE_DELAY_SECONDS = 24 * 3600;

export const LARGEST_OWN_LIMITS: Record<OwnLimitKind, number> = { analyses: 9_999, budget: 10_000_000 };

export const PAUSE_DAYS = { least: 7, most: 90 } as const;

export interface OwnLimit {
  kind: OwnLimitKind;
  /** Analyses or yen per month; null: no limit. */
  amount: number | null;
  /** Takes effect at `at` (unix seconds) unless withdrawn; `to` null: no limit. */
  raise: { to: number | null; at: number } | null;
}
