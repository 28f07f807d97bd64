import { columnsOf, csvLine } from "#app/domain/open-csv/open-csv.ts";
import type { Fields, RecordOf } from "#app/domain/racing/fields.ts";
import { PAYOUT_FIELDS, RACE_FIELDS, RUNNER_FIELDS } from "#app/domain/racing/records.ts";

export const RACE_COLUMNS = columnsOf(RACE_FIELDS);
export const RUNNER_COLUMNS = columnsOf(RUNNER_FIELDS);
export const PAYOUT_COLUMNS = columnsOf(PAYOUT_FIELDS);

export const raceLine = lineWriter(RACE_FIELDS);
export const runnerLine = lineWriter(RUNNER_FIELDS);
export const payoutLine = lineWriter(PAYOUT_FIELDS);

function lineWriter<F extends Fields>(fields: F) {
  const entries = Object.entries(fields);
  return (record: RecordOf<F>): string => {
    const values: Readonly<Record<string, unknown>> = record;
    return csvLine(entries.map(([name, field]) => field.write(values[name])));
  };
}
