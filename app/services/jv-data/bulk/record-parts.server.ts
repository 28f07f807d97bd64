import { importPrefix } from "#app/adapters/imports/staging.server.ts";

/** File, line and bytes per record, by partition. A partition is several objects, to limit memory. */

export interface Placed {
  file: number;
  line: number;
  bytes: Uint8Array;
}

/** All partitions together. */
const OPEN_BYTES = 12 * 1024 * 1024;
const OBJECT_BYTES = 2 * 1024 * 1024;
/** Each of some two hundred partitions has at least one. */
const PAGE_BYTES = 16 * 1024;
/** Length, file, line. */
const HEAD_BYTES = 12;

interface OpenPart {
  pages: Uint8Array[];
  used: number;
}

/** @param run of this run: an earlier one may still be writing */
export function createRecordParts(store: R2Bucket, { importId, run }: { importId: number; run: string }) {
  const open = new Map<string, OpenPart>();
  const objects = new Map<string, string[]>();
  const free: Uint8Array[] = [];
  const head = new Uint8Array(HEAD_BYTES);
  const headView = new DataView(head.buffer);
  let whole = new Uint8Array();
  let openPages = 0;

  function append(part: OpenPart, bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const at = part.used % PAGE_BYTES;
      if (part.used === part.pages.length * PAGE_BYTES) {
        part.pages.push(free.pop() ?? new Uint8Array(PAGE_BYTES));
        openPages += 1;
      }
      const piece = bytes.subarray(from, from + PAGE_BYTES - at);
      part.pages.at(-1)?.set(piece, at);
      part.used += piece.length;
      from += piece.length;
    }
  }

  async function put(partition: string, { pages, used }: OpenPart): Promise<void> {
    const keys = objects.get(partition) ?? [];
    const key = `${importPrefix(importId)}records/${run}/${partition}/${keys.length}`;
    if (whole.length < used) whole = new Uint8Array(Math.max(used, OBJECT_BYTES + PAGE_BYTES));
    for (const [index, page] of pages.entries()) {
      const at = index * PAGE_BYTES;
      whole.set(page.subarray(0, used - at), at);
    }
    await store.put(key, whole.subarray(0, used));
    objects.set(partition, [...keys, key]);
    open.delete(partition);
    free.push(...pages);
    openPages -= pages.length;
  }

  const largestFirst = () => [...open].sort(([, one], [, other]) => other.used - one.used);

  return {
    add(partition: string, { file, line, bytes }: Placed): void {
      const part = open.get(partition) ?? { pages: [], used: 0 };
      open.set(partition, part);
      headView.setUint32(0, bytes.length);
      headView.setUint32(4, file);
      headView.setUint32(8, line);
      append(part, head);
      append(part, bytes);
    },
    /** Call it between blocks of records. */
    async flushFull(): Promise<void> {
      for (const [partition, part] of open) if (part.used >= OBJECT_BYTES) await put(partition, part);
      if (openPages * PAGE_BYTES < OPEN_BYTES) return;
      for (const [partition, part] of largestFirst()) {
        await put(partition, part);
        if (openPages * PAGE_BYTES < OPEN_BYTES / 2) return;
      }
    },
    /** @returns the objects of each partition */
    async flush(): Promise<Map<string, string[]>> {
      for (const [partition, part] of largestFirst()) await put(partition, part);
      return objects;
    },
  };
}

type PartBuffer = ReturnType<typeof createPartBuffer>;

export function createPartBuffer() {
  let buffer = new ArrayBuffer(0);
  return {
    /** Valid until the next read. */
    async read({ body, size }: R2ObjectBody): Promise<Uint8Array> {
      if (buffer.byteLength < size) buffer = new ArrayBuffer(size);
      const reader = body.getReader({ mode: "byob" });
      let filled = 0;
      while (filled < size) {
        const { value } = await reader.read(new Uint8Array(buffer, filled, size - filled));
        // The buffer moves with each read.
        if (value === undefined || value.length === 0 || !(value.buffer instanceof ArrayBuffer))
          throw new Error("the store gave less of an object than it has");
        filled += value.length;
        buffer = value.buffer;
      }
      reader.releaseLock();
      return new Uint8Array(buffer, 0, size);
    },
  };
}

/** Created one by one: thousands at once would outlive young collections. The bytes are views of the buffer. */
export async function readRecordPart(store: R2Bucket, key: string, buffer: PartBuffer): Promise<Iterable<Placed>> {
  const object = await store.get(key);
  if (object === null) throw new Error(`the staged records ${key} are not in the store`);
  return recordsOf(await buffer.read(object));
}

function* recordsOf(content: Uint8Array): Generator<Placed> {
  const view = new DataView(content.buffer, 0, content.length);
  for (let at = 0; at < content.length; ) {
    const length = view.getUint32(at);
    const bytes = content.subarray(at + HEAD_BYTES, at + HEAD_BYTES + length);
    yield { file: view.getUint32(at + 4), line: view.getUint32(at + 8), bytes };
    at += HEAD_BYTES + length;
  }
}
