/** A longer line is rejected before it is held in memory. */
export const MAX_LINE_BYTES = 65_536;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BYTE_ORDER_MARK = "\uFEFF";
/** Anywhere but before a line feed or at the very end. */
const BARE_CARRIAGE_RETURN = /\r(?!\n|$)/;
const BARE_CARRIAGE_RETURN_REASON = "ends lines with a bare carriage return (CR): save it with LF or CRLF line ends";

/** Everything before `line` was read. */
export interface CsvProblem {
  line: number;
  reason: string;
}

/** Whole lines up to the problem. */
interface DecodedLines {
  text: string;
  problem: CsvProblem | null;
}

/**
 * Decodes UTF-8 from bytes cut anywhere. Bytes are cut anew at line feeds (no other UTF-8 character contains that
 * byte), so an error names its line. Drops a byte order mark. Rejects bare CR as line end, as all rows would be one.
 */
export class LineDecoder {
  readonly #carry = new Uint8Array(MAX_LINE_BYTES);
  #carried = 0;
  /** Line of the next undecoded byte. */
  #line = 1;

  /** Accepts at most MAX_LINE_BYTES and decodes the completed lines. */
  decode(bytes: Uint8Array): DecodedLines {
    const first = bytes.indexOf(LINE_FEED);
    const lineLength = this.#carried + (first === -1 ? bytes.length : first);
    if (lineLength > MAX_LINE_BYTES) {
      return { text: "", problem: { line: this.#line, reason: this.#tooLongReason(bytes) } };
    }
    if (first === -1) {
      this.#carry.set(bytes, this.#carried);
      this.#carried += bytes.length;
      return { text: "", problem: null };
    }
    if (this.#carried === 0) return this.#decodeLines(bytes);
    const finished = new Uint8Array(lineLength + 1);
    finished.set(this.#carry.subarray(0, this.#carried));
    finished.set(bytes.subarray(0, first + 1), this.#carried);
    const { text, problem } = this.#decode(finished);
    if (problem !== null) return { text, problem };
    const rest = this.#decodeLines(bytes.subarray(first + 1));
    return { text: text + rest.text, problem: rest.problem };
  }

  end(): DecodedLines {
    return this.#carried > 0 ? this.#decode(this.#carry.slice(0, this.#carried)) : { text: "", problem: null };
  }

  #decodeLines(bytes: Uint8Array): DecodedLines {
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    this.#carry.set(bytes.subarray(end));
    this.#carried = bytes.length - end;
    return end > 0 ? this.#decode(bytes.subarray(0, end)) : { text: "", problem: null };
  }

  #decode(bytes: Uint8Array): DecodedLines {
    const decoded = tryDecodeUtf8(bytes);
    if (decoded === null || BARE_CARRIAGE_RETURN.test(decoded)) return this.#decodeLineByLine(bytes);
    const text = this.#withoutMark(decoded);
    this.#line += count(bytes, LINE_FEED);
    return { text, problem: null };
  }

  #decodeLineByLine(bytes: Uint8Array): DecodedLines {
    let text = "";
    for (let start = 0; start < bytes.length; ) {
      const lineFeed = bytes.indexOf(LINE_FEED, start);
      const stop = lineFeed === -1 ? bytes.length : lineFeed + 1;
      const decoded = tryDecodeUtf8(bytes.subarray(start, stop));
      if (decoded === null) {
        const reason = "is not UTF-8 text (Shift_JIS or another encoding? save it as UTF-8)";
        return { text, problem: { line: this.#line, reason } };
      }
      if (BARE_CARRIAGE_RETURN.test(decoded))
        return { text, problem: { line: this.#line, reason: BARE_CARRIAGE_RETURN_REASON } };
      text += this.#withoutMark(decoded);
      this.#line += 1;
      start = stop;
    }
    return { text, problem: null };
  }

  /** Depends on the first bytes of the line, not on where they are cut. */
  #tooLongReason(bytes: Uint8Array): string {
    const carried = this.#carry.subarray(0, this.#carried);
    const isBare = [carried, bytes.subarray(0, MAX_LINE_BYTES - this.#carried)].some((part) =>
      part.includes(CARRIAGE_RETURN),
    );
    return isBare ? BARE_CARRIAGE_RETURN_REASON : `the line is longer than ${MAX_LINE_BYTES} bytes`;
  }

  #withoutMark(text: string): string {
    return this.#line === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  }
}

function tryDecodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function count(bytes: Uint8Array, byte: number): number {
  let total = 0;
  for (let at = bytes.indexOf(byte); at !== -1; at = bytes.indexOf(byte, at + 1)) total += 1;
  return total;
}
