import { stat } from "node:fs/promises";
import path from "node:path";
import { showInvisible } from "#app/domain/text-faults.ts";
import { listFiles } from "#scripts/import/inputs/find-inputs.ts";
import { readStart } from "#scripts/import/inputs/read-head.ts";
import type { Journal } from "./journal.ts";
import { isArchive, NO_RECORDS, SentArchive, UnpackFolder } from "./sent-archive.ts";
import { type FileState, findRecordKind, type LookOutcome, TrackedFile } from "./tracked-file.ts";

/** A file without records may still be being written. */
const QUIET_MS = 2_000;

interface Source {
  state: FileState;
  seenAt: number;
  content: TrackedFile | SentArchive | null;
  outcome: LookOutcome;
}

/**
 * The watched folder. Files are recognised by content; files without records are named once. Names that begin with a
 * dot are left out.
 */
export class Folder {
  readonly #dir: string;
  readonly #journal: Journal;
  readonly #log: (line: string) => void;
  readonly #unpacking = new UnpackFolder();
  readonly #sources = new Map<string, Source>();
  readonly #failed = new Map<string, string>();

  constructor(dir: string, journal: Journal, log: (line: string) => void) {
    this.#dir = dir;
    this.#journal = journal;
    this.#log = log;
  }

  async scan(now: number): Promise<void> {
    const keys = await listFiles(this.#dir);
    const present = new Set(keys);
    for (const [key, source] of this.#sources) {
      if (present.has(key)) continue;
      await dropUnpacked(source);
      this.#sources.delete(key);
    }
    for (const key of this.#failed.keys()) if (!present.has(key)) this.#failed.delete(key);
    for (const key of keys) await this.#attempt(key, now);
  }

  pending(): TrackedFile[] {
    return [...this.#sources.values()].flatMap((source) => (source.outcome === "pending" ? filesOf(source) : []));
  }

  /** Files of which something may have to be sent once they are quiet. */
  waiting(): string[] {
    return [...this.#sources].flatMap(([key, { outcome }]) => (outcome === "waiting" ? [showInvisible(key)] : []));
  }

  unreadable(): string[] {
    return [...this.#failed.keys()].map(showInvisible);
  }

  async lookAgain(files: readonly TrackedFile[], now: number): Promise<void> {
    const sent = new Set(files);
    for (const [key, source] of this.#sources)
      if (filesOf(source).some((file) => sent.has(file))) await this.#attempt(key, now);
  }

  async close(): Promise<void> {
    await this.#unpacking.remove();
  }

  /** Files that vanish or are locked by their writer: reported once, tried again at the next scan. */
  async #attempt(key: string, now: number): Promise<void> {
    try {
      await this.#lookAt(key, now);
      this.#failed.delete(key);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const isGone = error instanceof Error && "code" in error && error.code === "ENOENT";
      if (isGone) this.#sources.delete(key);
      else if (this.#failed.get(key) !== reason) this.#log(`${showInvisible(key)}: ${reason}`);
      if (!isGone) this.#failed.set(key, reason);
    }
  }

  async #lookAt(key: string, now: number): Promise<void> {
    const info = await stat(path.join(this.#dir, key));
    if (!info.isFile()) return;
    const state = { size: info.size, mtimeMs: info.mtimeMs };
    const known = this.#sources.get(key);
    const isSame = known !== undefined && known.state.size === state.size && known.state.mtimeMs === state.mtimeMs;
    if (isSame && known.outcome === "settled") return;
    const source = isSame ? known : await this.#recognise(key, { state, now, known });
    this.#sources.set(key, source);
    const isQuiet = now - source.seenAt >= QUIET_MS;
    if (source.content instanceof SentArchive) source.outcome = await source.content.look({ state, isQuiet, now });
    else if (source.content !== null) source.outcome = await source.content.look(state, now);
    else if (isQuiet) {
      source.outcome = "settled";
      if (state.size > 0) this.#log(`${showInvisible(key)}: ${NO_RECORDS}`);
    }
  }

  async #recognise(
    key: string,
    { state, now, known }: { state: FileState; now: number; known: Source | undefined },
  ): Promise<Source> {
    const diskPath = path.join(this.#dir, key);
    const start = await readStart(diskPath);
    if (known !== undefined) await dropUnpacked(known);
    const name = showInvisible(key);
    const common = { state, seenAt: now, outcome: "waiting" as const };
    if (isArchive(start)) {
      const source = { key, name, diskPath };
      const surroundings = { journal: this.#journal, log: this.#log, unpacking: this.#unpacking };
      return { ...common, content: new SentArchive(source, surroundings) };
    }
    const kind = findRecordKind(start);
    const same = known?.content instanceof TrackedFile ? known.content : null;
    const file = same ?? (kind === null ? null : new TrackedFile({ key, name, diskPath, kind }, this.#journal));
    return { ...common, content: kind === null ? null : file };
  }
}

function filesOf({ content }: Source): TrackedFile[] {
  if (content === null) return [];
  return content instanceof SentArchive ? content.files() : [content];
}

async function dropUnpacked({ content }: Source): Promise<void> {
  if (content instanceof SentArchive) await content.drop();
}
