import { mkdir } from "node:fs/promises";
import path from "node:path";
import { isGzip, isZip, readStart, unpackGzip } from "#scripts/import/inputs/read-head.ts";
import { unzip, ZIP_LIMITS, type ZipLimits } from "#scripts/import/inputs/unzip.ts";

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
  await unpackGzip(file, target, limits.entryBytes);
  return [{ entry: "", path: target }];
}
