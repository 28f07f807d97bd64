import type { FeedClock } from "./back-off.ts";
import type { Folder } from "./folder.ts";
import { watchChanges } from "./folder-changes.ts";
import { createScanPace } from "./scan-pace.ts";

const SCAN_MS = 2_000;
/** Changes come in bursts. */
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
