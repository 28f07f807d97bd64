import Papa from "papaparse";

/** No line of a real file comes near; a longer one is refused before it is held in memory. */
export const MAX_LINE_BYTES = 65_536;

const LINE_FEED = 10;
const BYTE_ORDER_MARK = "\uFEFF";

/** Why the bytes are no CSV; everything before `line` was read. */
export interface CsvProblem {
  line: number;
  reason: string;
}

export interface CsvBlock {
  rows: string[][];
  /** The line on which each row starts, from 1. */
  lines: number[];
  /** Set once, and then the reader gives nothing more. */
  problem: CsvProblem | null;
}

interface CsvReader {
  /** Takes the next bytes; gives the rows that are complete by now, in blocks of about 64 KB. */
  push(bytes: Uint8Array): CsvBlock;
  /** The rest, after the last byte. */
  end(): CsvBlock;
}

/**
 * Reads UTF-8 CSV (byte order mark, LF or CRLF, quotes with line feeds in them) from bytes cut anywhere, in memory
 * that does not grow with the file. Blank lines are skipped; rows are not checked for their length. `blockCharacters`
 * of text are parsed at a time (tests take a few).
 *
 * Papa's low-level parser counts no lines and needs whole text, so bytes are cut at line feeds first (in UTF-8 no
 * other character holds that byte), which also tells the very line of bytes that are no UTF-8.
 */
export function createCsvReader({ blockCharacters = MAX_LINE_BYTES }: { blockCharacters?: number } = {}): CsvReader {
  const carry = new Uint8Array(MAX_LINE_BYTES);
  let carried = 0;
  /** Decoded and not yet parsed; it starts on line `line`. */
  let text = "";
  let line = 1;
  /** Line on which the next undecoded byte stands. */
  let byteLine = 1;
  let problem: CsvProblem | null = null;

  function decode(bytes: Uint8Array): void {
    try {
      addText(decodeUtf8(bytes));
      byteLine += count(bytes, LINE_FEED);
      return;
    } catch {
      // Not UTF-8 somewhere in here: find the line.
    }
    for (let start = 0; start < bytes.length; ) {
      const lineFeed = bytes.indexOf(LINE_FEED, start);
      const stop = lineFeed === -1 ? bytes.length : lineFeed + 1;
      try {
        addText(decodeUtf8(bytes.subarray(start, stop)));
      } catch {
        problem = { line: byteLine, reason: "is not UTF-8 text (Shift_JIS or another encoding? save it as UTF-8)" };
        return;
      }
      byteLine += 1;
      start = stop;
    }
  }

  function addText(more: string): void {
    text += byteLine === 1 && text === "" && more.startsWith(BYTE_ORDER_MARK) ? more.slice(1) : more;
  }

  function parse(block: CsvBlock, isLast: boolean): void {
    const hasQuotes = text.includes('"');
    // With "\n" alone CRLF is read too: the last cell's "\r" goes below, and Papa skips one after a closing quote.
    const parsed = new Papa.Parser({ delimiter: ",", newline: "\n" }).parse(text, 0, !isLast) as Papa.ParseResult<
      string[]
    >;
    const badRow = parsed.errors.find((error) => (error.row ?? 0) < parsed.data.length);
    for (const [index, row] of parsed.data.entries()) {
      if (badRow !== undefined && index >= (badRow.row ?? 0)) {
        problem = {
          line,
          reason: badRow.code === "MissingQuotes" ? "a quote is opened and never closed" : "a quoted cell is malformed",
        };
        break;
      }
      const start = line;
      line += 1;
      if (hasQuotes) for (const cell of row) line += countChar(cell, "\n");
      const last = row[row.length - 1] as string;
      if (last.endsWith("\r")) row[row.length - 1] = last.slice(0, -1);
      if (row.length === 1 && row[0] === "") continue;
      block.rows.push(row);
      block.lines.push(start);
    }
    text = isLast ? "" : text.slice(parsed.meta.cursor);
    if (problem === null && text.length > MAX_LINE_BYTES)
      problem = { line, reason: "the row is too long, or a quote is opened and never closed" };
  }

  function take(slice: Uint8Array): void {
    const first = slice.indexOf(LINE_FEED);
    const lineLength = carried + (first === -1 ? slice.length : first);
    if (lineLength > MAX_LINE_BYTES) {
      problem = { line: byteLine, reason: `the line is longer than ${MAX_LINE_BYTES} bytes` };
      return;
    }
    if (first === -1) {
      carry.set(slice, carried);
      carried += slice.length;
      return;
    }
    let rest = slice;
    if (carried > 0) {
      const joined = new Uint8Array(carried + first + 1);
      joined.set(carry.subarray(0, carried));
      joined.set(slice.subarray(0, first + 1), carried);
      carried = 0;
      decode(joined);
      rest = slice.subarray(first + 1);
    }
    const end = rest.lastIndexOf(LINE_FEED) + 1;
    if (problem === null && end > 0) decode(rest.subarray(0, end));
    carry.set(rest.subarray(end));
    carried = rest.length - end;
  }

  const emptyBlock = (): CsvBlock => ({ rows: [], lines: [], problem: null });

  return {
    push(bytes) {
      const block = emptyBlock();
      for (let start = 0; start < bytes.length && problem === null; start += MAX_LINE_BYTES) {
        take(bytes.subarray(start, start + MAX_LINE_BYTES));
        if (problem === null && text.length >= blockCharacters) parse(block, false);
      }
      if (problem !== null) flushBefore(block);
      return { ...block, problem };
    },
    end() {
      const block = emptyBlock();
      if (problem === null && carried > 0) decode(carry.slice(0, carried));
      if (problem === null && text !== "") parse(block, true);
      else if (problem !== null) flushBefore(block);
      return { ...block, problem };
    },
  };

  /** Rows before the problem are still given, so that what is wrong with them is told in the same run. */
  function flushBefore(block: CsvBlock): void {
    const found = problem;
    problem = null;
    if (text !== "") parse(block, false);
    text = "";
    problem = problem ?? found;
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

function count(bytes: Uint8Array, byte: number): number {
  let total = 0;
  for (let at = bytes.indexOf(byte); at !== -1; at = bytes.indexOf(byte, at + 1)) total += 1;
  return total;
}

function countChar(text: string, char: string): number {
  let total = 0;
  for (let at = text.indexOf(char); at !== -1; at = text.indexOf(char, at + 1)) total += 1;
  return total;
}
