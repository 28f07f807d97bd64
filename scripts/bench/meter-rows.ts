interface Metered {
  rowsRead: number;
  rowsWritten: number;
}

/** A statement that can safely be executed a second time. */
const READS_ONLY = /^\s*(select|with)\b(?![\s\S]*\b(insert|update|delete)\b)/i;

const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

/**
 * The same database, adding the rows that its statements read and write to `metered`. A `raw` answer, which drizzle asks for,
 * carries no figures: a statement that only reads is asked a second time, so its time is not to be measured beside. One that
 * writes and returns columns must not name two of them alike.
 */
export function meterRows(d1: D1Database, metered: Metered): D1Database {
  const count = <T extends { meta?: { rows_read?: number; rows_written?: number } }>(result: T): T => {
    metered.rowsRead += result.meta?.rows_read ?? 0;
    metered.rowsWritten += result.meta?.rows_written ?? 0;
    return result;
  };
  const meter = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const wrapped = {
      bind: (...values: unknown[]) => meter(statement.bind(...values), sql),
      all: async () => count(await statement.all()),
      run: async () => count(await statement.run()),
      raw: async () => {
        const { results } = count(await statement.all<Record<string, unknown>>());
        return READS_ONLY.test(sql) ? statement.raw() : results.map((row) => Object.values(row));
      },
    } as unknown as D1PreparedStatement;
    originals.set(wrapped, statement);
    return wrapped;
  };
  return {
    prepare: (sql: string) => meter(d1.prepare(sql), sql),
    batch: async (statements: D1PreparedStatement[]) =>
      (await d1.batch(statements.map((each) => originals.get(each) ?? each))).map(count),
  } as unknown as D1Database;
}
