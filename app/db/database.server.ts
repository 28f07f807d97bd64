import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

export type Database = DrizzleD1Database & { $client: D1Database };

const databases = new WeakMap<D1Database, Database>();

/** Drizzle's builders on a D1 binding, the same for every request; the tables are those of `schema/`. */
export function openDatabase(d1: D1Database): Database {
  const open = databases.get(d1) ?? drizzle(d1);
  databases.set(d1, open);
  return open;
}

/** A statement of a page, built once per database: building it for each request costs as much as running it. */
export function prepareOnce<Statement>(prepare: (db: Database) => Statement): (db: Database) => Statement {
  const prepared = new WeakMap<Database, Statement>();
  return (db) => {
    const statement = prepared.get(db) ?? prepare(db);
    prepared.set(db, statement);
    return statement;
  };
}
