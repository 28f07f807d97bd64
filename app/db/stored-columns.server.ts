import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

type Stored<Table extends SQLiteTable, Key extends keyof Table["_"]["columns"]> = {
  [K in Key as Table["_"]["columns"][K]["_"]["name"]]: Table["_"]["columns"][K]["_"]["dataType"] extends "boolean"
    ? SQL<number>
    : Table["_"]["columns"][K];
};

/** Database names, which are the API's; flags as 0 or 1. */
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
