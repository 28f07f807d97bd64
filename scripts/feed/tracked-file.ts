import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { isRecordKind, kindOf } from "#app/domain/jv-data/record-kinds.ts";
import { concat, cutRecords, type Segment } from "./cut-records.ts";
import type { Journal, JournalEntry } from "./journal.ts";

/** Of a file that was written over, or ends without a line feed: who writes it may not be done. */
const QUIET_MS = 2_000;
/** Longer than the steps in which file systems count time: who writes again within one leaves size and time alike. */
const SETTLED_MS = 3_000;
/** A larger file is read again as a whole only after it was quiet, the longer the larger it is. */
const WHOLE_BYTES = 4 * 1024 * 1024;
/** More than the longest record has. */
export const LEAST_ROOM = 128 * 1024;
const EDGE_BYTES = 64 * 1024;
const READ_BYTES = 1024 * 1024;

/** Bytes of a file that wait to be sent. */
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
 * pending: something can be sent. waiting: something may have to be, once the file is quiet. sent: nothing has to be, but
 * who wrote the file may just have written again. settled: nothing until it changes.
 */
export type LookOutcome = "pending" | "waiting" | "sent" | "settled";

/** Size and time of last change. */
export interface FileState {
  size: number;
  mtimeMs: number;
}

export interface TrackedFile {
  /** Below the watched folder, with "/"; an archive's entry below the archive. */
  key: string;
  /** As messages call it. */
  name: string;
  diskPath: string;
  /** Kind of the record that it begins with. */
  kind: string;
  /** Rises with each delivery of it that the site fails with, falls with each that it takes. */
  failures: number;
  mtimeMs: number;
  bytesLeft(): number;
  /** Looks at the file, which now has this size and time: what was sent may stand no more. */
  look(state: FileState, now: number): Promise<LookOutcome>;
  /** The next lines, of at most so many bytes (at least {@link LEAST_ROOM}); null if nothing is to be sent now. */
  nextPart(room: { bytes: number; lines: number }, now: number): Promise<Part | null>;
}

interface FileToTrack extends Pick<TrackedFile, "key" | "name" | "diskPath" | "kind"> {
  isFixed?: boolean;
}

/**
 * A file of records and what of it was sent. A file that grows sends its new whole lines at once, one that is written
 * over is sent again once it is quiet, and so does a last line without an end. What was sent is known by its hash.
 *
 * @param isFixed nobody writes the file: it was unpacked from an archive
 */
export function trackFile(
  { key, name, diskPath, kind, isFixed = false }: FileToTrack,
  journal: Pick<Journal, "entries" | "hasSize" | "hasContent">,
): TrackedFile {
  const stored = journal.entries.get(key);
  let size = -1;
  let seenAt = 0;
  let isSettled = false;
  /** Whether the file begins with what was sent of it. */
  let isVerified = false;
  let offset = stored?.offset ?? 0;
  let lines = stored?.lines ?? 0;
  let sentHash = stored?.hash ?? "";
  let tailHash = stored?.tailHash ?? null;
  /** Over what was sent; null after a start, until it is read again. */
  let running: Hash | null = offset === 0 ? createHash("sha256") : null;
  /** The last bytes of what was sent, of a large file. */
  let edge: Uint8Array | null = null;

  const isQuiet = (now: number): boolean => isFixed || now - seenAt >= QUIET_MS;

  const file: TrackedFile = {
    ...{ key, name, diskPath, kind, failures: 0, mtimeMs: 0 },
    bytesLeft: () => size - offset,
    async look(state, now) {
      if (size === -1 && isAsJournaled(state)) {
        ({ size } = state);
        file.mtimeMs = state.mtimeMs;
        isSettled = true;
        return "settled";
      }
      if (state.size !== size || state.mtimeMs !== file.mtimeMs) {
        ({ size } = state);
        file.mtimeMs = state.mtimeMs;
        seenAt = now;
        isSettled = false;
        isVerified = offset === 0;
      }
      if (isSettled) return "settled";
      return withFile(diskPath, async (handle) => {
        if (!isVerified) {
          if (!(await isPrefix(handle, false))) {
            if (!isQuiet(now)) return "waiting";
            startOver();
          }
          isVerified = true;
        }
        if (offset === 0) await adoptContent(handle);
        const tail = await readTail(handle);
        if (tail === null) return "pending";
        if (!isTailDone(tail)) return isQuiet(now) ? "pending" : "waiting";
        if (!isFixed && now - seenAt < settleMs(size)) return "sent";
        isSettled = isFixed || (await isPrefix(handle, true));
        if (isSettled) return "settled";
        startOver();
        return "pending";
      });
    },
    nextPart: (room, now) =>
      withFile(diskPath, async (handle) => {
        const piece = await read(handle, offset, Math.min(Math.max(room.bytes, LEAST_ROOM), size - offset));
        const from = { name, firstLine: lines + 1 };
        const cut = cutRecords(piece, { ...from, maxLines: room.lines, isLast: false });
        if (cut.length > 0) return part(cut, piece.subarray(0, cut.length), { isTail: false, now });
        if (piece.length === 0 || !isQuiet(now)) return null;
        if (offset + piece.length >= size) {
          if (isTailDone(piece)) return null;
          return part(cutRecords(piece, { ...from, maxLines: 1, isLast: true }), piece, { isTail: true, now });
        }
        // Longer than any record: its first bytes are enough to report it.
        const line = concat([piece.subarray(0, LEAST_ROOM), LINE_END]);
        const whole = await readLine(handle, offset, size);
        return part(cutRecords(line, { ...from, maxLines: 1, isLast: true }), whole, { isTail: false, now });
      }),
  };

  function part(
    { bytes, segments, skipped, lines: newLines }: ReturnType<typeof cutRecords>,
    raw: Uint8Array,
    { isTail, now }: { isTail: boolean; now: number },
  ): Part {
    return { file, bytes, segments, skipped, isTail, take: () => take(raw, { isTail, newLines, now }) };
  }

  /** After a start: nothing has changed since the journal was written. */
  function isAsJournaled(state: FileState): boolean {
    if (stored === undefined || stored.size !== state.size || stored.mtimeMs !== state.mtimeMs) return false;
    return (stored.offset === stored.size || stored.tailHash !== null) && stored.at - stored.mtimeMs > SETTLED_MS;
  }

  function startOver(): void {
    offset = 0;
    lines = 0;
    sentHash = "";
    tailHash = null;
    running = createHash("sha256");
    edge = null;
  }

  function take(raw: Uint8Array, { isTail, newLines, now }: { isTail: boolean; newLines: number; now: number }) {
    if (!isTail) {
      running?.update(raw);
      offset += raw.length;
      lines += newLines;
      sentHash = running?.copy().digest("hex") ?? sentHash;
      edge = offset > WHOLE_BYTES ? concat([edge ?? new Uint8Array(), raw]).slice(-EDGE_BYTES) : null;
    }
    tailHash = isTail ? hashOf(raw) : null;
    return { path: key, size, mtimeMs: file.mtimeMs, offset, lines, hash: sentHash, tailHash, at: now };
  }

  /** @param isThorough all of it, however large */
  async function isPrefix(handle: FileHandle, isThorough: boolean): Promise<boolean> {
    if (size < offset) return false;
    if (!isThorough && running !== null && edge !== null) {
      const last = await read(handle, offset - edge.length, edge.length);
      return Buffer.compare(last, edge) === 0;
    }
    const hash = await hashFile(handle, offset);
    if (hash === null) return false;
    if (offset > 0 && hash.copy().digest("hex") !== sentHash) return false;
    running ??= hash;
    return true;
  }

  /** A file that was moved or copied: its content was sent under another name. */
  async function adoptContent(handle: FileHandle): Promise<void> {
    if (size === 0 || !journal.hasSize(size)) return;
    const hash = await hashFile(handle, size);
    const sum = hash?.copy().digest("hex") ?? "";
    if (hash === null || !journal.hasContent(size, sum)) return;
    offset = size;
    sentHash = sum;
    running = hash;
  }

  /** What follows the last line feed, if that is all that is left to send; null if there is more. */
  async function readTail(handle: FileHandle): Promise<Uint8Array | null> {
    if (offset >= size) return new Uint8Array();
    if (size - offset > READ_BYTES) return null;
    const rest = await read(handle, offset, size - offset);
    return rest.includes(LINE_FEED) ? null : rest;
  }

  const isTailDone = (tail: Uint8Array): boolean => tail.length === 0 || hashOf(tail) === tailHash;

  return file;
}

const LINE_FEED = 10;
const LINE_END = Uint8Array.of(13, 10);
const settleMs = (size: number): number => SETTLED_MS + size / 2_000;

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

async function withFile<T>(diskPath: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(diskPath);
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

/** Fewer bytes where the file has become shorter. */
async function read(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(Math.max(0, length));
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** Null where the file is shorter. */
async function hashFile(handle: FileHandle, length: number): Promise<Hash | null> {
  const hash = createHash("sha256");
  for (let at = 0; at < length; ) {
    const block = await read(handle, at, Math.min(READ_BYTES, length - at));
    if (block.length === 0) return null;
    hash.update(block);
    at += block.length;
  }
  return hash;
}

/** A line to its end, however long, as far as the file goes. */
async function readLine(handle: FileHandle, from: number, size: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let at = from; at < size; ) {
    const block = await read(handle, at, Math.min(READ_BYTES, size - at));
    if (block.length === 0) break;
    const feed = block.indexOf(LINE_FEED);
    parts.push(feed === -1 ? block : block.subarray(0, feed + 1));
    if (feed !== -1) break;
    at += block.length;
  }
  return concat(parts);
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
