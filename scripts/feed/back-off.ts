import { setTimeout as sleep } from "node:timers/promises";

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
const LONGEST_ASKED_MS = 10 * 60_000;

/** How long to wait after this many failures in a row, unless the site sends Retry-After. */
export function backOffMs(failures: number, askedMs: number | null = null): number {
  if (askedMs !== null) return Math.min(Math.max(askedMs, FIRST_MS), LONGEST_ASKED_MS);
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10));
}

/** The milliseconds of a Retry-After header, seconds or a date; null if it has neither. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** The machine's clock in milliseconds, for tests to have their own. */
export interface FeedClock {
  now(): number;
  /** Ends early, without an error, when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const CLOCK: FeedClock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
};
