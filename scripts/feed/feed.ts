import { stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Site } from "#scripts/import/client.ts";
import { backOffMs } from "./back-off.ts";
import { concat } from "./cut-records.ts";
import { type DeliveryOutcome, type Door, deliver } from "./deliver.ts";
import { nextDelivery } from "./deliveries.ts";
import { createReport } from "./feed-report.ts";
import { type Folder, openFolder } from "./folder.ts";
import { watchChanges } from "./folder-changes.ts";
import { type Journal, openJournal } from "./journal.ts";
import type { Part } from "./tracked-file.ts";

/** Between scans; also those that a change starts do not follow each other at once. */
const SCAN_MS = 2_000;
const LEAST_SCAN_MS = 100;
/** Scans of a folder with very many files take at most so much of the time. */
const SCAN_SHARE = 0.05;
const MINUTE_MS = 60_000;
/** With `once`: failures in a row after which the site, or a file, is given up. */
const ONCE_FAILURES = 5;
/** With `once`: how long a file may go on being written. */
const ONCE_WAIT_MS = 15_000;
/** Time for a delivery under way when the feed is stopped. */
const STOP_MS = 5_000;

export interface FeedOptions {
  /** Watched with the folders below. */
  dir: string;
  site: Site;
  /** What the records are; by default real. */
  source?: Door["source"];
  /** Where the journal lies; by default `.keiba-feed` in the folder. */
  stateDir?: string;
  /** Sends everything and ends. */
  once?: boolean;
  /** Takes each line that is printed; by default standard output. */
  log?: (line: string) => void;
  clock?: FeedClock;
}

/** The machine's clock in milliseconds, for tests to have their own. */
export interface FeedClock {
  now(): number;
  /** Ends early, without an error, when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

interface FeedEnd {
  /** With `once`: files of which something could not be sent. */
  unsent: string[];
  /** Why the feed could not go on; null if it was stopped or is done. */
  fault: string | null;
}

export interface Feed {
  ended: Promise<FeedEnd>;
  /** Ends after the delivery that is under way, a dead one after five seconds. */
  stop(): Promise<FeedEnd>;
}

const CLOCK: FeedClock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
};

/**
 * Watches a folder and sends the records that are new in it to the site's live door, until it is stopped. What was sent
 * is journaled after the site's response: a feed that is killed in between repeats that delivery at the next start, which
 * changes nothing on the site.
 */
export function startFeed(options: FeedOptions): Feed {
  const stopping = new AbortController();
  const cutOff = new AbortController();
  const ended = runFeed(options, { stopping: stopping.signal, cutOff: cutOff.signal });
  return {
    ended,
    async stop() {
      stopping.abort();
      const timer = setTimeout(() => cutOff.abort(), STOP_MS);
      try {
        return await ended;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

interface Stops {
  stopping: AbortSignal;
  /** Ends the delivery under way. */
  cutOff: AbortSignal;
}

async function runFeed(options: FeedOptions, stops: Stops): Promise<FeedEnd> {
  const { dir, site, log = console.log } = options;
  const info = await stat(dir).catch(() => null);
  if (info?.isDirectory() !== true) return { unsent: [], fault: `no such folder: ${dir}` };
  const stateDir = options.stateDir ?? path.join(dir, ".keiba-feed");
  const file = path.join(stateDir, journalName(site));
  const journal = await openJournal(file).catch((error: unknown) => String(error));
  if (typeof journal === "string") return { unsent: [], fault: `${file} cannot be written: ${journal}` };
  const folder = openFolder(dir, journal, log);
  try {
    return await sendAll({ ...options, log }, { journal, folder }, stops);
  } finally {
    await folder.close();
    await journal.close();
  }
}

/** Another site has nothing of what was sent to this one. */
const journalName = ({ url }: Site): string => `sent-${new URL(url).origin.replaceAll(/[^a-z0-9.]+/gi, "-")}.jsonl`;

async function sendAll(
  { dir, site, source = "real", log, once = false, clock = CLOCK }: FeedOptions & { log: (line: string) => void },
  { journal, folder }: { journal: Journal; folder: Folder },
  { stopping, cutOff }: Stops,
): Promise<FeedEnd> {
  const report = createReport(log);
  const changes = watchChanges(dir);
  const startedAt = clock.now();
  let scannedAt = Number.NEGATIVE_INFINITY;
  let scanTook = 0;
  let reportedAt = startedAt;
  /** Deliveries in a row that the site did not take. */
  let failures = 0;
  let fault: string | null = null;

  async function scan(): Promise<void> {
    const since = clock.now() - scannedAt;
    const leastMs = Math.max(LEAST_SCAN_MS, scanTook / SCAN_SHARE);
    if (since < leastMs || (since < SCAN_MS && !changes.take())) return;
    const from = clock.now();
    try {
      await folder.scan(from);
    } catch (error) {
      // A network drive may be gone for a while.
      const reason = `${dir} cannot be read (${error instanceof Error ? error.message : error})`;
      if (once) fault = reason;
      else report.away(reason);
    }
    scannedAt = clock.now();
    scanTook = scannedAt - from;
  }

  async function pause(): Promise<void> {
    const waking = new AbortController();
    changes.next(() => waking.abort());
    // Changes come in bursts.
    await clock.sleep(LEAST_SCAN_MS, stopping);
    if (!once) await clock.sleep(SCAN_MS - LEAST_SCAN_MS, AbortSignal.any([stopping, waking.signal]));
  }

  function tell(isEnd = false): void {
    if (!isEnd && clock.now() - reportedAt < MINUTE_MS) return;
    reportedAt = clock.now();
    const summary = report.summary();
    if (summary !== null) log(summary);
  }

  async function accept(parts: readonly Part[]): Promise<void> {
    const files = parts.map(({ file }) => file);
    await journal.append(parts.map((part) => part.take())).catch((error: unknown) => {
      log(`the journal cannot be written (${error}): what is sent now is sent again after a restart`);
    });
    for (const file of files) file.failures = Math.max(0, file.failures - 1);
    report.skipped(parts.reduce((sum, { skipped }) => sum + skipped, 0));
    await folder.lookAgain(files, clock.now());
  }

  async function fail(parts: readonly Part[], outcome: Extract<DeliveryOutcome, { kind: "away" | "refused" }>) {
    failures += 1;
    if (outcome.kind === "refused") for (const { file } of parts) file.failures += 1;
    report.away(outcome.reason);
    if (once && failures >= ONCE_FAILURES) return;
    await clock.sleep(backOffMs(failures, outcome.kind === "away" ? outcome.retryAfterMs : null), stopping);
  }

  async function send(parts: readonly Part[]): Promise<void> {
    const bytes = concat(parts.map((part) => part.bytes));
    if (bytes.length === 0) return accept(parts);
    const outcome = await deliver({ site, source }, bytes, cutOff);
    if (outcome.kind === "taken") {
      failures = 0;
      report.delivered(outcome.answer, { segments: parts.flatMap(({ segments }) => segments), bytes: bytes.length });
      await accept(parts);
    } else if (outcome.kind === "unauthorised") {
      fault = outcome.reason;
    } else {
      await fail(parts, outcome);
    }
  }

  try {
    while (!stopping.aborted) {
      await scan();
      const files = folder.pending().filter((file) => !once || file.failures < ONCE_FAILURES);
      const parts = await nextDelivery(files, clock.now());
      if (parts.length > 0) await send(parts);
      tell();
      if (fault !== null) break;
      if (once && failures >= ONCE_FAILURES) break;
      if (parts.length > 0) continue;
      const isDone = files.length === 0 && folder.waiting().length === 0;
      if (once && (isDone || clock.now() - startedAt >= ONCE_WAIT_MS)) break;
      await pause();
    }
  } finally {
    changes.close();
  }
  tell(true);
  const pending = folder.pending().map(({ name }) => name);
  return { unsent: once ? [...pending, ...folder.waiting(), ...folder.unreadable()] : [], fault };
}
