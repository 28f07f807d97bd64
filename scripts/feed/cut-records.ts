import { isReadKind, isRecordKind, kindOf } from "#app/domain/jv-data/record-kinds.ts";

/** Lines of a file that follow each other in a delivery. */
export interface Segment {
  name: string;
  /** Number of the first line in its file, from 1. */
  firstLine: number;
  lines: number;
}

interface Cut {
  /** Lines as they stand in the file, without those that the site does not read. */
  bytes: Uint8Array;
  segments: Segment[];
  /** Bytes and lines of the file that are dealt with, sent or not. */
  length: number;
  lines: number;
  /** Records of kinds that are not read. */
  skipped: number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

/**
 * Returns the whole lines of a piece. No character of CP932 holds a line feed, so nothing is decoded. Kinds that the
 * site skips stay here, and so do blank lines.
 * @param isLast what follows the last line feed is a line, too
 */
export function cutRecords(
  piece: Uint8Array,
  { name, firstLine, maxLines, isLast }: { name: string; firstLine: number; maxLines: number; isLast: boolean },
): Cut {
  const parts: Uint8Array[] = [];
  const segments: Segment[] = [];
  let length = 0;
  let lines = 0;
  let skipped = 0;
  while (length < piece.length && lines < maxLines) {
    const feed = piece.indexOf(LINE_FEED, length);
    if (feed === -1 && !isLast) break;
    const end = feed === -1 ? piece.length : feed + 1;
    const line = piece.subarray(length, end);
    const kind = kindOf(line);
    if (isRecordKind(kind) && !isReadKind(kind)) {
      skipped += 1;
    } else if (!isBlank(line)) {
      const last = segments.at(-1);
      if (last !== undefined && last.firstLine + last.lines === firstLine + lines) last.lines += 1;
      else segments.push({ name, firstLine: firstLine + lines, lines: 1 });
      parts.push(line);
    }
    length = end;
    lines += 1;
  }
  return { bytes: Buffer.concat(parts), segments, length, lines, skipped };
}

const isBlank = (line: Uint8Array): boolean =>
  line.every((byte) => byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === SPACE);

/** Where a line of a delivery stands in its file: `RA.jvd:12`; null for a record that was delivered earlier. */
export function placeOf(segments: readonly Segment[], line: number): string | null {
  let before = 0;
  for (const segment of segments) {
    if (line > before && line <= before + segment.lines)
      return `${segment.name}:${segment.firstLine + line - before - 1}`;
    before += segment.lines;
  }
  return null;
}
