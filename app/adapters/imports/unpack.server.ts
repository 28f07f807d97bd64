import { createGunzip } from "node:zlib";

const GZIP_MAGIC = [0x1f, 0x8b];
/** Of what is unpacked: each is an event of the stream, which leaves more behind than the bytes. */
const CHUNK_BYTES = 65_536;

type UnpackedPart = { kind: "bytes"; bytes: Uint8Array } | { kind: "end" } | { kind: "damaged" };

interface UnpackedFile {
  read(): Promise<UnpackedPart>;
  /** Bytes read from the store so far (compressed ones for compressed files). */
  bytesRead(): number;
  close(): Promise<void>;
}

/**
 * Reads a stored file, through gunzip if it starts with gzip's magic bytes. Damaged gzip data is returned as a result;
 * failures of the store are thrown.
 */
export async function openUnpacked(
  store: R2Bucket,
  { key, bytes }: { key: string; bytes: number },
): Promise<UnpackedFile> {
  const isPacked = bytes >= GZIP_MAGIC.length && (await startsPacked(store, key));
  const object = await store.get(key);
  if (object === null) throw new Error(`the received file ${key} is not in the store`);
  const source = object.body.getReader();
  let taken = 0;
  async function readSource(): Promise<Uint8Array | null> {
    const { done, value } = await source.read();
    if (done) return null;
    taken += value.length;
    return value;
  }
  const closeSource = () => source.cancel().catch(() => undefined);
  if (!isPacked) {
    return {
      async read() {
        const bytes = await readSource();
        return bytes === null ? { kind: "end" } : { kind: "bytes", bytes };
      },
      bytesRead: () => taken,
      close: closeSource,
    };
  }

  // Not DecompressionStream: in workerd it unpacks a whole input chunk at once, so 1 MB of zeros becomes 1 GB of
  // memory.
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const output: AsyncIterator<Uint8Array> = gunzip[Symbol.asyncIterator]();
  let storeError: unknown = null;
  const pump = async () => {
    for (let bytes = await readSource(); bytes !== null && !gunzip.destroyed; bytes = await readSource()) {
      if (!gunzip.write(bytes)) await new Promise<void>((resolve) => onceFree(gunzip, resolve));
    }
    gunzip.end();
  };
  const pumping = pump().catch((error: unknown) => {
    storeError = error;
    gunzip.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return {
    async read() {
      try {
        const { done, value } = await output.next();
        return done === true ? { kind: "end" } : { kind: "bytes", bytes: value };
      } catch {
        if (storeError !== null) throw storeError;
        return { kind: "damaged" };
      }
    },
    bytesRead: () => taken,
    async close() {
      gunzip.destroy();
      await closeSource();
      await pumping;
    },
  };
}

/** Calls `resolve` when the stream accepts more data or has ended. */
function onceFree(stream: ReturnType<typeof createGunzip>, resolve: () => void): void {
  const done = () => {
    stream.off("drain", done);
    stream.off("close", done);
    resolve();
  };
  stream.on("drain", done);
  stream.on("close", done);
}

async function startsPacked(store: R2Bucket, key: string): Promise<boolean> {
  const start = await store.get(key, { range: { offset: 0, length: GZIP_MAGIC.length } });
  const magic = start === null ? new Uint8Array() : new Uint8Array(await start.arrayBuffer());
  return GZIP_MAGIC.every((byte, index) => magic[index] === byte);
}
