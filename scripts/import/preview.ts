import type { MappedFile } from "./maps/complete-rows.ts";
import type { MappedRecord } from "./maps/records.ts";

const ROWS = 10;

/** The first rows of each kind as they would be stored, each cell with the header it was read from. */
export function formatPreview(files: readonly MappedFile[]): string {
  if (files.length === 0) return "No table is among the files: there is nothing to map.";
  return files.map(formatFile).join("\n\n");
}

function formatFile({ kind, columns, records }: MappedFile): string {
  const shown = records.slice(0, kind === "races" ? 3 : ROWS);
  return [
    `# ${kind}: ${shown.length} of ${records.length}`,
    ...shown.map((record) => formatRecord(record, columns)),
  ].join("\n");
}

function formatRecord(record: MappedRecord, columns: readonly string[]): string {
  const { file, line } = record.origin;
  const filled = columns.filter((column) => record.cells.has(column));
  const width = Math.max(...filled.map((column) => column.length));
  const cells = filled.map((column) => {
    const header = record.origins.get(column)?.headers.get(column);
    const from = header === undefined ? "" : `  ← ${header.replaceAll(/\s+/g, "")}`;
    return `  ${column.padEnd(width)}  ${record.cells.get(column)}${from}`;
  });
  const empty = columns.filter((column) => !record.cells.has(column));
  return [`${file}:${line}`, ...cells, ...(empty.length > 0 ? [`  unknown: ${empty.join(", ")}`] : [])].join("\n");
}
