import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";

/** Reads of files that others may be writing, or making shorter. */

export const READ_BYTES = 1024 * 1024;
export const LINE_FEED = 10;

export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export async function withFile<T>(diskPath: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(diskPath);
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

/** Fewer bytes where the file has become shorter. */
export async function read(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(Math.max(0, length));
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

export async function hashFile(handle: FileHandle, length: number): Promise<Hash | null> {
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
export async function readLine(handle: FileHandle, from: number, size: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let at = from; at < size; ) {
    const block = await read(handle, at, Math.min(READ_BYTES, size - at));
    if (block.length === 0) break;
    const feed = block.indexOf(LINE_FEED);
    parts.push(feed === -1 ? block : block.subarray(0, feed + 1));
    if (feed !== -1) break;
    at += block.length;
  }
  return Buffer.concat(parts);
}
