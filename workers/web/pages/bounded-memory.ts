/** Estimated cost of an entry besides its value: key, headers, map. */
const OVERHEAD_BYTES = 2 * 1024;

interface BoundedMemory<T> {
  /** Null if absent. Marks the entry as used. */
  find(key: string): T | null;
  /** Evicts the least recently used. A value larger than the whole cache is not stored. */
  keep(key: string, value: T): void;
  forget(key: string): void;
  bytes(): number;
}

export function createBoundedMemory<T>({
  maxBytes,
  sizeOf,
}: {
  maxBytes: number;
  sizeOf: (value: T) => number;
}): BoundedMemory<T> {
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
