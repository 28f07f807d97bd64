const LEAST_SCAN_MS = 100;
/** Scans of a folder with very many files take at most so much of the time. */
const SCAN_SHARE = 0.05;
/** Scans that have to be slow, one after the other, before they become rare. */
const SLOW_SCANS = 3;

export interface ScanPace {
  took(ms: number): void;
  /** Least time from the end of a scan to the next one, in milliseconds. */
  leastMs(): number;
}

/**
 * Decides how soon a folder may be scanned again, by the cheapest of the last three scans. One slow scan must not delay
 * a race day's odds.
 */
export function createScanPace(): ScanPace {
  let last: number[] = [];
  return {
    took(ms) {
      last = [...last, ms].slice(-SLOW_SCANS);
    },
    leastMs: () => Math.max(LEAST_SCAN_MS, last.length < SLOW_SCANS ? 0 : Math.min(...last) / SCAN_SHARE),
  };
}
