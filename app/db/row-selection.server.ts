import { Column, getTableColumns, is, SQL, type Subquery, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.server.ts";
import { ONE_ROW } from "./fragments.server.ts";

export type NewRow<Table extends SQLiteTable> = {
  [Key in keyof Table["$inferInsert"]]: Table["$inferInsert"][Key] | SQL | AnySQLiteColumn;
};

type Selection<Table extends SQLiteTable> = {
  [Key in keyof Table["$inferSelect"]]: SQL.Aliased<Table["$inferSelect"][Key]>;
};

/** `insert … select` needs every column in the table's order: omitted ones get their default. */
export function rowSelection<Table extends SQLiteTable>(table: Table, row: NewRow<Table>): Selection<Table> {
  const given = new Map<string, unknown>(Object.entries(row));
  const selection = Object.entries(getTableColumns(table)).map(([key, column]) => [
    key,
    sql`${toExpression(given.get(key) ?? column.default ?? null, column)}`.as(column.name),
  ]);
  // Object.fromEntries knows no keys.
  return Object.fromEntries(selection) as Selection<Table>;
}

type Source = SQL | SQLiteTable | Subquery;

export interface RowSource {
  /** Default: one row. */
  from?: Source;
  /** Inner joins. */
  joins?: readonly (readonly [table: Source, on: SQL | undefined])[];
  where?: SQL | undefined;
}

/** Inserts a row for each row of the source. */
export function insertWhere<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  row: NewRow<Table>,
  { from = ONE_ROW, joins = [], where }: RowSource,
) {
  const selected: Record<string, SQL.Aliased> = rowSelection(table, row);
  const rows = db.select(selected).from(from).$dynamic();
  for (const [joined, on] of joins) rows.innerJoin(joined, on);
  // Without a condition SQLite reads "on conflict" as one of a join.
  rows.where(where ?? sql`true`);
  // The types of drizzle's insert do not follow a table that is a parameter.
  return db.insert(table).select(rows as never);
}

function toExpression(value: unknown, column: Column) {
  if (value === null) return sql`null`;
  return is(value, SQL) || is(value, Column) ? value : sql.param(value, column);
}
