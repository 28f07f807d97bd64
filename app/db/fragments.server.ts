import { Buffer } from "node:buffer";
import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { users } from "#app/db/schema/accounts.server.ts";

/** Parts of statements that drizzle has no builder for. */

/** Whether a column has one of these values, however many: as one JSON text, since D1 binds 100 values at most. */
export function isAmong(column: AnySQLiteColumn, values: readonly (number | string)[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}

/** For statements that read by subqueries only: drizzle's select needs a table. */
export const ONE_ROW = sql`(select 1)`;

/** In a batch: the statement before changed one row. */
export const CHANGED_ONE = sql`changes() = 1`;

/** In a batch: the statement before changed something. */
export const CHANGED_SOME = sql`changes() > 0`;

/** In `onConflictDoUpdate`: what the row that was not inserted has in a column. */
export function excluded(column: AnySQLiteColumn): SQL {
  return sql`excluded.${sql.identifier(column.name)}`;
}

/** The id of a row as text, as jobs have it for their subject. */
export function asSubject(id: AnySQLiteColumn): SQL<string> {
  return sql`cast(${id} as text)`;
}

/** The content of a column of bytes, which D1 would give as a list of numbers: as text it takes a quarter of the memory. */
export function bytesOf(column: AnySQLiteColumn) {
  return sql<Uint8Array>`hex(${column})`.mapWith((hex: string): Uint8Array => Buffer.from(hex, "hex"));
}

/** A nullable column where the query's condition leaves no null. */
export function present<Column extends AnySQLiteColumn>(column: Column) {
  return sql`${column}`.mapWith(column);
}

/** A list to select from; its elements' fields are {@link jsonField}. */
export function jsonRows(rows: readonly object[]): SQL {
  return sql`json_each(${JSON.stringify(rows)})`;
}

/** A field of an element of {@link jsonRows} by its path; a list or an object as JSON. */
export function jsonField<Value>(path: string): SQL<Value> {
  return sql<Value>`value ->> ${`$.${path}`}`.inlineParams();
}

/** A name as public pages show it: another one where the operator hides those of the row's user. */
export function publicName(column: AnySQLiteColumn, hiddenName: string) {
  return sql<string>`case when ${users.nameHiddenAt} is null then ${column} else ${hiddenName} end`;
}
