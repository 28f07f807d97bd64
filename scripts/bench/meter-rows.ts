/** The same database, adding the rows that its statements read and write to `metered`. */
export function meterRows(d1: D1Database, metered: { rowsRead: number; rowsWritten: number }): D1Database {
  const count = (result: unknown) => {
    const meta = (result as { meta?: { rows_read?: number; rows_written?: number } } | null)?.meta;
    metered.rowsRead += meta?.rows_read ?? 0;
    metered.rowsWritten += meta?.rows_written ?? 0;
  };
  return new Proxy(d1, {
    get(target, name) {
      if (name !== "batch") return Reflect.get(target, name) as unknown;
      return async (statements: D1PreparedStatement[]) => {
        const results = await target.batch(statements);
        for (const result of results) count(result);
        return results;
      };
    },
  });
}
