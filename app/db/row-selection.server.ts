import { Column, getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** What `.values()` takes, and columns of the tables that the row is selected from. */
type NewRow<Table extends SQLiteTable> = {
  [Key in keyof Table["$inferInsert"]]: Table["$inferInsert"][Key] | SQL | AnySQLiteColumn;
};

type Selection<Table extends SQLiteTable> = {
  [Key in keyof Table["$inferSelect"]]: SQL.Aliased<Table["$inferSelect"][Key]>;
};

/**
 * A new row as a selection. `insert … select` wants every column, in the order of the table: what is left out is the
 * column's default, as with `.values()`.
 *
 *     db.insert(sessions).select(db.select(rowSelection(sessions, { userId: users.id, … })).from(users).where(…))
 */
export function rowSelection<Table extends SQLiteTable>(table: Table, row: NewRow<Table>): Selection<Table> {
  const given = new Map<string, unknown>(Object.entries(row));
  const selection = Object.entries(getTableColumns(table)).map(([key, column]) => [
    key,
    sql`${toExpression(given.get(key) ?? column.default ?? null, column)}`.as(column.name),
  ]);
  // Object.fromEntries knows no keys.
  return Object.fromEntries(selection) as Selection<Table>;
}

function toExpression(value: unknown, column: Column) {
  if (value === null) return sql`null`;
  return is(value, SQL) || is(value, Column) ? value : sql.param(value, column);
}
