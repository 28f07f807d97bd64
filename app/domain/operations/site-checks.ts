/** Invariants that hold at any moment, whatever failed or was killed before (README, "Invariants"). */

/** Walked in pages, in this order; the number is that of the invariant. */
export const SITE_CHECKS = {
  quotas: 1,
  uses: 1,
  analyses: 2,
  models: 2,
  jobs: 2,
  accounts: 3,
  payments: 3,
  stripe: 3,
  customers: 3,
  artifacts: 4,
  shares: 4,
  features: 4,
  objects: 4,
  bets: 5,
  "ledger-days": 5,
  rankings: 6,
  races: 8,
  imports: 8,
  sessions: 9,
  passkeys: 9,
  codes: 9,
  notifications: 9,
} as const;

export type SiteCheck = keyof typeof SITE_CHECKS;

export function isSiteCheck(name: string): name is SiteCheck {
  return Object.hasOwn(SITE_CHECKS, name);
}

export interface CheckedPage {
  /** Rows or objects checked. */
  seen: number;
  /** `analysis 7: in progress without a job`. */
  broken: string[];
  /** Start of the next page; null: this was the last. */
  next: string | null;
}

/** `fault` is null for a correct row. */
export interface WalkedRow {
  key: number | string;
  fault: string | null;
}

export interface CheckTime {
  now: number;
  /** Seconds of the application's clock per machine second. */
  clockSpeed: number;
  /** Nothing is running, so unfinished work is broken. */
  isIdle: boolean;
}

/** The instant before which work of this duration must be finished. */
export function overdueBefore({ now, clockSpeed, isIdle }: CheckTime, seconds: number): number {
  return isIdle ? now + 1 : now - Math.ceil(seconds * clockSpeed);
}
