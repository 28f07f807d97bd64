import { CsvReader } from "#app/domain/open-csv/csv-reader.ts";
import { decodeText } from "../inputs/decode-text.ts";
import type { TableMaps } from "./map-format.ts";
import { defaultReader, type TableMap } from "./map-format.ts";
import type { CellReader } from "./readers/plain.ts";

const ROWS_BEFORE_HEADER = 20;

interface Row {
  line: number;
  cells: readonly string[];
}

export interface Table {
  rows: Row[];
  problem: { line: number; reason: string } | null;
}

/** Header names of exports differ in width of letters and in spaces. */
export const normalHeader = (name: string): string => name.normalize("NFKC").replaceAll(/\s+/g, "");

export function readTable(bytes: Uint8Array): Table {
  const decoded = decodeText(bytes);
  if (decoded.kind === "unreadable") return { rows: [], problem: { line: decoded.line, reason: decoded.reason } };
  const { text } = decoded;
  const head = text.slice(0, 4096);
  const isTabbed = head.split("\t").length > head.split(",").length;
  const reader = new CsvReader({ delimiter: isTabbed ? "\t" : "," });
  const table: Table = { rows: [], problem: null };
  const bytesOfText = decoded.encoding === "utf-8" ? bytes : new TextEncoder().encode(text);
  for (const block of [reader.push(bytesOfText), reader.end()]) {
    for (const [index, cells] of block.rows.entries()) table.rows.push({ line: block.lines[index] ?? 0, cells });
    table.problem ??= block.problem;
    if (table.problem !== null) break;
  }
  return table;
}

export interface MappedCell {
  index: number;
  header: string;
  reader: CellReader;
  read: CellReader;
}

export interface MappedTable {
  map: TableMap;
  headerLine: number;
  width: number;
  rows: Row[];
  columns: ReadonlyMap<string, readonly MappedCell[]>;
  ignored: string[];
}

function findHeader(table: Table, map: TableMap): number {
  const wanted = map.headers.map(normalHeader);
  return table.rows.slice(0, ROWS_BEFORE_HEADER).findIndex(({ cells }) => {
    const names = new Set(cells.map(normalHeader));
    return wanted.every((name) => names.has(name));
  });
}

/** How many cells of the table's header row the map reads; 0: the table is not this map's. */
function matchCount(table: Table, map: TableMap): number {
  const header = table.rows[findHeader(table, map)];
  if (header === undefined) return 0;
  const names = new Set(header.cells.map(normalHeader));
  const known = new Set(Object.values(map.columns).flatMap((sources) => (sources ?? []).flatMap((one) => one.header)));
  return [...known].filter((name) => names.has(normalHeader(name))).length;
}

/** The map that reads most of the table's columns, of the first group with any. Null if none knows its header row. */
export function chooseMap(table: Table, { own, builtIn }: TableMaps): TableMap | null {
  for (const maps of [own, builtIn]) {
    let best: TableMap | null = null;
    let most = 0;
    for (const map of maps) {
      const count = matchCount(table, map);
      if (count <= most) continue;
      best = map;
      most = count;
    }
    if (best !== null) return best;
  }
  return null;
}

/**
 * Finds the map's columns by header name and occurrence.
 * @returns the reasons where two columns have a name and the map does not state which one
 */
export function openTable(table: Table, map: TableMap): MappedTable | { line: number; reasons: string[] } {
  const at = findHeader(table, map);
  const header = table.rows[at];
  if (header === undefined) return { line: 1, reasons: [`no row has the headers ${map.headers.join(", ")}`] };
  const names = header.cells.map(normalHeader);
  const reasons: string[] = [];
  const columns = new Map<string, MappedCell[]>();
  const read = new Set<number>();
  for (const [column, sources] of Object.entries(map.columns)) {
    for (const source of sources ?? []) {
      const found = source.header
        .map((name) => names.flatMap((each, index) => (each === normalHeader(name) ? [index] : [])))
        .find((places) => places.length > 0);
      if (found === undefined) continue;
      if (found.length > 1 && source.occurrence === undefined)
        reasons.push(
          `column ${header.cells[found[0] ?? 0]} stands ${found.length} times: the map (${map.name}) must say which by "occurrence"`,
        );
      const index = found[(source.occurrence ?? 1) - 1];
      if (index === undefined) continue;
      read.add(index);
      const reader = source.read ?? defaultReader(column);
      const cell = { index, header: header.cells[index] ?? "", reader, read: reader };
      columns.set(column, [...(columns.get(column) ?? []), cell]);
    }
  }
  if (reasons.length > 0) return { line: header.line, reasons: [...new Set(reasons)] };
  return {
    map,
    headerLine: header.line,
    width: header.cells.length,
    rows: table.rows.slice(at + 1),
    columns,
    ignored: header.cells.filter((name, index) => name.trim() !== "" && !read.has(index)),
  };
}
