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

/** A builder of a statement, as {@link prepareBatch} takes it. */
interface Builder<Result> extends PromiseLike<Result> {
  prepare(): { getQuery(): Query; mapResult(result: unknown, isFromBatch: boolean): unknown };
}

/**
 * Statements of one round trip, one transaction, built once per database with `sql.placeholder` for their values: drizzle's
 * own `batch` takes no prepared statements.
 *
 * @returns a function that runs them, to what drizzle's `batch` answers: the rows of a read, `meta.changes` of a write
 */
export function prepareBatch<Builders extends readonly Builder<unknown>[]>(
  build: (db: Database) => readonly [...Builders],
): (db: Database, values: Record<string, unknown>) => Promise<{ [Index in keyof Builders]: Awaited<Builders[Index]> }> {
  const prepare = prepareOnce((db) =>
    build(db).map((builder) => {
      const query = builder.prepare();
      const { sql, params } = query.getQuery();
      return { query, params, statement: db.$client.prepare(sql) };
    }),
  );
  return async (db, values) => {
    const prepared = prepare(db);
    const bound = prepared.map(({ statement, params }) => statement.bind(...fillPlaceholders(params, values)));
    const results = await db.$client.batch(bound);
    const mapped = prepared.map(({ query }, index) => query.mapResult(results[index], true));
    return mapped as { [Index in keyof Builders]: Awaited<Builders[Index]> };
  };
}
