/** What must be true of a site at any moment, whatever failed or was killed before (README, "Invariants"). */

/** Each is walked through in pages, in this order; the number is that of its invariant. */
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
  notices: 9,
} as const;

export type SiteCheck = keyof typeof SITE_CHECKS;

export function isSiteCheck(name: string): name is SiteCheck {
  return Object.hasOwn(SITE_CHECKS, name);
}

/** A page of a check. */
export interface CheckedPage {
  /** Rows or objects that were looked at. */
  seen: number;
  /** `analysis 7: in progress without a job`. */
  broken: string[];
  /** Where the next page begins; null: this was the last. */
  next: string | null;
}

/** A row of a walk: `fault` is null where nothing is wrong with it. */
export interface WalkedRow {
  key: number | string;
  fault: string | null;
}

export interface CheckTime {
  now: number;
  /** Seconds of the application's clock in one of the machine's. */
  clockSpeed: number;
  /** Nobody is at work: what would still be done by itself is broken already. */
  isIdle: boolean;
}

/** The instant before which something should be over that takes at most so many seconds. */
export function overdueBefore({ now, clockSpeed, isIdle }: CheckTime, seconds: number): number {
  return isIdle ? now + 1 : now - Math.ceil(seconds * clockSpeed);
}
