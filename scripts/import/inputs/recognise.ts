import { isRecordKind } from "#app/domain/jv-data/record-kinds.ts";
import { FILE_KINDS, type FileKind, readHeader } from "#app/domain/open-csv/open-csv.ts";
import type { TableMap, TableMaps } from "../maps/map-format.ts";
import { chooseMap, normalHeader, readTable, type Table } from "../maps/read-table.ts";
import { isGarbledHeader } from "./decode-text.ts";
import { foreignFormat } from "./foreign-format.ts";
import { HEAD_BYTES } from "./read-head.ts";

/** What a file holds, by its first bytes alone. */
export type Content =
  | { kind: "open-csv"; file: FileKind }
  | { kind: "records"; record: string }
  | { kind: "table"; map: TableMap }
  /** Race data that cannot be read as it is, and what to do. */
  | { kind: "faulty"; line: number; reason: string }
  | { kind: "empty" }
  | { kind: "unknown"; reason: string };

/** Kind, DataKubun, MakeDate: how every record begins. */
const RECORD_START = /^([A-Z][A-Z0-9])[0-9A-Z]\d{8}/;

const START_BYTES = 4096;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** @param head the first bytes of the content: all of it, or HEAD_BYTES */
export function recognise(head: Uint8Array, maps: TableMaps): Content {
  if (head.every((byte) => byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === 32)) return { kind: "empty" };
  const bytes = new TextDecoder("latin1").decode(head);
  const first = recordKindOf(bytes);
  if (first !== null) return { kind: "records", record: first };
  const start = head.subarray(0, START_BYTES);
  const foreign = foreignFormat(decodeUtf16(start) ?? withoutMark(bytes.slice(0, START_BYTES)));
  if (foreign !== null) return { kind: "unknown", reason: foreign };
  const content = recogniseText(head, maps);
  if (content.kind !== "unknown") return content;
  // Records of which the first is broken: the site names its line.
  const later = bytes
    .split("\n")
    .map(recordKindOf)
    .find((kind) => kind !== null);
  return later === undefined ? content : { kind: "records", record: later };
}

const withoutMark = (bytes: string): string => bytes.replace(/^\u00ef\u00bb\u00bf/, "");

function recordKindOf(line: string): string | null {
  const kind = RECORD_START.exec(line)?.[1];
  return kind !== undefined && isRecordKind(kind) ? kind : null;
}

function recogniseText(head: Uint8Array, maps: TableMaps): Content {
  const utf16 = decodeUtf16(head);
  if (utf16 !== null) {
    const { kind } = recogniseTable(readTable(new TextEncoder().encode(utf16)), maps);
    const reason = "is UTF-16 text: save it as UTF-8 or Shift_JIS";
    return kind === "unknown" ? { kind, reason } : { kind: "faulty", line: 1, reason };
  }
  if (isBinary(head)) return { kind: "unknown", reason: "is no text" };
  const whole = head.length < HEAD_BYTES ? head : head.subarray(0, head.lastIndexOf(LINE_FEED) + 1);
  const text = whole.length === 0 ? head : whole;
  const table = readTable(text);
  const content = recogniseTable(table, maps);
  if (content.kind !== "unknown" || table.problem === null) return content;
  const { kind } = recogniseTable(readTable(text.map((byte) => (byte === CARRIAGE_RETURN ? LINE_FEED : byte))), maps);
  return kind === "unknown" ? content : { kind: "faulty", ...table.problem };
}

/** Controls that no text has; UTF-16 is asked for before. */
const isBinary = (head: Uint8Array): boolean => head.some((byte) => byte < 9 || (byte > 13 && byte < 27));

function decodeUtf16(head: Uint8Array): string | null {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(head);
  return first === 0xfe && second === 0xff ? new TextDecoder("utf-16be").decode(head) : null;
}

function recogniseTable(table: Table, maps: TableMaps): Content {
  const own = chooseMap(table, { own: maps.own, builtIn: [] });
  if (own !== null) return { kind: "table", map: own };
  const [header] = table.rows;
  const openCsv = header === undefined ? null : findOpenCsvKind(header.cells);
  const map = openCsv?.isComplete ? null : chooseMap(table, maps);
  if (map !== null) return { kind: "table", map };
  if (openCsv !== null) return { kind: "open-csv", file: openCsv.kind };
  // Without a header it is unknown whether a text is race data at all.
  if (table.problem !== null) return { kind: "unknown", reason: `line ${table.problem.line} ${table.problem.reason}` };
  const names = [...maps.own, ...maps.builtIn].flatMap((each) => each.headers);
  const garbled = table.rows.slice(0, 5).find(({ cells }) => isGarbledHeader(cells.map(normalHeader).join(","), names));
  if (garbled !== undefined) {
    const reason =
      "the header is mojibake, text that was read in the wrong encoding and saved: export the file once more";
    return { kind: "faulty", line: garbled.line, reason };
  }
  return { kind: "unknown", reason: unknownReason(header?.cells ?? [], maps) };
}

/** The kind with the most of its columns in this header; null below two, which any table may have. */
function findOpenCsvKind(cells: readonly string[]): { kind: FileKind; isComplete: boolean } | null {
  let best: { kind: FileKind; isComplete: boolean } | null = null;
  let most = 1;
  for (const kind of FILE_KINDS) {
    const { columns, problems } = readHeader(kind, cells);
    const known = Object.values(columns).filter((index) => index >= 0).length;
    if (known <= most) continue;
    best = { kind, isComplete: problems.length === 0 };
    most = known;
  }
  return best;
}

function unknownReason(cells: readonly string[], maps: TableMaps): string {
  const names = new Set(cells.map(normalHeader));
  const nearest = [...maps.own, ...maps.builtIn]
    .map((map) => ({ map, missing: map.headers.filter((name) => !names.has(normalHeader(name))) }))
    .filter(({ map, missing }) => missing.length < map.headers.length)
    .sort((one, other) => one.missing.length - other.missing.length)[0];
  if (nearest === undefined) return "is neither open CSV nor records nor a table that a map knows";
  return `is no table that a map knows: for "${nearest.map.name}" it lacks ${nearest.missing.join(", ")} (--map FILE gives your own)`;
}
