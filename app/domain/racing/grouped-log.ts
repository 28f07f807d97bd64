const BLOCK_BYTES = 1 << 20;
const RECORD_HEADER_BYTES = 8;
const NONE = 0xffffffff;

/**
 * Groups texts added in any order, packed as UTF-8 in blocks of 1 MB: a text takes its bytes and eight more, several
 * times less than arrays of strings.
 */
export function createGroupedLog() {
  const blocks: Uint8Array[] = [];
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let used = BLOCK_BYTES;
  /** Address of each group's newest record: block number × block size + offset. */
  let newest = new Uint32Array(1024).fill(NONE);
  let groupCount = 0;

  return {
    /** @param group a small whole number @param text shorter than a block */
    add(group: number, text: string): void {
      const needed = RECORD_HEADER_BYTES + text.length * 3;
      if (needed > BLOCK_BYTES) throw new RangeError("the text is longer than a block");
      if (used + needed > BLOCK_BYTES) {
        blocks.push(new Uint8Array(BLOCK_BYTES));
        used = 0;
      }
      if (group >= newest.length) {
        const grown = new Uint32Array(Math.max(group + 1, newest.length * 2)).fill(NONE);
        grown.set(newest);
        newest = grown;
      }
      const block = blocks[blocks.length - 1] as Uint8Array<ArrayBuffer>;
      const { written } = encoder.encodeInto(text, block.subarray(used + RECORD_HEADER_BYTES));
      const header = new DataView(block.buffer, used, RECORD_HEADER_BYTES);
      header.setUint32(0, newest[group] as number);
      header.setUint32(4, written);
      newest[group] = (blocks.length - 1) * BLOCK_BYTES + used;
      used += RECORD_HEADER_BYTES + written;
      groupCount = Math.max(groupCount, group + 1);
    },
    /** The groups with their texts in the order of adding. */
    *groups(): Generator<[group: number, texts: string[]], void> {
      for (let group = 0; group < groupCount; group += 1) {
        const texts: string[] = [];
        for (let address = newest[group] as number; address !== NONE; ) {
          const block = blocks[Math.floor(address / BLOCK_BYTES)] as Uint8Array<ArrayBuffer>;
          const at = address % BLOCK_BYTES;
          const header = new DataView(block.buffer, at, RECORD_HEADER_BYTES);
          const start = at + RECORD_HEADER_BYTES;
          texts.push(decoder.decode(block.subarray(start, start + header.getUint32(4))));
          address = header.getUint32(0);
        }
        if (texts.length > 0) yield [group, texts.reverse()];
      }
    },
  };
}
