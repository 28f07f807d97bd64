import { fillPlaceholders, type Query } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

export type Database = DrizzleD1Database & { $client: D1Database };

export type RowsOf<Builders extends readonly unknown[]> = {
  readonly [Index in keyof Builders]: Awaited<Builders[Index]>;
};

const databases = new WeakMap<D1Database, Database>();

/** The same for every request. */
export function openDatabase(d1: D1Database): Database {
  const open = databases.get(d1) ?? drizzle(d1);
  databases.set(d1, open);
  return open;
}

/** Once per database: building costs as much as running. */
export function prepareOnce<Statement>(prepare: (db: Database) => Statement): (db: Database) => Statement {
  const prepared = new WeakMap<Database, Statement>();
  return (db) => {
    const statement = prepared.get(db) ?? prepare(db);
    prepared.set(db, statement);
    return statement;
  };
}

interface Builder<Result> extends PromiseLike<Result> {
  prepare(): { getQuery(): Query; mapResult(result: unknown, isFromBatch: boolean): unknown };
}

/** Built once with `sql.placeholder`; drizzle's own `batch` takes no prepared statements. */
export function prepareBatch<Builders extends readonly Builder<unknown>[]>(
  build: (db: Database) => readonly [...Builders],
): (db: Database, values: Record<string, unknown>) => Promise<RowsOf<Builders>> {
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
