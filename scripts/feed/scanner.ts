import { type FSWatcher, watch } from "node:fs";
import type { FeedClock } from "./back-off.ts";
import type { Folder } from "./folder.ts";

const SCAN_MS = 2_000;
const BURST_MS = 100;

export class Scanner {
  readonly #dir: string;
  readonly #folder: Folder;
  readonly #clock: FeedClock;
  readonly #changes: ReturnType<typeof watchChanges>;
  readonly #pace = createScanPace();
  #scannedAt = Number.NEGATIVE_INFINITY;

  constructor({ dir, folder, clock }: { dir: string; folder: Folder; clock: FeedClock }) {
    this.#dir = dir;
    this.#folder = folder;
    this.#clock = clock;
    this.#changes = watchChanges(dir);
  }

  /** Scans, if it is time. @returns why the folder cannot be read; null if it can */
  async scan(): Promise<string | null> {
    const since = this.#clock.now() - this.#scannedAt;
    if (since < this.#pace.leastMs() || (since < SCAN_MS && !this.#changes.take())) return null;
    const from = this.#clock.now();
    let fault: string | null = null;
    try {
      await this.#folder.scan(from);
    } catch (error) {
      fault = `${this.#dir} cannot be read (${error instanceof Error ? error.message : error})`;
    }
    this.#scannedAt = this.#clock.now();
    this.#pace.took(this.#scannedAt - from);
    return fault;
  }

  /** Waits for a burst of changes, or for the next scan unless it is to be a short pause. */
  async pause({ stopping, isShort }: { stopping: AbortSignal; isShort: boolean }): Promise<void> {
    const waking = new AbortController();
    this.#changes.next(() => waking.abort());
    await this.#clock.sleep(BURST_MS, stopping);
    if (!isShort) await this.#clock.sleep(SCAN_MS - BURST_MS, AbortSignal.any([stopping, waking.signal]));
  }

  close(): void {
    this.#changes.close();
  }
}

const LEAST_SCAN_MS = 100;
/** Scans of a folder with very many files take at most so much of the time. */
const SCAN_SHARE = 0.05;
/** Scans that have to be slow, one after the other, before they become rare. */
const SLOW_SCANS = 3;

interface ScanPace {
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

interface FolderChanges {
  /** Whether something has changed since this was last called. */
  take(): boolean;
  /** Calls back at the next change, or at once if there was one. */
  next(onChange: () => void): void;
  close(): void;
}

/** Changes below a folder, as far as the system reports them: network drives do not, so this only saves time. */
function watchChanges(dir: string): FolderChanges {
  let hasChanged = false;
  let onChange: (() => void) | null = null;
  let watcher: FSWatcher | null = null;
  try {
    watcher = watch(dir, { recursive: true }, (_event, name) => {
      // The journal's own folder among others.
      if (name?.split(/[\\/]/).some((part) => part.startsWith("."))) return;
      hasChanged = true;
      onChange?.();
    });
    watcher.on("error", () => undefined);
  } catch {
    // The scans find changes without it.
  }
  return {
    take() {
      const before = hasChanged;
      hasChanged = false;
      return before;
    },
    next(callBack) {
      onChange = callBack;
      if (hasChanged) callBack();
    },
    close: () => watcher?.close(),
  };
}
