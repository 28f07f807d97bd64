import { stat } from "node:fs/promises";
import path from "node:path";
import type { Site } from "#scripts/import/client.ts";
import { CLOCK, type FeedClock } from "./back-off.ts";
import type { Door } from "./deliver.ts";
import { nextDelivery } from "./deliveries.ts";
import { createReport, type FeedReport } from "./feed-report.ts";
import { Folder } from "./folder.ts";
import { openJournal, openRefusedRecords } from "./journal.ts";
import { Scanner } from "./scanner.ts";
import { Sender } from "./sender.ts";

const MINUTE_MS = 60_000;
/** With `once`: how long a file may go on being written. */
const ONCE_WAIT_MS = 15_000;
const STOP_MS = 5_000;

export interface FeedOptions {
  dir: string;
  site: Site;
  source?: Door["source"];
  stateDir?: string;
  once?: boolean;
  log?: (line: string) => void;
  clock?: FeedClock;
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

/**
 * Watches a folder and sends its new records to the site's live door until it is stopped. The journal is written after
 * the site's response, so a kill in between repeats a delivery, which changes nothing on the site.
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
  cutOff: AbortSignal;
}

async function runFeed(options: FeedOptions, stops: Stops): Promise<FeedEnd> {
  const { dir, site, log = console.log, once = false, clock = CLOCK } = options;
  const info = await stat(dir).catch(() => null);
  if (info?.isDirectory() !== true) return { unsent: [], fault: `no such folder: ${dir}` };
  const stateDir = options.stateDir ?? path.join(dir, ".keiba-feed");
  const file = path.join(stateDir, journalName(site));
  const journal = await openJournal(file).catch((error: unknown) => String(error));
  if (typeof journal === "string") return { unsent: [], fault: `${file} cannot be written: ${journal}` };
  const folder = new Folder(dir, journal, log);
  const refused = openRefusedRecords(stateDir);
  const report = createReport(log);
  const door = { site, source: options.source ?? "real" };
  const sender = new Sender({ ...{ door, once, clock, log, journal, folder, refused, report }, ...stops });
  const scanner = new Scanner({ dir, folder, clock });
  try {
    const fault = await sendAll(sender, scanner, { ...{ folder, report, log, once, clock }, ...stops });
    const pending = folder.pending().map(({ name }) => name);
    const kept = (await refused.list()).map((record) => record.path);
    return { unsent: once ? [...pending, ...folder.waiting(), ...folder.unreadable(), ...kept] : [], fault };
  } finally {
    scanner.close();
    await folder.close();
    await journal.close();
  }
}

/** Another site has nothing of what was sent to this one. */
const journalName = ({ url }: Site): string => `sent-${new URL(url).origin.replaceAll(/[^a-z0-9.]+/gi, "-")}.jsonl`;

interface SendOptions {
  folder: Folder;
  report: FeedReport;
  log: (line: string) => void;
  once: boolean;
  clock: FeedClock;
  stopping: AbortSignal;
}

/** Until it is stopped, or with `once` until all is sent or given up. @returns why it could not go on */
async function sendAll(
  sender: Sender,
  scanner: Scanner,
  { folder, report, log, once, clock, stopping }: SendOptions,
): Promise<string | null> {
  const startedAt = clock.now();
  let reportedAt = startedAt;
  let fault: string | null = null;

  function tell(isEnd = false): void {
    if (!isEnd && clock.now() - reportedAt < MINUTE_MS) return;
    reportedAt = clock.now();
    const summary = report.summary();
    if (summary !== null) log(summary);
  }

  await sender.retryRefused();
  while (!stopping.aborted) {
    const unread = await scanner.scan();
    // A network drive may be gone for a while.
    if (unread !== null && once) fault = unread;
    else if (unread !== null) report.away(unread);
    const files = folder.pending();
    const parts = await nextDelivery(files, clock.now());
    if (parts.length > 0) await sender.send(parts);
    tell();
    if (fault !== null || sender.isOver) break;
    if (parts.length > 0) continue;
    const isDone = files.length === 0 && folder.waiting().length === 0;
    if (once && (isDone || clock.now() - startedAt >= ONCE_WAIT_MS)) break;
    await scanner.pause({ stopping, isShort: once });
  }
  tell(true);
  return sender.fault ?? fault;
}
