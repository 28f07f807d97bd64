import Papa from "papaparse";
import { type CsvProblem, LineDecoder, MAX_LINE_BYTES } from "./line-decoder.ts";

/** Real files have few, but a gzip of 200 KB can hold hundreds of millions. */
const MAX_BLANK_LINES = 1_000_000;

type Delimiter = "," | "\t";

export interface CsvBlock {
  rows: string[][];
  /** The line on which each row starts, from 1. */
  lines: number[];
  /** Once set, the reader returns nothing more. */
  problem: CsvProblem | null;
}

/**
 * Reads UTF-8 CSV (byte order mark, LF or CRLF, line feeds in quotes) from bytes cut anywhere, in constant memory.
 * Skips blank lines; does not check the length of rows.
 */
export class CsvReader {
  readonly #decoder = new LineDecoder();
  readonly #parser: RowParser;
  readonly #blockCharacters: number;
  #problem: CsvProblem | null = null;

  constructor({
    blockCharacters = MAX_LINE_BYTES,
    delimiter = ",",
  }: {
    blockCharacters?: number;
    delimiter?: Delimiter;
  } = {}) {
    this.#blockCharacters = blockCharacters;
    this.#parser = new RowParser(delimiter);
  }

  /** Accepts the next bytes; returns completed rows in blocks of about 64 KB. */
  push(bytes: Uint8Array): CsvBlock {
    const block = emptyBlock();
    for (let start = 0; start < bytes.length && this.#problem === null; start += MAX_LINE_BYTES) {
      const { text, problem } = this.#decoder.decode(bytes.subarray(start, start + MAX_LINE_BYTES));
      this.#parser.add(text);
      this.#problem = problem;
      if (problem === null && this.#parser.size >= this.#blockCharacters)
        this.#problem = this.#parser.parse(block, { isLast: false });
    }
    if (this.#problem !== null) this.#flushBefore(this.#problem, block);
    return { ...block, problem: this.#problem };
  }

  end(): CsvBlock {
    const block = emptyBlock();
    if (this.#problem === null) {
      const { text, problem } = this.#decoder.end();
      this.#parser.add(text);
      this.#problem = problem;
    }
    if (this.#problem === null) this.#problem = this.#parser.parse(block, { isLast: true });
    else this.#flushBefore(this.#problem, block);
    return { ...block, problem: this.#problem };
  }

  /** Rows before the problem are still returned, so that their faults are reported in the same run. */
  #flushBefore(problem: CsvProblem, block: CsvBlock): void {
    this.#problem = this.#parser.parse(block, { isLast: false }) ?? problem;
    this.#parser.clear();
  }
}

/** Papa's low-level parser counts no lines and needs whole lines. */
class RowParser {
  /** Unparsed text, which starts on line `line`. */
  #text = "";
  #line = 1;
  #blankLines = 0;
  readonly #delimiter: Delimiter;

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter;
  }

  get size(): number {
    return this.#text.length;
  }

  add(text: string): void {
    this.#text += text;
  }

  clear(): void {
    this.#text = "";
  }

  /** Adds completed rows to the block, or all rows of the last text, up to the problem. */
  parse(block: CsvBlock, { isLast }: { isLast: boolean }): CsvProblem | null {
    if (this.#text === "") return null;
    const hasQuotes = this.#text.includes('"');
    // With "\n" alone CRLF is read too: the last cell's "\r" is removed below, and Papa skips one after a closing
    // quote.
    const { data, errors, meta } = new Papa.Parser({ delimiter: this.#delimiter, newline: "\n" }).parse(
      this.#text,
      0,
      !isLast,
    ) as Papa.ParseResult<string[]>;
    this.#text = isLast ? "" : this.#text.slice(meta.cursor);
    const badRow = errors.find((error) => (error.row ?? 0) < data.length);
    for (const [index, row] of data.entries()) {
      if (badRow !== undefined && index >= (badRow.row ?? 0)) {
        const isOpen = badRow.code === "MissingQuotes";
        const reason = isOpen ? "a quote is opened and never closed" : "a quoted cell is malformed";
        return { line: this.#line, reason };
      }
      this.#addRow(block, row, hasQuotes);
      if (this.#blankLines > MAX_BLANK_LINES) {
        this.clear();
        return { line: this.#line - 1, reason: `more than ${MAX_BLANK_LINES} lines are blank` };
      }
    }
    if (this.#text.length <= MAX_LINE_BYTES) return null;
    return { line: this.#line, reason: "the row is too long, or a quote is opened and never closed" };
  }

  #addRow(block: CsvBlock, row: string[], hasQuotes: boolean): void {
    const start = this.#line;
    this.#line += 1;
    if (hasQuotes) for (const cell of row) this.#line += countLineFeeds(cell);
    const last = row[row.length - 1] as string;
    if (last.endsWith("\r")) row[row.length - 1] = last.slice(0, -1);
    if (row.length === 1 && row[0] === "") {
      this.#blankLines += 1;
      return;
    }
    block.rows.push(row);
    block.lines.push(start);
  }
}

function emptyBlock(): CsvBlock {
  return { rows: [], lines: [], problem: null };
}

function countLineFeeds(text: string): number {
  let total = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) total += 1;
  return total;
}
