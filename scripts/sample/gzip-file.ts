import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** Fast compression, as the files are read once on the same machine. */
const GZIP_LEVEL = 3;
const CHUNK_BYTES = 1 << 18;

/** Opens a gzipped file that is written in chunks. Call `drain` from time to time: it waits while the file is behind. */
export function openGzipFile(path: string) {
  const gzip = createGzip({ level: GZIP_LEVEL });
  const file = createWriteStream(path);
  const written = finished(file);
  gzip.pipe(file);
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let size = 0;
  const flush = async (): Promise<void> => {
    const chunk = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    if (!gzip.write(chunk)) await once(gzip, "drain");
  };
  return {
    size: () => size,
    add(part: Uint8Array | string): void {
      const bytes = typeof part === "string" ? Buffer.from(part) : part;
      waiting.push(bytes);
      waitingBytes += bytes.length;
      size += bytes.length;
    },
    /** Undefined while little waits, so that most calls need not be awaited. */
    drain: (): Promise<void> | undefined => (waitingBytes >= CHUNK_BYTES ? flush() : undefined),
    async close(): Promise<void> {
      gzip.end(Buffer.concat(waiting));
      await written;
    },
  };
}
