import { fillPlaceholders, type Query } from "drizzle-orm";
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

/** A builder of a select, as {@link prepareReads} takes it. */
interface Read<Rows> extends PromiseLike<Rows> {
  prepare(): { getQuery(): Query; mapAllResult(result: unknown, isFromBatch: boolean): unknown };
}

/**
 * Reads of one round trip, built once per database with `sql.placeholder` for their values: drizzle's own `batch` takes no
 * prepared statements.
 *
 * @returns a function that runs them, to the rows of each
 */
export function prepareReads<Reads extends readonly Read<unknown>[]>(
  build: (db: Database) => readonly [...Reads],
): (db: Database, values: Record<string, unknown>) => Promise<{ [Index in keyof Reads]: Awaited<Reads[Index]> }> {
  const prepare = prepareOnce((db) =>
    build(db).map((read) => {
      const query = read.prepare();
      const { sql, params } = query.getQuery();
      return { query, params, statement: db.$client.prepare(sql) };
    }),
  );
  return async (db, values) => {
    const reads = prepare(db);
    const bound = reads.map(({ statement, params }) => statement.bind(...fillPlaceholders(params, values)));
    const results = await db.$client.batch(bound);
    const rows = reads.map(({ query }, index) => query.mapAllResult(results[index], true));
    return rows as { [Index in keyof Reads]: Awaited<Reads[Index]> };
  };
}

/**
 * Writes of one transaction, built once per database with `sql.placeholder` for their values: drizzle's own `batch` takes
 * no prepared statements.
 *
 * @returns a function that runs them, to the number of rows that each statement changed
 */
export function prepareWrites(
  build: (db: Database) => readonly { toSQL(): Query }[],
): (db: Database, values: Record<string, unknown>) => Promise<number[]> {
  const prepare = prepareOnce((db) =>
    build(db).map((write) => {
      const { sql, params } = write.toSQL();
      return { statement: db.$client.prepare(sql), params };
    }),
  );
  return async (db, values) => {
    const bound = prepare(db).map(({ statement, params }) => statement.bind(...fillPlaceholders(params, values)));
    return (await db.$client.batch(bound)).map(({ meta }) => meta.changes);
  };
}
