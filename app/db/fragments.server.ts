import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";

/** Parts of statements that drizzle has no builder for. */

/** Whether a column has one of these values, however many: as one JSON text, since D1 binds 100 values at most. */
export function isAmong(column: AnySQLiteColumn, values: readonly (number | string)[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}

/** For statements that read by subqueries only: drizzle's select needs a table. */
export const ONE_ROW = sql`(select 1)`;

/** The id of a row as text, as jobs have it for their subject. */
export function asSubject(id: AnySQLiteColumn): SQL<string> {
  return sql`cast(${id} as text)`;
}
