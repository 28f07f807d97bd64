import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

export type Database = DrizzleD1Database;

/** Drizzle's builders on a D1 binding; the tables are those of `schema/`. */
export function openDatabase(d1: D1Database): Database {
  return drizzle(d1);
}
