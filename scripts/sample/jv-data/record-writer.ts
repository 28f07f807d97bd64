import { encodeCp932, fullWidth } from "./cp932.ts";

/** Where a field stands: first byte counted from 1, bytes, and bytes from one occurrence to the next. */
export type Place = readonly [start: number, length: number, stride?: number];

/** A kind of record: bytes with the line end, and the places of the fields that are written. */
export interface Form<Name extends string> {
  kind: string;
  length: number;
  places: Readonly<Record<Name, Place>>;
}

/** The form of a kind; fields that it does not name stay blank. */
export function form<Name extends string>(kind: string, length: number, places: Record<Name, Place>): Form<Name> {
  return { kind, length, places };
}

export interface RecordWriter<Name extends string> {
  /** A whole number with leading zeros; zeros where there is none. */
  number(name: Name, value: number | null, index?: number): RecordWriter<Name>;
  /** ASCII as it is, which must fill the field. */
  code(name: Name, text: string, index?: number): RecordWriter<Name>;
  /** Full width, padded with full-width blanks. */
  text(name: Name, text: string, index?: number): RecordWriter<Name>;
  /** Zeros in fields about which the sample says nothing. */
  zeros(...names: Name[]): RecordWriter<Name>;
  /** How many bytes a field has. */
  sizeOf(name: Name): number;
  end(): Uint8Array;
}

const BLANK = 0x20;
const ZERO = 0x30;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const KIND: Place = [1, 2];
const FULL_WIDTH_BLANK = encodeCp932("\u3000");

/** @throws {RangeError} where a value does not fit into its field */
export function writeRecord<Name extends string>({ kind, length, places }: Form<Name>): RecordWriter<Name> {
  const bytes = new Uint8Array(length).fill(BLANK);
  const ascii = ([start, size, stride = size]: Place, name: string, text: string, index: number): void => {
    if (text.length !== size) throw new RangeError(`${kind}.${name} has ${size} bytes, not ${JSON.stringify(text)}`);
    const from = start - 1 + index * stride;
    for (let at = 0; at < size; at += 1) bytes[from + at] = text.charCodeAt(at);
  };
  ascii(KIND, "RecordSpec", kind, 0);
  const writer: RecordWriter<Name> = {
    number(name, value, index = 0) {
      const [start, size, stride = size] = places[name];
      let rest = value ?? 0;
      if (!Number.isInteger(rest) || rest < 0) throw new RangeError(`${kind}.${name} is no whole number: ${value}`);
      const from = start - 1 + index * stride;
      for (let at = from + size - 1; at >= from; at -= 1) {
        bytes[at] = ZERO + (rest % 10);
        rest = Math.floor(rest / 10);
      }
      if (rest > 0) throw new RangeError(`${kind}.${name} holds ${size} digits, not ${value}`);
      return writer;
    },
    code(name, text, index = 0) {
      ascii(places[name], name, text, index);
      return writer;
    },
    text(name, text, index = 0) {
      const [start, size, stride = size] = places[name];
      const from = start - 1 + index * stride;
      const encoded = encodeCp932(fullWidth(text));
      if (encoded.length > size) throw new RangeError(`${kind}.${name} has ${size} bytes, too few for ${text}`);
      bytes.set(encoded, from);
      for (let at = encoded.length; at + 1 < size; at += 2) bytes.set(FULL_WIDTH_BLANK, from + at);
      return writer;
    },
    zeros(...names) {
      for (const name of names) writer.number(name, 0);
      return writer;
    },
    sizeOf: (name) => places[name][1],
    end() {
      bytes[length - 2] = CARRIAGE_RETURN;
      bytes[length - 1] = LINE_FEED;
      return bytes;
    },
  };
  return writer;
}
