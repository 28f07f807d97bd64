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
import { openRefusedRecords, type RefusedRecords } from "./refused-records.ts";
import { createScanPace } from "./scan-pace.ts";
import type { Part } from "./tracked-file.ts";

/** Between scans. */
const SCAN_MS = 2_000;
/** Changes come in bursts. */
const BURST_MS = 100;
const MINUTE_MS = 60_000;
const LINE_FEED = 10;
/** With `once`: failures in a row after which the site is given up, if it is away and in any case. */
const ONCE_AWAY = 5;
const ONCE_FAILURES = 8;
/** Failures of a file after which a record sent alone may be kept for later. */
const FAILURES_TO_KEEP = 6;
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
  const refused = openRefusedRecords(stateDir);
  try {
    return await sendAll({ ...options, log }, { journal, folder, refused }, stops);
  } finally {
    await folder.close();
    await journal.close();
  }
}

/** Another site has nothing of what was sent to this one. */
const journalName = ({ url }: Site): string => `sent-${new URL(url).origin.replaceAll(/[^a-z0-9.]+/gi, "-")}.jsonl`;

async function sendAll(
  { dir, site, source = "real", log, once = false, clock = CLOCK }: FeedOptions & { log: (line: string) => void },
  { journal, folder, refused }: { journal: Journal; folder: Folder; refused: RefusedRecords },
  { stopping, cutOff }: Stops,
): Promise<FeedEnd> {
  const report = createReport(log);
  const changes = watchChanges(dir);
  const startedAt = clock.now();
  const pace = createScanPace();
  let scannedAt = Number.NEGATIVE_INFINITY;
  let reportedAt = startedAt;
  /** Deliveries in a row that the site did not take. */
  let failures = 0;
  let isGivenUp = false;
  let fault: string | null = null;
  /** A line that the site has taken: sent again it changes nothing, and tells whether the site takes any. */
  let takenLine: Uint8Array | null = null;

  async function scan(): Promise<void> {
    const since = clock.now() - scannedAt;
    if (since < pace.leastMs() || (since < SCAN_MS && !changes.take())) return;
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
    pace.took(scannedAt - from);
  }

  async function pause(): Promise<void> {
    const waking = new AbortController();
    changes.next(() => waking.abort());
    await clock.sleep(BURST_MS, stopping);
    if (!once) await clock.sleep(SCAN_MS - BURST_MS, AbortSignal.any([stopping, waking.signal]));
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
    if (outcome.kind === "refused" && (await keepForLater(parts, outcome.reason))) return;
    isGivenUp = once && failures >= (outcome.kind === "away" ? ONCE_AWAY : ONCE_FAILURES);
    if (isGivenUp) return;
    await clock.sleep(backOffMs(failures, outcome.kind === "away" ? outcome.retryAfterMs : null), stopping);
  }

  /** Puts a record aside that the site fails with again and again while it takes another. */
  async function keepForLater([part, ...others]: readonly Part[], reason: string): Promise<boolean> {
    const [segment] = part?.segments ?? [];
    if (part === undefined || segment === undefined || others.length > 0 || part.segments.length > 1) return false;
    if (segment.lines > 1 || part.file.failures < FAILURES_TO_KEEP || takenLine === null) return false;
    if ((await deliver({ site, source }, takenLine, cutOff)).kind !== "taken") return false;
    // The site may have come back only now: then it is no fault of the record, which is simply sent again.
    if ((await deliver({ site, source }, part.bytes, cutOff)).kind !== "refused") return false;
    failures = 0;
    const place = await refused.keep(part.bytes);
    log(`not taken: ${segment.name}:${segment.firstLine}: ${reason}: kept as ${place}, tried again at the next start`);
    await accept([part]);
    part.file.failures -= 1;
    return true;
  }

  async function retryRefused(): Promise<void> {
    for (const record of await refused.list()) {
      const outcome = await deliver({ site, source }, record.bytes, cutOff);
      if (outcome.kind === "away" || outcome.kind === "unauthorised") return;
      if (outcome.kind === "refused") continue;
      const segments = [{ name: path.basename(record.path), firstLine: 1, lines: 1 }];
      report.delivered(outcome.answer, { segments, bytes: record.bytes.length });
      await refused.remove(record);
    }
  }

  async function send(parts: readonly Part[]): Promise<void> {
    const bytes = concat(parts.map((part) => part.bytes));
    if (bytes.length === 0) return accept(parts);
    const outcome = await deliver({ site, source }, bytes, cutOff);
    if (outcome.kind === "taken") {
      failures = 0;
      report.delivered(outcome.answer, { segments: parts.flatMap(({ segments }) => segments), bytes: bytes.length });
      const end = bytes.indexOf(LINE_FEED) + 1;
      if (end > 0) takenLine = bytes.subarray(0, end);
      await accept(parts);
    } else if (outcome.kind === "unauthorised") {
      fault = outcome.reason;
    } else {
      await fail(parts, outcome);
    }
  }

  try {
    await retryRefused();
    while (!stopping.aborted) {
      await scan();
      const files = folder.pending();
      const parts = await nextDelivery(files, clock.now());
      if (parts.length > 0) await send(parts);
      tell();
      if (fault !== null) break;
      if (isGivenUp) break;
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
  const kept = (await refused.list()).map((record) => record.path);
  return { unsent: once ? [...pending, ...folder.waiting(), ...folder.unreadable(), ...kept] : [], fault };
}
