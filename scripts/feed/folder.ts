import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { showInvisible } from "#app/domain/racing/text-faults.ts";
import { readStart } from "#scripts/import/inputs/read-head.ts";
import { isArchive, unpack } from "./archive.ts";
import type { Journal } from "./journal.ts";
import { type FileState, findRecordKind, type LookOutcome, type TrackedFile, trackFile } from "./tracked-file.ts";

/** Of an archive, and of a file that holds no records (yet): it may be in the middle of being written. */
const QUIET_MS = 2_000;
const NO_RECORDS = "holds no records: left out";

interface Source {
  state: FileState;
  seenAt: number;
  isArchive: boolean;
  /** Null for what holds no records. */
  file: TrackedFile | null;
  outcome: LookOutcome;
  /** Files of an archive that are being sent, and where they were unpacked to. */
  unpacked: { files: TrackedFile[]; folder: string; hash: string } | null;
}

export interface Folder {
  /** Looks at every file that may have changed, below the folder too. */
  scan(now: number): Promise<void>;
  /** Files of which something can be sent. */
  pending(): TrackedFile[];
  /** Files of which something may have to be sent once they are quiet. */
  waiting(): string[];
  /** Files that could not be looked at. */
  unreadable(): string[];
  /** After a delivery: scans the files that it contained again. */
  lookAgain(files: readonly TrackedFile[], now: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * The watched folder. Files are recognised by their content, as an import does; what holds no records is named once.
 * Folders and files whose name begins with a dot are left out.
 */
export function openFolder(dir: string, journal: Journal, log: (line: string) => void): Folder {
  const sources = new Map<string, Source>();
  const failed = new Map<string, string>();
  let temporary: string | null = null;
  let unpackedCount = 0;

  async function scan(now: number): Promise<void> {
    const keys = await listFiles(dir);
    const present = new Set(keys);
    for (const [key, source] of sources) {
      if (present.has(key)) continue;
      await dropUnpacked(source);
      sources.delete(key);
    }
    for (const key of failed.keys()) if (!present.has(key)) failed.delete(key);
    for (const key of keys) await attempt(key, () => lookAt(key, now));
  }

  /** Files that vanish or are locked by their writer: reported once, tried again at the next scan. */
  async function attempt(key: string, look: () => Promise<void>): Promise<void> {
    try {
      await look();
      failed.delete(key);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const isGone = error instanceof Error && "code" in error && error.code === "ENOENT";
      if (isGone) sources.delete(key);
      else if (failed.get(key) !== reason) log(`${printable(key)}: ${reason}`);
      if (!isGone) failed.set(key, reason);
    }
  }

  async function lookAt(key: string, now: number): Promise<void> {
    const diskPath = path.join(dir, key);
    const info = await stat(diskPath);
    if (!info.isFile()) return;
    const { size, mtimeMs } = info;
    const state = { size, mtimeMs };
    const known = sources.get(key);
    const isSame = known !== undefined && known.state.size === size && known.state.mtimeMs === mtimeMs;
    if (isSame && known.outcome === "settled") return;
    const source = isSame ? known : await recognise(key, diskPath, { state, now, known });
    sources.set(key, source);
    if (source.isArchive) source.outcome = await lookAtArchive(key, diskPath, source, now);
    else if (source.file !== null) source.outcome = await source.file.look(state, now);
    else if (now - source.seenAt >= QUIET_MS) {
      source.outcome = "settled";
      if (size > 0) log(`${printable(key)}: ${NO_RECORDS}`);
    }
  }

  async function recognise(
    key: string,
    diskPath: string,
    { state, now, known }: { state: FileState; now: number; known: Source | undefined },
  ): Promise<Source> {
    const start = await readStart(diskPath);
    const source: Source = {
      ...{ state, seenAt: now, isArchive: isArchive(start), file: null, outcome: "waiting", unpacked: null },
    };
    if (known !== undefined) await dropUnpacked(known);
    const kind = findRecordKind(start);
    if (kind !== null) source.file = known?.file ?? trackFile({ key, name: printable(key), diskPath, kind }, journal);
    return source;
  }

  async function lookAtArchive(key: string, diskPath: string, source: Source, now: number): Promise<LookOutcome> {
    const { state, unpacked } = source;
    if (unpacked !== null) {
      for (const file of unpacked.files) if ((await lookAtUnpacked(file, now)) === "pending") return "pending";
      await journal.append([
        { path: key, ...state, offset: state.size, lines: 0, hash: unpacked.hash, tailHash: null, at: now },
      ]);
      await dropUnpacked(source);
      return "settled";
    }
    if (now - source.seenAt < QUIET_MS) return "waiting";
    const hash = await hashOfFile(diskPath);
    if (journal.hasContent(state.size, hash)) return "settled";
    temporary ??= await mkdtemp(path.join(tmpdir(), "keiba-feed-"));
    unpackedCount += 1;
    const folder = path.join(temporary, String(unpackedCount));
    const files: TrackedFile[] = [];
    try {
      for (const content of await unpack({ path: diskPath, name: printable(key) }, folder)) {
        const name = content.entry === "" ? printable(key) : `${printable(key)}/${showInvisible(content.entry)}`;
        const kind = findRecordKind(await readStart(content.path));
        if (kind === null) log(`${name}: ${NO_RECORDS}`);
        else
          files.push(
            trackFile({ key: `${key}//${content.entry}`, name, diskPath: content.path, kind, isFixed: true }, journal),
          );
      }
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      log(error instanceof Error ? error.message : String(error));
      return "settled";
    }
    source.unpacked = { files, folder, hash };
    return lookAtArchive(key, diskPath, source, now);
  }

  async function lookAtUnpacked(file: TrackedFile, now: number): Promise<LookOutcome> {
    const { size } = await stat(file.diskPath);
    return file.look({ size, mtimeMs: 0 }, now);
  }

  async function dropUnpacked(source: Source): Promise<void> {
    if (source.unpacked !== null) await rm(source.unpacked.folder, { recursive: true, force: true });
    source.unpacked = null;
  }

  return {
    scan,
    pending: () =>
      [...sources.values()].flatMap(({ outcome, file, unpacked }) => {
        if (outcome !== "pending") return [];
        return file === null ? (unpacked?.files ?? []) : [file];
      }),
    waiting: () => [...sources].flatMap(([key, { outcome }]) => (outcome === "waiting" ? [printable(key)] : [])),
    unreadable: () => [...failed.keys()].map(printable),
    async lookAgain(files, now) {
      const sent = new Set<TrackedFile | null>(files);
      for (const [key, { file, unpacked }] of sources) {
        const own = unpacked?.files ?? [file];
        if (own.some((each) => sent.has(each))) await attempt(key, () => lookAt(key, now));
      }
    },
    async close() {
      if (temporary !== null) await rm(temporary, { recursive: true, force: true });
    },
  };
}

async function listFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .filter((key) => !key.split("/").some((part) => part.startsWith(".")))
    .sort();
}

const printable = (key: string): string => showInvisible(key);

async function hashOfFile(diskPath: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const block of createReadStream(diskPath)) hash.update(block);
  return hash.digest("hex");
}
