const GZIP_MAGIC = [0x1f, 0x8b];

export type UnpackedPart = { kind: "bytes"; bytes: Uint8Array } | { kind: "end" } | { kind: "damaged" };

export interface UnpackedFile {
  read(): Promise<UnpackedPart>;
  /** Bytes taken from the store so far (packed ones, where the file is packed). */
  bytesRead(): number;
  close(): Promise<void>;
}

/**
 * Reads a stored file, through gunzip when it starts with gzip's magic bytes. Damaged gzip data is an answer; a store
 * that fails is thrown, so that the two are not confused.
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
  if (!isPacked) {
    return {
      async read() {
        const { done, value } = await source.read();
        if (done) return { kind: "end" };
        taken += value.length;
        return { kind: "bytes", bytes: value };
      },
      bytesRead: () => taken,
      close: () => source.cancel().catch(() => undefined),
    };
  }

  const gunzip = new DecompressionStream("gzip");
  const input = gunzip.writable.getWriter();
  const output = gunzip.readable.getReader();
  let storeError: unknown = null;
  const pump = async () => {
    for (;;) {
      const part = await source.read().catch((error: unknown) => {
        storeError = error;
        throw error;
      });
      if (part.done) return input.close();
      taken += part.value.length;
      await input.write(part.value);
    }
  };
  // A damaged stream ends the reading side too, where it is told; what the pump throws is the same once more.
  const pumping = pump().catch((error: unknown) => input.abort(error).catch(() => undefined));
  return {
    async read() {
      try {
        const { done, value } = await output.read();
        if (!done) return { kind: "bytes", bytes: value };
        await pumping;
        return { kind: "end" };
      } catch {
        if (storeError !== null) throw storeError;
        return { kind: "damaged" };
      }
    },
    bytesRead: () => taken,
    async close() {
      await output.cancel().catch(() => undefined);
      await source.cancel().catch(() => undefined);
      await pumping;
    },
  };
}

async function startsPacked(store: R2Bucket, key: string): Promise<boolean> {
  const start = await store.get(key, { range: { offset: 0, length: GZIP_MAGIC.length } });
  const magic = start === null ? new Uint8Array() : new Uint8Array(await start.arrayBuffer());
  return GZIP_MAGIC.every((byte, index) => magic[index] === byte);
}
