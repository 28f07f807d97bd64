import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { showInvisible } from "#app/domain/text-faults.ts";
import { isGzip, isZip, readStart, unpackGzip } from "#scripts/import/inputs/read-head.ts";
import { unzip, ZIP_LIMITS, type ZipLimits } from "#scripts/import/inputs/unzip.ts";
import type { Journal } from "./journal.ts";
import { hashFile, withFile } from "./read-file.ts";
import { type FileState, findRecordKind, type LookOutcome, TrackedFile } from "./tracked-file.ts";

export const NO_RECORDS = "holds no records: left out";

export class UnpackFolder {
  #folder: string | null = null;
  #count = 0;

  /** The path of a folder that does not exist yet. */
  async next(): Promise<string> {
    this.#folder ??= await mkdtemp(path.join(tmpdir(), "keiba-feed-"));
    this.#count += 1;
    return path.join(this.#folder, String(this.#count));
  }

  async remove(): Promise<void> {
    if (this.#folder !== null) await rm(this.#folder, { recursive: true, force: true });
  }
}

interface Surroundings {
  journal: Journal;
  log: (line: string) => void;
  unpacking: UnpackFolder;
}

/** An archive in the watched folder: unpacked once it is quiet, until the files of records in it are sent. */
export class SentArchive {
  readonly #source: { key: string; name: string; diskPath: string };
  readonly #surroundings: Surroundings;
  #unpacked: { files: TrackedFile[]; folder: string; hash: string } | null = null;

  /** @param source key: below the watched folder; name: as messages call it */
  constructor(source: { key: string; name: string; diskPath: string }, surroundings: Surroundings) {
    this.#source = source;
    this.#surroundings = surroundings;
  }

  files(): TrackedFile[] {
    return this.#unpacked?.files ?? [];
  }

  async look({ state, isQuiet, now }: { state: FileState; isQuiet: boolean; now: number }): Promise<LookOutcome> {
    if (this.#unpacked === null) {
      if (!isQuiet) return "waiting";
      this.#unpacked = await this.#unpack(state.size);
      if (this.#unpacked === null) return "settled";
    }
    const { files, hash } = this.#unpacked;
    for (const file of files) {
      const { size } = await stat(file.diskPath);
      if ((await file.look({ size, mtimeMs: 0 }, now)) === "pending") return "pending";
    }
    const sent = { offset: state.size, lines: 0, hash, tailHash: null };
    await this.#surroundings.journal.append([{ path: this.#source.key, ...state, ...sent, at: now }]);
    await this.drop();
    return "settled";
  }

  async drop(): Promise<void> {
    if (this.#unpacked !== null) await rm(this.#unpacked.folder, { recursive: true, force: true });
    this.#unpacked = null;
  }

  /** Null if its content was sent before, it has just changed, or it cannot be unpacked, which is reported. */
  async #unpack(size: number) {
    const { name, diskPath } = this.#source;
    const { journal, log, unpacking } = this.#surroundings;
    const hash = (await withFile(diskPath, (handle) => hashFile(handle, size)))?.digest("hex");
    if (hash === undefined || journal.hasContent(size, hash)) return null;
    const folder = await unpacking.next();
    const files: TrackedFile[] = [];
    try {
      for (const { entry, path: unpackedPath } of await unpack({ path: diskPath, name }, folder)) {
        const file = await this.#openEntry(entry, unpackedPath);
        if (file !== null) files.push(file);
      }
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      log(error instanceof Error ? error.message : String(error));
      return null;
    }
    return { files, folder, hash };
  }

  async #openEntry(entry: string, diskPath: string): Promise<TrackedFile | null> {
    const { key, name: archiveName } = this.#source;
    const { journal, log } = this.#surroundings;
    const name = entry === "" ? archiveName : `${archiveName}/${showInvisible(entry)}`;
    const kind = findRecordKind(await readStart(diskPath));
    if (kind !== null)
      return new TrackedFile({ key: `${key}//${entry}`, name, diskPath, kind, isFixed: true }, journal);
    log(`${name}: ${NO_RECORDS}`);
    return null;
  }
}

interface Unpacked {
  /** Name in the zip file; "" for a gzip file. */
  entry: string;
  path: string;
}

export const isArchive = (start: Uint8Array): boolean => isGzip(start) || isZip(start);

/** Unpacks a gzip or zip file. @throws ImportRefusal for damaged, cut, encrypted or oversized archives */
export async function unpack(
  file: { path: string; name: string },
  folder: string,
  limits: ZipLimits = ZIP_LIMITS,
): Promise<Unpacked[]> {
  await mkdir(folder, { recursive: true });
  if (isZip(await readStart(file.path)))
    return (await unzip(file, folder, limits)).map((entry) => ({ entry: entry.name, path: entry.path }));
  const target = path.join(folder, "content");
  await unpackGzip(file, target, limits.entryBytes);
  return [{ entry: "", path: target }];
}
