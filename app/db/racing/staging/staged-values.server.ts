import { type SQL, sql } from "drizzle-orm";
import type { Fields, RecordOf } from "#app/domain/racing/fields.ts";
import {
  PAYOUT_FIELDS,
  type ParsedRace,
  type Payout,
  RACE_FIELDS,
  RUNNER_FIELDS,
  type Runner,
} from "#app/domain/racing/records.ts";

/** Rows of a staged chunk: JSON lists with the values of a record in the order of its fields, and how SQL reads them. */

function valuesOf<F extends Fields>(fields: F) {
  const names = Object.keys(fields);
  return (record: RecordOf<F>): unknown[] => {
    const values: Readonly<Record<string, unknown>> = record;
    return names.map((name) => {
      const value = values[name];
      return typeof value === "boolean" ? Number(value) : value;
    });
  };
}

const declaredRaceValues = valuesOf(RACE_FIELDS);

/** A race's row of a chunk, without the hash. */
export function raceValues(race: ParsedRace): unknown[] {
  return declaredRaceValues({ ...race, status: race.status ?? "scheduled" });
}

/** A runner's row of a chunk, without the hash. */
export const runnerValues: (runner: Runner) => unknown[] = valuesOf(RUNNER_FIELDS);

/** A payout's row of a chunk. */
export const payoutValues: (payout: Payout) => unknown[] = valuesOf(PAYOUT_FIELDS);

// The index is part of the text: as a parameter it would be bound as a REAL, which is a key and no index.
const stagedValue = (index: number): SQL => sql`value ->> ${index}`.inlineParams();

/** The record's values in a staged row, by field. */
export function stagedFields<F extends Fields>(fields: F): Record<keyof F, SQL>;
export function stagedFields(fields: Fields): Record<string, SQL> {
  return Object.fromEntries(Object.keys(fields).map((name, index) => [name, stagedValue(index)]));
}

/** Behind the values of the record. */
export const stagedHash = (fields: Fields): SQL => stagedValue(Object.keys(fields).length);

const RUNNER_COLUMNS = Object.keys(RUNNER_FIELDS);

/** A runner's value in a staged row. */
export const runnerValue = (name: keyof typeof RUNNER_FIELDS): SQL => stagedValue(RUNNER_COLUMNS.indexOf(name));
