import { createHash, type Hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { JournalEntry } from "./journal.ts";
import { hashFile, hashOf, read } from "./read-file.ts";

/** A larger file is read again as a whole only after it was quiet, the longer the larger it is. */
const WHOLE_BYTES = 4 * 1024 * 1024;
const EDGE_BYTES = 64 * 1024;

/** Bytes of a file that were sent: a length from its beginning, known by hash, and a last line without an end. */
export class SentBytes {
  #offset: number;
  #lines: number;
  #hash: string;
  #tailHash: string | null;
  #running: Hash | null;
  /** The last bytes of what was sent, of a large file. */
  #edge: Uint8Array | null = null;

  constructor(stored?: JournalEntry) {
    this.#offset = stored?.offset ?? 0;
    this.#lines = stored?.lines ?? 0;
    this.#hash = stored?.hash ?? "";
    this.#tailHash = stored?.tailHash ?? null;
    this.#running = this.#offset === 0 ? createHash("sha256") : null;
  }

  get offset(): number {
    return this.#offset;
  }

  get lines(): number {
    return this.#lines;
  }

  forget(): void {
    this.#offset = 0;
    this.#lines = 0;
    this.#hash = "";
    this.#tailHash = null;
    this.#running = createHash("sha256");
    this.#edge = null;
  }

  /** Takes all of a file that was moved or copied: its content was sent under another name. */
  adopt(hash: Hash, bytes: number): void {
    this.#offset = bytes;
    this.#hash = hash.copy().digest("hex");
    this.#running = hash;
  }

  addLines(raw: Uint8Array, lines: number): void {
    this.#running?.update(raw);
    this.#offset += raw.length;
    this.#lines += lines;
    this.#hash = this.#running?.copy().digest("hex") ?? this.#hash;
    this.#edge =
      this.#offset > WHOLE_BYTES
        ? Uint8Array.from(Buffer.concat([this.#edge ?? new Uint8Array(), raw]).subarray(-EDGE_BYTES))
        : null;
    this.#tailHash = null;
  }

  addTail(raw: Uint8Array): void {
    this.#tailHash = hashOf(raw);
  }

  /** Whether nothing is left to send of the last line, which has no end yet. */
  hasTail(tail: Uint8Array): boolean {
    return tail.length === 0 || hashOf(tail) === this.#tailHash;
  }

  /** Whether a file of this size begins with the sent bytes. @param isThorough compares all of them, however many */
  async isPrefixOf(handle: FileHandle, size: number, { isThorough }: { isThorough: boolean }): Promise<boolean> {
    if (size < this.#offset) return false;
    if (!isThorough && this.#running !== null && this.#edge !== null) {
      const last = await read(handle, this.#offset - this.#edge.length, this.#edge.length);
      return Buffer.compare(last, this.#edge) === 0;
    }
    const hash = await hashFile(handle, this.#offset);
    if (hash === null) return false;
    if (this.#offset > 0 && hash.copy().digest("hex") !== this.#hash) return false;
    this.#running ??= hash;
    return true;
  }

  toJournal(): Pick<JournalEntry, "offset" | "lines" | "hash" | "tailHash"> {
    return { offset: this.#offset, lines: this.#lines, hash: this.#hash, tailHash: this.#tailHash };
  }
}
