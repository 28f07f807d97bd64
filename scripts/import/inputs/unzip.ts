import { createWriteStream } from "node:fs";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { showInvisible } from "#app/domain/racing/text-faults.ts";
import { ImportRefusal } from "../refusal.ts";

/** Bounds of one archive, as what it unpacks to says nothing about its size. */
export interface ZipLimits {
  entries: number;
  /** Of one entry, unpacked. */
  entryBytes: number;
  /** Of all entries, unpacked. */
  totalBytes: number;
}

export const ZIP_LIMITS: ZipLimits = {
  entries: 10_000,
  entryBytes: 512 * 1024 * 1024,
  totalBytes: 8 * 1024 * 1024 * 1024,
};

interface ZipEntry {
  /** As the archive has it; for messages only, never a path on this machine. */
  name: string;
  /** Where its content lies. */
  path: string;
}

/**
 * Unpacks an archive into a folder of our own, under names of our own: whatever path an entry claims, nothing is written
 * elsewhere. Folders and macOS's shadow files are left out.
 *
 * @throws ImportRefusal for a damaged, encrypted or oversized archive
 */
export async function unzip(
  file: { path: string; name: string },
  folder: string,
  limits: ZipLimits = ZIP_LIMITS,
): Promise<ZipEntry[]> {
  const zip = await openZip(file);
  const found: ZipEntry[] = [];
  let total = 0;
  try {
    if (zip.entryCount > limits.entries)
      throw new ImportRefusal(`${file.name} holds more than ${limits.entries} files`);
    for await (const entry of listEntries(zip, file.name)) {
      const name = entryName(entry);
      if (name.endsWith("/") || name.startsWith("__MACOSX/")) continue;
      const called = `${file.name}/${showInvisible(name)}`;
      if ((entry.generalPurposeBitFlag & 1) === 1)
        throw new ImportRefusal(`${called} is encrypted: unpack it yourself`);
      const target = path.join(folder, `entry-${found.length}`);
      const left = Math.min(limits.entryBytes, limits.totalBytes - total);
      total += await extract(zip, entry, { called, target, left });
      found.push({ name, path: target });
    }
  } finally {
    zip.close();
  }
  return found;
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

async function* listEntries(zip: ZipFile, name: string): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      const done = (result: Entry | null, error?: Error) => {
        zip.removeAllListeners();
        if (error === undefined) resolve(result);
        else reject(damaged(name, error));
      };
      zip.on("entry", (next: Entry) => done(next));
      zip.on("end", () => done(null));
      zip.on("error", (error: Error) => done(null, error));
      zip.readEntry();
    });
    if (entry === null) return;
    yield entry;
  }
}

/** Names are UTF-8 if the entry says so, else usually CP932 in Japan; they are shown, nothing more. */
function entryName(entry: Entry): string {
  const raw: unknown = entry.fileName;
  if (!(raw instanceof Uint8Array)) return String(raw);
  const isUtf8 = (entry.generalPurposeBitFlag & 0x800) !== 0;
  return new TextDecoder(isUtf8 ? "utf-8" : "shift_jis").decode(raw).replaceAll("\\", "/");
}

/** @returns how many bytes it unpacked to */
async function extract(
  zip: ZipFile,
  entry: Entry,
  { called, target, left }: { called: string; target: string; left: number },
): Promise<number> {
  const source = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) =>
      stream === undefined ? reject(damaged(called, error)) : resolve(stream),
    );
  });
  let bytes = 0;
  let checksum = 0;
  const counted = new Transform({
    transform(part: Uint8Array, _encoding, done) {
      bytes += part.length;
      checksum = crc32(part, checksum);
      if (bytes > left)
        done(new ImportRefusal(`${called} is larger than ${left} bytes when unpacked: send it in parts`));
      else done(null, part);
    },
  });
  try {
    await pipeline(source, counted, createWriteStream(target));
  } catch (error) {
    throw error instanceof ImportRefusal ? error : damaged(called, error);
  }
  if (checksum !== entry.crc32) throw damaged(called, "its checksum is wrong");
  return bytes;
}
