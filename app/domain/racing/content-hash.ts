/** 64 bits as two unsigned halves. Detects changed rows; not cryptographic. */
export interface ContentHash {
  high: number;
  low: number;
}

/** Two independent multiply-and-xor lanes over UTF-16 units, each with a final mix (after cyrb53 and murmur3). */
export function hashContent(text: string): ContentHash {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return { high: a >>> 0, low: b >>> 0 };
}

export function formatHash({ high, low }: ContentHash): string {
  return high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}
