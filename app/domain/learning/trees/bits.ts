export type BitWriter = ReturnType<typeof createBitWriter>;
export type BitReader = ReturnType<typeof createBitReader>;

/** Most significant bit first. */
export function createBitWriter() {
  const bytes: number[] = [];
  let current = 0;
  let filled = 0;
  const write = (value: number, width: number) => {
    for (let bit = width - 1; bit >= 0; bit--) {
      current = (current << 1) | ((value >>> bit) & 1);
      if (++filled < 8) continue;
      bytes.push(current);
      current = 0;
      filled = 0;
    }
  };
  return {
    /** Writes the lowest `width` bits (0 to 32) of a whole number. */
    write,
    /** Exponential Golomb code of order k of a number ≥ 0; short for numbers up to about 2^k. */
    writeGolomb(value: number, k: number) {
      const shifted = value + 2 ** k;
      const width = bitWidth(shifted);
      write(0, width - 1 - k);
      write(shifted, width);
    },
    finish(): Uint8Array<ArrayBuffer> {
      if (filled > 0) write(0, 8 - filled);
      return Uint8Array.from(bytes);
    },
  };
}

/** @throws RangeError when reading beyond the end of the bytes. */
export function createBitReader(bytes: Uint8Array) {
  let position = 0;
  const read = (width: number) => {
    if (position + width > bytes.length * 8) throw new RangeError("the bits end too early");
    let value = 0;
    for (let i = 0; i < width; i++, position++)
      value = (value << 1) | ((bytes[position >>> 3]! >>> (7 - (position & 7))) & 1);
    return value >>> 0;
  };
  return {
    read,
    readGolomb(k: number): number {
      let zeros = 0;
      while (read(1) === 0) zeros++;
      if (zeros + k > 31) throw new RangeError("a number of more than 32 bits");
      return ((1 << (zeros + k)) >>> 0) + read(zeros + k) - 2 ** k;
    },
  };
}

export function bitWidth(value: number): number {
  return 32 - Math.clz32(value);
}

export function golombWidth(value: number, k: number): number {
  return 2 * bitWidth(value + 2 ** k) - 1 - k;
}
