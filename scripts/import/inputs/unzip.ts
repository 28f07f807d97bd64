import { createWriteStream } from "node:fs";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { showInvisible } from "#app/domain/text-faults.ts";
import { ImportRefusal, tooLarge } from "../refusal.ts";

/** Bounds of one archive. The directory states all sizes, and an entry that unpacks to another one is damaged. */
export interface ZipLimits {
  entries: number;
  entryBytes: number;
  totalBytes: number;
}

export const ZIP_LIMITS: ZipLimits = {
  entries: 10_000,
  entryBytes: 512 * 1024 * 1024,
  totalBytes: 2 * 1024 * 1024 * 1024,
};

interface ZipEntry {
  /** As the archive has it; for messages only, never a path on this machine. */
  name: string;
  path: string;
}

/**
 * Unpacks an archive under names of our own, so that no entry writes elsewhere. Folders and macOS's shadow files are
 * left out.
 * @throws ImportRefusal for a damaged, encrypted or oversized archive
 */
export async function unzip(
  file: { path: string; name: string },
  folder: string,
  limits: ZipLimits = ZIP_LIMITS,
): Promise<ZipEntry[]> {
  const zip = await openZip(file);
  const found: ZipEntry[] = [];
  try {
    if (zip.entryCount > limits.entries)
      throw new ImportRefusal(`${file.name} holds more than ${limits.entries} files`);
    const entries = await listEntries(zip, file.name);
    refuseTooLarge(entries, file.name, limits);
    await refuseOverlaps(zip, entries, file.name);
    for (const entry of entries) {
      const name = entryName(entry);
      if (name.endsWith("/") || name.startsWith("__MACOSX/")) continue;
      const called = callEntry(file.name, name);
      if ((entry.generalPurposeBitFlag & 1) === 1)
        throw new ImportRefusal(`${called} is encrypted: unpack it yourself`);
      const target = path.join(folder, `entry-${found.length}`);
      await extract(zip, entry, { called, target });
      found.push({ name, path: target });
    }
  } finally {
    zip.close();
  }
  return found;
}

export async function listZip(file: { path: string; name: string }): Promise<string[]> {
  const zip = await openZip(file);
  try {
    return (await listEntries(zip, file.name)).map(entryName);
  } finally {
    zip.close();
  }
}

const callEntry = (archive: string, name: string): string => `${archive}/${showInvisible(name)}`;

/** By the stated sizes, before anything is unpacked. */
function refuseTooLarge(entries: readonly Entry[], archive: string, { entryBytes, totalBytes }: ZipLimits): void {
  const large = entries.find(({ uncompressedSize }) => uncompressedSize > entryBytes);
  if (large !== undefined) throw tooLarge(callEntry(archive, entryName(large)), entryBytes);
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (total > totalBytes)
    throw new ImportRefusal(
      `${archive} is larger than ${totalBytes} bytes when unpacked: unpack it yourself and import the folder`,
    );
}

/** Refuses entries that share bytes of the archive: some kilobytes could unpack to gigabytes. */
async function refuseOverlaps(zip: ZipFile, entries: readonly Entry[], archive: string): Promise<void> {
  let end = 0;
  let before = "";
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch((error: unknown) => {
      throw damaged(archive, error);
    });
    const name = entryName(entry);
    if (entry.relativeOffsetOfLocalHeader < end)
      throw damaged(archive, `its entries ${showInvisible(before)} and ${showInvisible(name)} overlap`);
    end = fileDataStart + entry.compressedSize;
    before = name;
  }
}

function openZip({ path: zipPath, name }: { path: string; name: string }): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(zipPath, { lazyEntries: true, autoClose: false, decodeStrings: false }, (error, zip) => {
      if (zip === undefined) reject(damaged(name, error));
      else resolve(zip);
    });
  });
}

const damaged = (name: string, error: unknown): ImportRefusal =>
  new ImportRefusal(`${name}: the zip archive is damaged (${error instanceof Error ? error.message : error})`);

function listEntries(zip: ZipFile, name: string): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on("entry", (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.on("end", () => resolve(entries));
    zip.on("error", (error: Error) => reject(damaged(name, error)));
    zip.readEntry();
  });
}

/** Names are UTF-8 if the entry says so, else usually CP932 in Japan; they are shown, nothing more. */
function entryName(entry: Entry): string {
  const raw: unknown = entry.fileName;
  if (!(raw instanceof Uint8Array)) return String(raw);
  const isUtf8 = (entry.generalPurposeBitFlag & 0x800) !== 0;
  return new TextDecoder(isUtf8 ? "utf-8" : "shift_jis").decode(raw).replaceAll("\\", "/");
}

async function extract(
  zip: ZipFile,
  entry: Entry,
  { called, target }: { called: string; target: string },
): Promise<void> {
  const source = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) =>
      stream === undefined ? reject(damaged(called, error)) : resolve(stream),
    );
  });
  let checksum = 0;
  const checked = new Transform({
    transform(part: Uint8Array, _encoding, done) {
      checksum = crc32(part, checksum);
      done(null, part);
    },
  });
  try {
    await pipeline(source, checked, createWriteStream(target));
  } catch (error) {
    throw damaged(called, error);
  }
  if (checksum !== entry.crc32) throw damaged(called, "its checksum is wrong");
}
