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

/** JSON lists in the order of the record's fields. */

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

/** Without the hash. */
export function raceValues(race: ParsedRace): unknown[] {
  return declaredRaceValues({ ...race, status: race.status ?? "scheduled" });
}

export const runnerValues: (runner: Runner) => unknown[] = valuesOf(RUNNER_FIELDS);

export const payoutValues: (payout: Payout) => unknown[] = valuesOf(PAYOUT_FIELDS);

// Literal: a parameter would be a REAL, which is no index of a list.
const stagedValue = (index: number): SQL => sql`value ->> ${index}`.inlineParams();

export function stagedFields<F extends Fields>(fields: F): Record<keyof F, SQL>;
export function stagedFields(fields: Fields): Record<string, SQL> {
  return Object.fromEntries(Object.keys(fields).map((name, index) => [name, stagedValue(index)]));
}

/** After the values of the record. */
export const stagedHash = (fields: Fields): SQL => stagedValue(Object.keys(fields).length);

const RUNNER_COLUMNS = Object.keys(RUNNER_FIELDS);

export const runnerValue = (name: keyof typeof RUNNER_FIELDS): SQL => stagedValue(RUNNER_COLUMNS.indexOf(name));
