import type { Layout } from "#app/domain/jv-data/layouts.ts";
import { lengthsOf, type ReadKind } from "#app/domain/jv-data/record-kinds.ts";

const BLANK = 0x20;
const FULL_WIDTH_BLANK = "\u3000";
const FULL_WIDTH_OFFSET = 0xfee0;

/** Bytes of each full-width character in CP932; the first code of a character counts. */
const CODES = new Map<string, readonly [number, number]>();

const decoder = new TextDecoder("shift_jis");
for (let lead = 0x81; lead <= 0xfc; lead += 1) {
  for (let trail = 0x40; trail <= 0xfc; trail += 1) {
    const char = decoder.decode(Uint8Array.of(lead, trail));
    if (char.length === 1 && !CODES.has(char)) CODES.set(char, [lead, trail]);
  }
}

/** Writes a record: fields that the product reads by their names in its layout, others by their positions. */
export class RecordWriter<Name extends string> {
  readonly #bytes: Uint8Array;
  readonly #kind: ReadKind;
  readonly #layout: Layout<Name>;

  /** @param head everything from the third byte on that precedes the named fields */
  constructor(kind: ReadKind, layout: Layout<Name>, head: string) {
    this.#bytes = new Uint8Array(lengthsOf(kind)[0] ?? 0).fill(BLANK);
    this.#kind = kind;
    this.#layout = layout;
    this.put(1, kind + head);
  }

  /** ASCII from a byte counted from 1, as in the specification. */
  put(position: number, text: string): this {
    for (let at = 0; at < text.length; at += 1) this.#bytes[position - 1 + at] = text.charCodeAt(at);
    return this;
  }

  /** In full width, padded with full-width blanks. @throws {RangeError} if it does not fit or is not in CP932 */
  putText(position: number, length: number, text: string): this {
    const wide = text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + FULL_WIDTH_OFFSET));
    const chars = [...wide.replaceAll(" ", FULL_WIDTH_BLANK)];
    if (2 * chars.length > length) throw new RangeError(`${this.#kind} has ${length} bytes, too few for ${text}`);
    for (let at = 0; 2 * at + 1 < length; at += 1) {
      const code = CODES.get(chars[at] ?? FULL_WIDTH_BLANK);
      if (code === undefined) throw new RangeError(`${chars[at]} is not in CP932`);
      this.#bytes.set(code, position - 1 + 2 * at);
    }
    return this;
  }

  /** ASCII that fills the field. */
  code(name: Name, text: string, index = 0): this {
    const { start, length, stride } = this.#layout.place(name);
    if (text.length !== length) throw new RangeError(`${this.#kind}.${name} has ${length} bytes, not ${text}`);
    return this.put(start + index * stride + 1, text);
  }

  /** A whole number with leading zeros; zeros for null. */
  number(name: Name, value: number | null, index = 0): this {
    const whole = value ?? 0;
    if (!Number.isInteger(whole) || whole < 0) throw new RangeError(`${name} is no whole number: ${value}`);
    return this.code(name, String(whole).padStart(this.sizeOf(name), "0"), index);
  }

  /** All occurrences of a repeated field; zeros after the last value. */
  numbers(name: Name, values: readonly (number | null)[]): this {
    for (let index = 0; index < this.#layout.place(name).repeat; index += 1) {
      this.number(name, values[index] ?? 0, index);
    }
    return this;
  }

  text(name: Name, text: string, index = 0): this {
    const { start, length, stride } = this.#layout.place(name);
    return this.putText(start + index * stride + 1, length, text);
  }

  sizeOf(name: Name): number {
    return this.#layout.place(name).length;
  }

  end(): Uint8Array {
    this.#bytes.set([0x0d, 0x0a], this.#bytes.length - 2);
    return this.#bytes;
  }
}
