import { createGunzip } from "node:zlib";

const GZIP_MAGIC = [0x1f, 0x8b];
/** Each unpacked chunk is a stream event, which costs more memory than its bytes. */
const CHUNK_BYTES = 65_536;

type UnpackedPart = { kind: "bytes"; bytes: Uint8Array } | { kind: "end" } | { kind: "damaged" };

interface UnpackedFile {
  read(): Promise<UnpackedPart>;
  /** Compressed bytes for compressed files. */
  bytesRead(): number;
  close(): Promise<void>;
}

/** Detects gzip by its magic bytes. Damaged data is a result; failures of the store are thrown. */
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

  // DecompressionStream unpacks a whole input chunk at once in workerd: 1 MB of zeros becomes 1 GB.
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
