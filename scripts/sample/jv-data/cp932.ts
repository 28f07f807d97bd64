const SINGLE_BYTES = 0x100;
const LEAD_BYTES: readonly (readonly [first: number, last: number])[] = [
  [0x81, 0x9f],
  [0xe0, 0xfc],
];
const FIRST_TRAIL_BYTE = 0x40;
const LAST_TRAIL_BYTE = 0xfc;

/** Bytes of each character, as one number: decoded from every code, the first code of a character counts. */
const CODES = new Map<string, number>();

function learnCodes(): void {
  const decoder = new TextDecoder("shift_jis", { fatal: true });
  const learn = (...bytes: number[]): void => {
    try {
      const char = decoder.decode(Uint8Array.from(bytes));
      const code = bytes.reduce((sum, byte) => sum * 0x100 + byte, 0);
      if (char.length === 1 && !CODES.has(char)) CODES.set(char, code);
    } catch {
      // Not every code has a character.
    }
  };
  for (let byte = 0x20; byte < SINGLE_BYTES; byte += 1) learn(byte);
  for (const [first, last] of LEAD_BYTES) {
    for (let lead = first; lead <= last; lead += 1) {
      for (let trail = FIRST_TRAIL_BYTE; trail <= LAST_TRAIL_BYTE; trail += 1) learn(lead, trail);
    }
  }
}

learnCodes();

/** @throws {RangeError} for a character that CP932 lacks */
export function encodeCp932(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const char of text) {
    const code = CODES.get(char);
    if (code === undefined) throw new RangeError(`${char} is not in CP932`);
    if (code >= SINGLE_BYTES) bytes.push(code >> 8);
    bytes.push(code & 0xff);
  }
  return Uint8Array.from(bytes);
}

const FULL_WIDTH_OFFSET = 0xfee0;

/** ASCII in full width, as the organisers write names. */
export function fullWidth(text: string): string {
  return text
    .replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + FULL_WIDTH_OFFSET))
    .replaceAll(" ", "\u3000");
}
