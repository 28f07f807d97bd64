import type { FileHandle } from "node:fs/promises";
import { isRecordKind, kindOf } from "#app/domain/jv-data/record-kinds.ts";
import { cutRecords, type Segment } from "./cut-records.ts";
import type { Journal, JournalEntry } from "./journal.ts";
import { hashFile, LINE_FEED, READ_BYTES, read, readLine, withFile } from "./read-file.ts";
import { SentBytes } from "./sent-bytes.ts";

/** A file that was overwritten, or ends without a line feed, may still be being written. */
const QUIET_MS = 2_000;
/** Longer than the steps in which file systems count time: who writes again within one leaves size and time alike. */
const SETTLED_MS = 3_000;
/** More than the longest record has. */
export const LEAST_ROOM = 128 * 1024;
const LINE_END = Uint8Array.of(13, 10);
const settleMs = (size: number): number => SETTLED_MS + size / 2_000;

export interface Part {
  file: TrackedFile;
  bytes: Uint8Array;
  segments: Segment[];
  skipped: number;
  /** It has no line end, so nothing may follow it in a delivery. */
  isTail: boolean;
  /** To be called once the site has it; returns the file's entry in the journal. */
  take(): JournalEntry;
}

/**
 * pending: something can be sent. waiting: something may follow once the file is quiet. sent: the writer may just have
 * written again. settled: nothing until it changes.
 */
export type LookOutcome = "pending" | "waiting" | "sent" | "settled";

export interface FileState {
  size: number;
  mtimeMs: number;
}

interface FileToTrack {
  /** Below the watched folder, with "/"; an archive's entry below the archive. */
  key: string;
  name: string;
  diskPath: string;
  kind: string;
  /** The file was unpacked from an archive and does not change. */
  isFixed?: boolean;
}

/**
 * A file of records and the part of it that was sent. New whole lines are sent at once. An overwritten file, and a last
 * line without an end, are sent once the file is quiet.
 */
export class TrackedFile {
  readonly key: string;
  readonly name: string;
  readonly diskPath: string;
  readonly kind: string;
  /** Rises with each delivery of it that the site fails with, falls with each that it takes. */
  failures = 0;
  readonly #isFixed: boolean;
  readonly #journal: Pick<Journal, "hasSize" | "hasContent">;
  readonly #stored: JournalEntry | undefined;
  readonly #sent: SentBytes;
  #size = -1;
  #mtimeMs = 0;
  #seenAt = 0;
  #isSettled = false;
  /** Whether the file begins with what was sent of it. */
  #isVerified = false;

  constructor(
    { key, name, diskPath, kind, isFixed = false }: FileToTrack,
    journal: Pick<Journal, "entries" | "hasSize" | "hasContent">,
  ) {
    this.key = key;
    this.name = name;
    this.diskPath = diskPath;
    this.kind = kind;
    this.#isFixed = isFixed;
    this.#journal = journal;
    this.#stored = journal.entries.get(key);
    this.#sent = new SentBytes(this.#stored);
  }

  get mtimeMs(): number {
    return this.#mtimeMs;
  }

  bytesLeft(): number {
    return this.#size - this.#sent.offset;
  }

  /** Looks at the file, which now has this size and time: what was sent may stand no more. */
  async look(state: FileState, now: number): Promise<LookOutcome> {
    if (this.#size === -1 && this.#isAsJournaled(state)) {
      this.#size = state.size;
      this.#mtimeMs = state.mtimeMs;
      this.#isSettled = true;
    }
    if (state.size !== this.#size || state.mtimeMs !== this.#mtimeMs) {
      this.#size = state.size;
      this.#mtimeMs = state.mtimeMs;
      this.#seenAt = now;
      this.#isSettled = false;
      this.#isVerified = this.#sent.offset === 0;
    }
    if (this.#isSettled) return "settled";
    return withFile(this.diskPath, (handle) => this.#lookInto(handle, now));
  }

  /** The next lines that fit into `room` (at least {@link LEAST_ROOM}); null if nothing is to be sent now. */
  async nextPart(room: { bytes: number; lines: number }, now: number): Promise<Part | null> {
    return withFile(this.diskPath, (handle) => this.#cutPart(handle, room, now));
  }

  #isQuiet(now: number): boolean {
    return this.#isFixed || now - this.#seenAt >= QUIET_MS;
  }

  #isAsJournaled(state: FileState): boolean {
    const stored = this.#stored;
    if (stored === undefined || stored.size !== state.size || stored.mtimeMs !== state.mtimeMs) return false;
    return (stored.offset === stored.size || stored.tailHash !== null) && stored.at - stored.mtimeMs > SETTLED_MS;
  }

  async #lookInto(handle: FileHandle, now: number): Promise<LookOutcome> {
    if (!this.#isVerified) {
      if (!(await this.#sent.isPrefixOf(handle, this.#size, { isThorough: false }))) {
        if (!this.#isQuiet(now)) return "waiting";
        this.#sent.forget();
      }
      this.#isVerified = true;
    }
    if (this.#sent.offset === 0) await this.#adoptContent(handle);
    const tail = await this.#readTail(handle);
    if (tail === null) return "pending";
    if (!this.#sent.hasTail(tail)) return this.#isQuiet(now) ? "pending" : "waiting";
    if (!this.#isFixed && now - this.#seenAt < settleMs(this.#size)) return "sent";
    this.#isSettled = this.#isFixed || (await this.#sent.isPrefixOf(handle, this.#size, { isThorough: true }));
    if (this.#isSettled) return "settled";
    this.#sent.forget();
    return "pending";
  }

  async #adoptContent(handle: FileHandle): Promise<void> {
    if (this.#size === 0 || !this.#journal.hasSize(this.#size)) return;
    const hash = await hashFile(handle, this.#size);
    if (hash === null || !this.#journal.hasContent(this.#size, hash.copy().digest("hex"))) return;
    this.#sent.adopt(hash, this.#size);
  }

  /** What follows the last line feed, if that is all that is left to send; null if there is more. */
  async #readTail(handle: FileHandle): Promise<Uint8Array | null> {
    const left = this.bytesLeft();
    if (left <= 0) return new Uint8Array();
    if (left > READ_BYTES) return null;
    const rest = await read(handle, this.#sent.offset, left);
    return rest.includes(LINE_FEED) ? null : rest;
  }

  async #cutPart(handle: FileHandle, room: { bytes: number; lines: number }, now: number): Promise<Part | null> {
    const { offset, lines } = this.#sent;
    const piece = await read(handle, offset, Math.min(Math.max(room.bytes, LEAST_ROOM), this.bytesLeft()));
    const from = { name: this.name, firstLine: lines + 1 };
    const cut = cutRecords(piece, { ...from, maxLines: room.lines, isLast: false });
    if (cut.length > 0) return this.#toPart(cut, piece.subarray(0, cut.length), { isTail: false, now });
    if (piece.length === 0 || !this.#isQuiet(now)) return null;
    const lastLine = { ...from, maxLines: 1, isLast: true };
    if (offset + piece.length >= this.#size) {
      if (this.#sent.hasTail(piece)) return null;
      return this.#toPart(cutRecords(piece, lastLine), piece, { isTail: true, now });
    }
    // Longer than any record: its first bytes are enough to report it.
    const line = Buffer.concat([piece.subarray(0, LEAST_ROOM), LINE_END]);
    const whole = await readLine(handle, offset, this.#size);
    return this.#toPart(cutRecords(line, lastLine), whole, { isTail: false, now });
  }

  #toPart(
    { bytes, segments, skipped, lines }: ReturnType<typeof cutRecords>,
    raw: Uint8Array,
    { isTail, now }: { isTail: boolean; now: number },
  ): Part {
    const take = (): JournalEntry => {
      if (isTail) this.#sent.addTail(raw);
      else this.#sent.addLines(raw, lines);
      return { path: this.key, size: this.#size, mtimeMs: this.#mtimeMs, ...this.#sent.toJournal(), at: now };
    };
    return { file: this, bytes, segments, skipped, isTail, take };
  }
}

/** Kind of the first line that begins as a record does (kind, stage, a day) in a file's beginning; null without one. */
export function findRecordKind(head: Uint8Array): string | null {
  for (let at = 0; at < head.length; ) {
    const start = head.subarray(at, at + 11);
    const kind = kindOf(start);
    if (isRecordKind(kind) && /^[0-9A-Z]\d{8}$/.test(String.fromCharCode(...start.subarray(2)))) return kind;
    const feed = head.indexOf(LINE_FEED, at);
    if (feed === -1) return null;
    at = feed + 1;
  }
  return null;
}
