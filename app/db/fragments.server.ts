import { Buffer } from "node:buffer";
import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";

export function columnsOf<Table, Name extends keyof Table>(table: Table, ...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>;
}

/** As one JSON text: D1 binds 100 values at most. */
export function isAmong(column: AnySQLiteColumn, values: readonly (number | string)[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}

/** Whether a row of the table meets the condition. Aliases need drizzle's `exists`. */
export function existsIn(table: SQLiteTable, where: SQL | undefined): SQL {
  return sql`exists (select 1 from ${table} where ${where})`;
}

export async function hasRow(db: Database, table: SQLiteTable, where: SQL | undefined): Promise<boolean> {
  return (await db.all(sql`select 1 from ${table} where ${where} limit 1`)).length > 0;
}

/** For statements of subqueries: drizzle's select needs a table. */
export const ONE_ROW = sql`(select 1)`;

/** The previous statement of the batch changed one row. */
export const CHANGED_ONE = sql`changes() = 1`;

export const CHANGED_SOME = sql`changes() > 0`;

/** In `onConflictDoUpdate`: the value of the rejected row. */
export function excluded(column: AnySQLiteColumn): SQL {
  return sql`excluded.${sql.identifier(column.name)}`;
}

export function allExcluded<Name extends string>(columns: Record<Name, AnySQLiteColumn>) {
  const values = Object.entries<AnySQLiteColumn>(columns).map(([name, column]) => [name, excluded(column)]);
  // Object.fromEntries knows no keys.
  return Object.fromEntries(values) as Record<Name, SQL>;
}

/** A job's subject. */
export function asSubject(id: AnySQLiteColumn): SQL<string> {
  return sql`cast(${id} as text)`;
}

/** As hexadecimal text: a quarter of the memory of D1's list of numbers. */
export function bytesOf(column: AnySQLiteColumn) {
  return sql<Uint8Array>`hex(${column})`.mapWith((hex: string): Uint8Array => Buffer.from(hex, "hex"));
}

/** Narrows a column that the condition keeps from being null. */
export function present<Column extends AnySQLiteColumn>(column: Column) {
  return sql`${column}`.mapWith(column);
}

/** Elements are read by {@link jsonField}. */
export function jsonRows(rows: readonly object[]): SQL {
  return sql`json_each(${JSON.stringify(rows)})`;
}

/** Lists and objects as JSON. */
export function jsonField<Value>(path: string): SQL<Value> {
  return sql<Value>`value ->> ${`$.${path}`}`.inlineParams();
}

export function jsonFields<Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, jsonField(name)])) as Record<Name, SQL>;
}

export function isLiving(userId: number | SQLWrapper) {
  return and(eq(users.id, userId), isNull(users.deletedAt));
}

/** Replaced where the operator hides the user's names. */
export function publicName(column: AnySQLiteColumn, hiddenName: string) {
  return sql<string>`case when ${users.nameHiddenAt} is null then ${column} else ${hiddenName} end`;
}
