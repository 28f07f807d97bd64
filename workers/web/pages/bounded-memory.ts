/** What an entry costs beside its own bytes: key, headers, the map's own. */
const OVERHEAD_BYTES = 2 * 1024;

/** Things kept in the isolate's memory, by key, up to a number of bytes. */
interface BoundedMemory<T> {
  /** Null when it is not kept. What is asked for counts as used. */
  find(key: string): T | null;
  /** Replaces what the key had; what was not used for longest goes. What is larger than the whole memory is not kept. */
  keep(key: string, value: T): void;
  forget(key: string): void;
  /** Bytes held, overhead included. */
  bytes(): number;
}

/** @param sizeOf bytes of a value */
export function createBoundedMemory<T>({
  maxBytes,
  sizeOf,
}: {
  maxBytes: number;
  sizeOf: (value: T) => number;
}): BoundedMemory<T> {
  // In order of last use.
  const entries = new Map<string, { value: T; size: number }>();
  let bytes = 0;

  function forget(key: string): void {
    bytes -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  }

  return {
    find(key) {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    keep(key, value) {
      forget(key);
      const size = sizeOf(value) + OVERHEAD_BYTES;
      if (size > maxBytes) return;
      entries.set(key, { value, size });
      bytes += size;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break;
        forget(oldest);
      }
    },
    forget,
    bytes: () => bytes,
  };
}
