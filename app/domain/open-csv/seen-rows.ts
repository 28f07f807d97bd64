import type { ContentHash } from "#app/domain/racing/content-hash.ts";

const SLOT_WORDS = 4;
const FIRST_CAPACITY = 1 << 12;

export interface SeenRows {
  /** Adds a key with its content. "same" and "other": the key existed with this or another content. */
  add(keyHigh: number, keyLow: number, content: ContentHash): "new" | "same" | "other";
  /** The content of a key, its high half with the lowest bit set; null if unknown. */
  find(keyHigh: number, keyLow: number): ContentHash | null;
}

/**
 * Keys and content hashes of a file's rows in 16 bytes a slot: an open-addressing table in one typed array, at most two
 * thirds full (33 MB for a million rows).
 * Keys are two unsigned 32-bit numbers. The lowest bit of the content's high half is set, as a slot of zeros is empty.
 */
export function createSeenRows(): SeenRows {
  let capacity = FIRST_CAPACITY;
  let slots = new Uint32Array(capacity * SLOT_WORDS);
  let size = 0;

  function find(keyHigh: number, keyLow: number): number {
    let index = (Math.imul(keyHigh, 0x9e3779b1) ^ Math.imul(keyLow, 0x85ebca6b)) >>> 0;
    index ^= index >>> 15;
    for (let slot = (index & (capacity - 1)) * SLOT_WORDS; ; slot = (slot + SLOT_WORDS) & (slots.length - 1)) {
      if (slots[slot + 2] === 0) return slot;
      if (slots[slot] === keyHigh >>> 0 && slots[slot + 1] === keyLow >>> 0) return slot;
    }
  }

  function grow(): void {
    const old = slots;
    capacity *= 2;
    slots = new Uint32Array(capacity * SLOT_WORDS);
    for (let from = 0; from < old.length; from += SLOT_WORDS) {
      if (old[from + 2] === 0) continue;
      slots.set(old.subarray(from, from + SLOT_WORDS), find(old[from] as number, old[from + 1] as number));
    }
  }

  return {
    add(keyHigh, keyLow, content) {
      const high = (content.high | 1) >>> 0;
      const slot = find(keyHigh, keyLow);
      if (slots[slot + 2] !== 0) return slots[slot + 2] === high && slots[slot + 3] === content.low ? "same" : "other";
      slots.set([keyHigh >>> 0, keyLow >>> 0, high, content.low], slot);
      size += 1;
      if (size * 3 > capacity * 2) grow();
      return "new";
    },
    find(keyHigh, keyLow) {
      const slot = find(keyHigh, keyLow);
      const [high = 0, low = 0] = slots.subarray(slot + 2, slot + SLOT_WORDS);
      return high === 0 ? null : { high, low };
    },
  };
}
