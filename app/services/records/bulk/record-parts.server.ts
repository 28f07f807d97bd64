import { importPrefix } from "#app/services/imports/import-staging.server.ts";

/**
 * Records of an import, sorted into partitions in the store: of each record its file, its line and its bytes. A partition
 * is several objects, as little of it is in memory at a time.
 */

/** Where a record stood: the number of its file, and its line. */
export interface Placed {
  file: number;
  line: number;
  bytes: Uint8Array;
}

export interface RecordParts {
  add(partition: string, record: Placed): void;
  /** Stores what is more than memory allows; call it between blocks of records. */
  flushFull(): Promise<void>;
  /** Stores the rest. @returns the objects of each partition */
  flush(): Promise<Map<string, string[]>>;
}

/** Bytes of all open partitions together. */
const OPEN_BYTES = 12 * 1024 * 1024;
/** Bytes of an object, about. */
const OBJECT_BYTES = 2 * 1024 * 1024;
const FIRST_BYTES = 2048;
/** Length, file, line. */
const HEAD_BYTES = 12;

interface OpenPart {
  buffer: Uint8Array;
  used: number;
}

/** @param run id of this run: one that was taken for dead may still be writing objects of its own */
export function createRecordParts(store: R2Bucket, { importId, run }: { importId: number; run: string }): RecordParts {
  const open = new Map<string, OpenPart>();
  const objects = new Map<string, string[]>();
  let openBytes = 0;

  async function put(partition: string, { buffer, used }: OpenPart): Promise<void> {
    const keys = objects.get(partition) ?? [];
    const key = `${importPrefix(importId)}records/${run}/${partition}/${keys.length}`;
    await store.put(key, buffer.subarray(0, used));
    objects.set(partition, [...keys, key]);
    open.delete(partition);
    openBytes -= buffer.length;
  }

  const largestFirst = () => [...open].sort(([, one], [, other]) => other.used - one.used);

  return {
    add(partition, { file, line, bytes }) {
      let part = open.get(partition);
      const needed = (part?.used ?? 0) + HEAD_BYTES + bytes.length;
      if (part === undefined || needed > part.buffer.length) {
        const grown = { buffer: new Uint8Array(Math.max(needed * 2, FIRST_BYTES)), used: part?.used ?? 0 };
        if (part !== undefined) grown.buffer.set(part.buffer.subarray(0, part.used));
        openBytes += grown.buffer.length - (part?.buffer.length ?? 0);
        open.set(partition, grown);
        part = grown;
      }
      const view = new DataView(part.buffer.buffer, part.used, HEAD_BYTES);
      view.setUint32(0, bytes.length);
      view.setUint32(4, file);
      view.setUint32(8, line);
      part.buffer.set(bytes, part.used + HEAD_BYTES);
      part.used = needed;
    },
    async flushFull() {
      for (const [partition, part] of open) if (part.used >= OBJECT_BYTES) await put(partition, part);
      if (openBytes < OPEN_BYTES) return;
      for (const [partition, part] of largestFirst()) {
        await put(partition, part);
        if (openBytes < OPEN_BYTES / 2) return;
      }
    },
    async flush() {
      for (const [partition, part] of largestFirst()) await put(partition, part);
      return objects;
    },
  };
}

/** The records of an object, as they were added. The bytes are views of the object. */
export async function readRecordPart(store: R2Bucket, key: string): Promise<Placed[]> {
  const object = await store.get(key);
  if (object === null) throw new Error(`the staged records ${key} are not in the store`);
  const buffer = await object.arrayBuffer();
  const view = new DataView(buffer);
  const records: Placed[] = [];
  for (let at = 0; at < buffer.byteLength; ) {
    const length = view.getUint32(at);
    const bytes = new Uint8Array(buffer, at + HEAD_BYTES, length);
    records.push({ file: view.getUint32(at + 4), line: view.getUint32(at + 8), bytes });
    at += HEAD_BYTES + length;
  }
  return records;
}
