import path from "node:path";
import { backOffMs, type FeedClock } from "./back-off.ts";
import { type DeliveryOutcome, type Door, deliver } from "./deliver.ts";
import type { FeedReport } from "./feed-report.ts";
import type { Folder } from "./folder.ts";
import type { Journal, RefusedRecords } from "./journal.ts";
import { LINE_FEED } from "./read-file.ts";
import type { Part } from "./tracked-file.ts";

/** With `once`: failures in a row after which the site is given up, if it is away and in any case. */
const ONCE_AWAY = 5;
const ONCE_FAILURES = 8;
/** Failures of a file after which a record sent alone may be kept for later. */
const FAILURES_TO_KEEP = 6;

interface SenderOptions {
  door: Door;
  once: boolean;
  clock: FeedClock;
  log: (line: string) => void;
  journal: Journal;
  folder: Folder;
  refused: RefusedRecords;
  report: FeedReport;
  stopping: AbortSignal;
  cutOff: AbortSignal;
}

export class Sender {
  readonly #options: SenderOptions;
  /** Deliveries in a row that the site did not take. */
  #failures = 0;
  /** A line that the site has taken: sent again it changes nothing, and tells whether the site takes any. */
  #takenLine: Uint8Array | null = null;
  #isGivenUp = false;
  #fault: string | null = null;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  get isOver(): boolean {
    return this.#isGivenUp || this.#fault !== null;
  }

  get fault(): string | null {
    return this.#fault;
  }

  async retryRefused(): Promise<void> {
    const { refused, report } = this.#options;
    for (const record of await refused.list()) {
      const outcome = await this.#deliver(record.bytes);
      if (outcome.kind === "away" || outcome.kind === "unauthorised") return;
      if (outcome.kind === "refused") continue;
      const segments = [{ name: path.basename(record.path), firstLine: 1, lines: 1 }];
      report.delivered(outcome.answer, { segments, bytes: record.bytes.length });
      await refused.remove(record);
    }
  }

  /** Sends parts as one delivery; after a failure it returns when the next one makes sense. */
  async send(parts: readonly Part[]): Promise<void> {
    const bytes = Buffer.concat(parts.map((part) => part.bytes));
    if (bytes.length === 0) return this.#accept(parts);
    const outcome = await this.#deliver(bytes);
    if (outcome.kind === "taken") {
      this.#failures = 0;
      const segments = parts.flatMap((part) => part.segments);
      this.#options.report.delivered(outcome.answer, { segments, bytes: bytes.length });
      const end = bytes.indexOf(LINE_FEED) + 1;
      if (end > 0) this.#takenLine = bytes.subarray(0, end);
      await this.#accept(parts);
    } else if (outcome.kind === "unauthorised") {
      this.#fault = outcome.reason;
    } else {
      await this.#fail(parts, outcome);
    }
  }

  #deliver(bytes: Uint8Array): Promise<DeliveryOutcome> {
    return deliver(this.#options.door, bytes, this.#options.cutOff);
  }

  async #accept(parts: readonly Part[]): Promise<void> {
    const { journal, folder, report, clock, log } = this.#options;
    const files = parts.map(({ file }) => file);
    await journal.append(parts.map((part) => part.take())).catch((error: unknown) => {
      log(`the journal cannot be written (${error}): what is sent now is sent again after a restart`);
    });
    for (const file of files) file.failures = Math.max(0, file.failures - 1);
    report.skipped(parts.reduce((sum, { skipped }) => sum + skipped, 0));
    await folder.lookAgain(files, clock.now());
  }

  async #fail(parts: readonly Part[], outcome: Extract<DeliveryOutcome, { kind: "away" | "refused" }>): Promise<void> {
    const { once, clock, report, stopping } = this.#options;
    this.#failures += 1;
    if (outcome.kind === "refused") for (const { file } of parts) file.failures += 1;
    report.away(outcome.reason);
    if (outcome.kind === "refused" && (await this.#keepForLater(parts, outcome.reason))) return;
    this.#isGivenUp = once && this.#failures >= (outcome.kind === "away" ? ONCE_AWAY : ONCE_FAILURES);
    if (this.#isGivenUp) return;
    await clock.sleep(backOffMs(this.#failures, outcome.kind === "away" ? outcome.retryAfterMs : null), stopping);
  }

  /** Puts a record aside that the site fails with again and again while it takes another. */
  async #keepForLater([part, ...others]: readonly Part[], reason: string): Promise<boolean> {
    const { refused, log } = this.#options;
    const [segment] = part?.segments ?? [];
    if (part === undefined || segment === undefined || others.length > 0 || part.segments.length > 1) return false;
    if (segment.lines > 1 || part.file.failures < FAILURES_TO_KEEP || this.#takenLine === null) return false;
    if ((await this.#deliver(this.#takenLine)).kind !== "taken") return false;
    // The site may have come back only now: then it is no fault of the record, which is simply sent again.
    if ((await this.#deliver(part.bytes)).kind !== "refused") return false;
    this.#failures = 0;
    const place = await refused.keep(part.bytes);
    log(`not taken: ${segment.name}:${segment.firstLine}: ${reason}: kept as ${place}, tried again at the next start`);
    await this.#accept([part]);
    part.file.failures -= 1;
    return true;
  }
}
