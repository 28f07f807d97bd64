import { intercept } from "#test/integration/support/workerd/intercept.ts";

/** The same database; counts calls and queries. A batch is one call with one query per statement. */
export function countCalls(d1: D1Database, queries: { count: number; statements?: number }): D1Database {
  const counted = (statement: D1PreparedStatement): D1PreparedStatement =>
    intercept(statement, (name, _values, call) => {
      if (name === "bind") return counted(call());
      queries.count += 1;
      queries.statements = (queries.statements ?? 0) + 1;
      return call();
    });
  return {
    prepare: (sql: string) => counted(d1.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) => {
      queries.count += 1;
      queries.statements = (queries.statements ?? 0) + statements.length;
      return d1.batch(statements);
    },
  } as unknown as D1Database;
}
