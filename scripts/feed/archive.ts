import { createReadStream, createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { isGzip, isZip, readStart } from "#scripts/import/inputs/read-head.ts";
import { unzip, ZIP_LIMITS, type ZipLimits } from "#scripts/import/inputs/unzip.ts";
import { ImportRefusal } from "#scripts/import/refusal.ts";

interface Unpacked {
  /** Name in the zip file; "" for a gzip file. */
  entry: string;
  path: string;
}

export const isArchive = (start: Uint8Array): boolean => isGzip(start) || isZip(start);

/**
 * Unpacks a gzip or zip file within the limits of an import.
 * @throws ImportRefusal for damaged, cut, encrypted or oversized archives
 */
export async function unpack(
  file: { path: string; name: string },
  folder: string,
  limits: ZipLimits = ZIP_LIMITS,
): Promise<Unpacked[]> {
  await mkdir(folder, { recursive: true });
  if (isZip(await readStart(file.path)))
    return (await unzip(file, folder, limits)).map((entry) => ({ entry: entry.name, path: entry.path }));
  const target = path.join(folder, "content");
  let bytes = 0;
  const counted = new Transform({
    transform(block: Uint8Array, _encoding, done) {
      bytes += block.length;
      if (bytes <= limits.entryBytes) done(null, block);
      else done(new ImportRefusal(`${file.name} is larger than ${limits.entryBytes} bytes when unpacked`));
    },
  });
  try {
    await pipeline(createReadStream(file.path), createGunzip(), counted, createWriteStream(target));
  } catch (error) {
    if (error instanceof ImportRefusal) throw error;
    throw new ImportRefusal(`${file.name}: the gzip data is damaged or cut short`);
  }
  return [{ entry: "", path: target }];
}
