/** The same database; counts calls and queries. A batch is one call with one query per statement. */
export function countCalls(d1: D1Database, queries: { count: number; statements?: number }): D1Database {
  const counted = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name === "bind") return (...values: unknown[]) => counted(target.bind(...values));
        return (...args: unknown[]) => {
          queries.count += 1;
          queries.statements = (queries.statements ?? 0) + 1;
          return (value as (...args: unknown[]) => unknown).apply(target, args);
        };
      },
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
