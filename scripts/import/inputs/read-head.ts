import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { damagedGzip, ImportRefusal, tooLarge } from "../refusal.ts";

/** Enough of a file's content to recognise it. */
export const HEAD_BYTES = 65_536;

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));

export async function readStart(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const buffer = new Uint8Array(HEAD_BYTES);
    const { bytesRead } = await file.read(buffer, 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * The first bytes of a file's content, unpacked if it is gzip, up to a limit.
 * @throws ImportRefusal when the gzip data is damaged or larger than `limit`
 */
export async function readContent(
  path: string,
  { name, limit, isHead }: { name: string; limit: number; isHead: boolean },
): Promise<Uint8Array> {
  const isPacked = isGzip(await readStart(path));
  const source = createReadStream(path);
  const unpacked = isPacked ? source.pipe(createGunzip()) : source;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of unpacked) {
      parts.push(part);
      bytes += part.length;
      if (bytes < limit) continue;
      if (isHead) break;
      if (bytes > limit) throw tooLarge(name, limit);
    }
  } catch (error) {
    if (error instanceof ImportRefusal) throw error;
    if (isPacked) throw damagedGzip(name);
    throw new ImportRefusal(`${name} cannot be read: ${error instanceof Error ? error.message : error}`);
  } finally {
    source.destroy();
    unpacked.destroy();
  }
  return Buffer.concat(parts).subarray(0, limit);
}

/** @returns the bytes of the content. @throws ImportRefusal when the data is damaged or larger than `limit` */
export async function unpackGzip(
  { path, name }: { path: string; name: string },
  target: string,
  limit: number,
): Promise<number> {
  let bytes = 0;
  async function* bounded(parts: AsyncIterable<Uint8Array>) {
    for await (const part of parts) {
      bytes += part.length;
      if (bytes > limit) throw tooLarge(name, limit);
      yield part;
    }
  }
  try {
    await pipeline(createReadStream(path), createGunzip(), bounded, createWriteStream(target));
  } catch (error) {
    throw error instanceof ImportRefusal ? error : damagedGzip(name);
  }
  return bytes;
}
