import type { ColumnMap, ImportError } from "#app/domain/open-csv/open-csv.ts";
import { parsePayout, parseRace, parseRunner } from "#app/domain/open-csv/open-csv-rows.ts";
import type { Report as ReportCell } from "#app/domain/racing/fields.ts";
import type { MappedRows } from "./collect-rows.ts";
import { PAYOUT_COLUMNS, RACE_COLUMNS, RUNNER_COLUMNS } from "./map-format.ts";
import { errorAt, type MappedRecord, originOf } from "./records.ts";

type Report = (error: ImportError) => void;

export function addMargins(rows: MappedRows): void {
  const winners = new Map<string, number>();
  for (const { cells } of rows.runners.values()) {
    const time = Number(cells.get("time_s"));
    if (cells.get("finish_position") === "1" && time > 0) winners.set(cells.get("race_id") ?? "", time);
  }
  for (const { cells } of rows.runners.values()) {
    const winner = winners.get(cells.get("race_id") ?? "");
    const time = Number(cells.get("time_s"));
    if (winner === undefined || !(time > 0) || cells.has("margin_s") || cells.get("status") !== "finished") continue;
    cells.set("margin_s", (time - winner).toFixed(1));
  }
}

export interface MappedFile {
  kind: "races" | "runners" | "payouts";
  columns: readonly string[];
  records: readonly MappedRecord[];
}

export function filesOfRows(rows: MappedRows): MappedFile[] {
  const files: MappedFile[] = [
    { kind: "races", columns: RACE_COLUMNS, records: [...rows.races.values()] },
    { kind: "runners", columns: RUNNER_COLUMNS, records: [...rows.runners.values()] },
    { kind: "payouts", columns: PAYOUT_COLUMNS, records: [...rows.payouts.values()] },
  ];
  return files.filter(({ records }) => records.length > 0);
}

const PARSERS: Record<
  MappedFile["kind"],
  (cells: readonly string[], columns: ColumnMap, report: ReportCell) => unknown
> = { races: parseRace, runners: parseRunner, payouts: parsePayout };

/** Checks every cell as the site will, so that what is refused is named by the operator's own file. */
export function checkFiles(files: readonly MappedFile[], report: Report): void {
  for (const { kind, columns, records } of files) {
    const places: ColumnMap = Object.fromEntries(columns.map((column, index) => [column, index]));
    for (const record of records) {
      const found: [column: string, reason: string][] = [];
      PARSERS[kind](cellsOf(record, columns), places, (column, reason) => found.push([column, reason]));
      for (const [column, reason] of found) {
        if (!isMadeOfFaultyName(record, column, found)) report(errorAt(originOf(record, column), column, reason));
      }
    }
  }
}

/** An id that was made of a name has the name's faults, which are reported already. */
function isMadeOfFaultyName(
  record: MappedRecord,
  column: string,
  found: readonly (readonly [string, string])[],
): boolean {
  const name = column.replace(/_id$/, "_name");
  return name !== column && !record.origins.has(column) && found.some(([faulty]) => faulty === name);
}

export const cellsOf = ({ cells }: MappedRecord, columns: readonly string[]): string[] =>
  columns.map((column) => cells.get(column) ?? "");
