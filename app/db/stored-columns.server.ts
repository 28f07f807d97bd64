import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

type Stored<Table extends SQLiteTable, Key extends keyof Table["_"]["columns"]> = {
  [K in Key as Table["_"]["columns"][K]["_"]["name"]]: Table["_"]["columns"][K]["_"]["dataType"] extends "boolean"
    ? SQL<number>
    : Table["_"]["columns"][K];
};

/** Some columns of a table by their names in the database, which are those of the API; flags as the 0 or 1 that is stored. */
export function stored<Table extends SQLiteTable, Key extends keyof Table["_"]["columns"]>(
  table: Table,
  ...keys: Key[]
) {
  const columns = getTableColumns(table);
  const selection = keys.map((key) => {
    const column = columns[key];
    if (column === undefined) throw new Error(`no column ${String(key)}`);
    return [column.name, column.dataType === "boolean" ? sql<number>`${column}` : column];
  });
  // Object.fromEntries knows no keys.
  return Object.fromEntries(selection) as Stored<Table, Key>;
}
