import { quote } from "#app/domain/racing/fields.ts";
import { LINE_END_BYTES } from "./layouts.ts";
import {
  isReadKind,
  isReadLength,
  isRecordKind,
  kindOf,
  LONGEST_RECORD,
  lengthsOf,
  type ReadKind,
  type RecordKind,
} from "./record-kinds.ts";

/** With CR LF. */
interface RawRecord {
  kind: ReadKind;
  bytes: Uint8Array;
  /** From 1. */
  line: number;
}

interface LineProblem {
  line: number;
  field: string;
  reason: string;
}

export interface RecordBlock {
  records: RawRecord[];
  /** At most {@link MAX_LISTED_PROBLEMS} per file. */
  problems: LineProblem[];
  /** All problems of this block, listed or not. */
  problemCount: number;
  /** Records of known kinds or lengths that are not read, one entry each. */
  skipped: RecordKind[];
}

export interface RecordReader {
  push(bytes: Uint8Array): RecordBlock;
  end(): RecordBlock;
}

export const MAX_LISTED_PROBLEMS = 1000;
/** Limit per file: real files have few, and 200 MB of line feeds are 190 KB of gzip. */
const MAX_BLANK_LINES = 1_000_000;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Cuts bytes, however they are split, into records of one line each. No CP932 character contains the byte of a line
 * feed, so lines are found before decoding, and a broken line affects no other. Accepts LF for CR LF, and a last line
 * without either. Skips blank lines; after a million it ignores the rest.
 */
export function createRecordReader(): RecordReader {
  let carry = new Uint8Array();
  let carried = 0;
  let line = 1;
  /** The present line is too long; its bytes are dropped up to the next line feed. */
  let isTooLong = false;
  let listed = 0;
  let blankLines = 0;
  let isLeftOut = false;

  function passBlank(block: RecordBlock, count: number, last: number): void {
    blankLines += count;
    if (blankLines <= MAX_BLANK_LINES) return;
    isLeftOut = true;
    block.problemCount += 1;
    const reason = `more than ${MAX_BLANK_LINES} lines are blank: the rest of the file is left out`;
    block.problems.push({ line: last - (blankLines - MAX_BLANK_LINES - 1), field: "record", reason });
  }

  function keep(bytes: Uint8Array): void {
    if (isTooLong) return;
    const needed = carried + bytes.length;
    if (needed > LONGEST_RECORD) {
      isTooLong = true;
      carried = 0;
      return;
    }
    if (needed > carry.length) {
      const grown = new Uint8Array(Math.min(LONGEST_RECORD, Math.max(needed, carry.length * 2)));
      grown.set(carry.subarray(0, carried));
      carry = grown;
    }
    carry.set(bytes, carried);
    carried = needed;
  }

  function addRecord(block: RecordBlock, bytes: Uint8Array, isCutOff: boolean): void {
    const body = bytes[bytes.length - 1] === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
    if (body.length === 0 && !isTooLong) {
      passBlank(block, 1, line);
      return;
    }
    const problem = isTooLong ? { field: "record", reason: "is longer than any record" } : problemOf(body, isCutOff);
    const kind = kindOf(body);
    if (problem !== null || !isRecordKind(kind)) {
      block.problemCount += 1;
      listed += 1;
      if (problem !== null && listed <= MAX_LISTED_PROBLEMS) block.problems.push({ line, ...problem });
    } else if (isReadKind(kind) && isReadLength(kind, body.length + LINE_END_BYTES)) {
      const record = new Uint8Array(body.length + LINE_END_BYTES);
      record.set(body);
      record.set([CARRIAGE_RETURN, LINE_FEED], body.length);
      block.records.push({ kind, bytes: record, line });
    } else {
      block.skipped.push(kind);
    }
  }

  return {
    push(bytes) {
      const block = emptyBlock();
      let start = 0;
      while (!isLeftOut) {
        if (carried === 0 && !isTooLong) {
          const first = start;
          while (bytes[start] === LINE_FEED) start += 1;
          line += start - first;
          passBlank(block, start - first, line - 1);
          if (isLeftOut) break;
        }
        const stop = bytes.indexOf(LINE_FEED, start);
        if (stop === -1) break;
        if (carried === 0 && !isTooLong && stop - start <= LONGEST_RECORD) {
          addRecord(block, bytes.subarray(start, stop), false);
        } else {
          keep(bytes.subarray(start, stop));
          addRecord(block, carry.subarray(0, carried), false);
        }
        carried = 0;
        isTooLong = false;
        line += 1;
        start = stop + 1;
      }
      if (start < bytes.length && !isLeftOut) keep(bytes.subarray(start));
      return block;
    },
    end() {
      const block = emptyBlock();
      if (!isLeftOut && (carried > 0 || isTooLong)) addRecord(block, carry.subarray(0, carried), true);
      carried = 0;
      isTooLong = false;
      return block;
    },
  };
}

const emptyBlock = (): RecordBlock => ({ records: [], problems: [], problemCount: 0, skipped: [] });

/** @param isCutOff the line has no end */
function problemOf(body: Uint8Array, isCutOff: boolean): { field: string; reason: string } | null {
  const kind = kindOf(body);
  if (!isRecordKind(kind)) return { field: "RecordSpec", reason: `${quote(kind)} is no kind of record` };
  const length = body.length + LINE_END_BYTES;
  const lengths = lengthsOf(kind);
  if (lengths.length === 0 || lengths.includes(length)) return null;
  const expected = `${lengths.join(" or ")} bytes with its line end`;
  const reason =
    isCutOff && length < Math.max(...lengths)
      ? `${kind} is cut off: the file ends after ${body.length} of ${expected}`
      : `${kind} has ${length} bytes, not ${expected} (an unknown version, or not CP932?)`;
  return { field: "record", reason };
}
