import type { Fields, RecordOf, Report } from "#app/domain/racing/fields.ts";
import {
  PAYOUT_FIELDS,
  type ParsedRace,
  type Payout,
  RACE_FIELDS,
  RUNNER_FIELDS,
  type Runner,
} from "#app/domain/racing/records.ts";
import { isOrderedKind, TICKET_KINDS } from "#app/domain/racing/ticket-kind.ts";
import type { ColumnMap } from "./open-csv.ts";

const trimmedCell = (cells: readonly string[], columns: ColumnMap, column: string): string =>
  (cells[columns[column] ?? -1] ?? "").trim();

function rowReader<F extends Fields>(fields: F) {
  const entries = Object.entries(fields);
  return (cells: readonly string[], columns: ColumnMap, report: Report): RecordOf<F> => {
    const record: Record<string, unknown> = {};
    for (const [name, field] of entries) record[name] = field.read(trimmedCell(cells, columns, field.column), report);
    return record as RecordOf<F>;
  };
}

/** `raceId` is "" without a usable one; the row is sound if nothing was reported. */
export const parseRace: (cells: readonly string[], columns: ColumnMap, report: Report) => ParsedRace =
  rowReader(RACE_FIELDS);

const readRunner = rowReader(RUNNER_FIELDS);

/** As {@link parseRace}. "no-number": scratched or excluded without a horse number, which is skipped. */
export function parseRunner(
  cells: readonly string[],
  columns: ColumnMap,
  report: Report,
): Runner | { kind: "no-number"; raceId: string } {
  const cell = (column: string) => trimmedCell(cells, columns, column);
  const status = cell(RUNNER_FIELDS.status.column);
  if (cell(RUNNER_FIELDS.horseNum.column) === "" && (status === "scratched" || status === "excluded")) {
    const { raceId } = RUNNER_FIELDS;
    return { kind: "no-number", raceId: raceId.read(cell(raceId.column), report) };
  }
  const runner = readRunner(cells, columns, report);
  const { column } = RUNNER_FIELDS.finishPosition;
  if (runner.status === "finished" && cell(column) === "") report(column, "is empty for a runner that finished");
  return runner;
}

const readPayout = rowReader(PAYOUT_FIELDS);

/** Keeps unknown bet types as written. "none": the row has a race only, which has no payouts. */
export function parsePayout(
  cells: readonly string[],
  columns: ColumnMap,
  report: Report,
): Payout | { kind: "none"; raceId: string } {
  const { raceId, ...content } = PAYOUT_FIELDS;
  if (Object.values(content).every(({ column }) => trimmedCell(cells, columns, column) === "")) {
    return { kind: "none", raceId: raceId.read(trimmedCell(cells, columns, raceId.column), report) };
  }
  const payout = readPayout(cells, columns, report);
  return { ...payout, combination: normalCombination(payout.betType, payout.combination) };
}

/** "8-06" becomes "6-8" where the order does not matter; exacta and trifecta rows keep it. */
function normalCombination(betType: string, combination: string): string {
  const numbers = combination.split("-").map(Number);
  if (TICKET_KINDS.some((kind) => kind === betType) && !isOrderedKind(betType))
    numbers.sort((one, other) => one - other);
  return combination === "" ? "" : numbers.join("-");
}
