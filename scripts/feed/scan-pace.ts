const LEAST_SCAN_MS = 100;
/** Scans of a folder with very many files take at most so much of the time. */
const SCAN_SHARE = 0.05;
/** Scans that have to be slow, one after the other, before they become rare. */
const SLOW_SCANS = 3;

export interface ScanPace {
  /** Notes what a scan took. */
  took(ms: number): void;
  /** Least time from the end of a scan to the next one, in milliseconds. */
  leastMs(): number;
}

/**
 * How soon a folder may be scanned again. What a scan costs is the least of the last three: one that waited for a disk, or
 * read a year's file, says nothing about the next, and a race day's odds must not wait for it.
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
