type FetchMethod = "first" | "all" | "raw" | "run";

interface RecordedCall {
  sql: string;
  values: unknown[];
  method: FetchMethod;
}

/** Records the calls that some work makes to a database, so that the reference replays the pages' own statements. */
export async function recordCalls(work: (d1: D1Database) => Promise<unknown>): Promise<RecordedCall[]> {
  const calls: RecordedCall[] = [];
  const prepare = (sql: string, values: unknown[] = []): unknown => {
    const fetchBy = (method: FetchMethod, answer: unknown) => async () => {
      calls.push({ sql, values, method });
      return answer;
    };
    return {
      bind: (...bound: unknown[]) => prepare(sql, bound),
      first: fetchBy("first", null),
      all: fetchBy("all", { results: [] }),
      raw: fetchBy("raw", []),
      run: fetchBy("run", { results: [] }),
    };
  };
  await work({ prepare } as unknown as D1Database);
  if (calls.length === 0) throw new Error("nothing was asked of the database");
  return calls;
}

export async function replay(d1: D1Database, calls: readonly RecordedCall[]): Promise<number> {
  let rows = 0;
  for (const { sql, values, method } of calls) {
    const statement = d1.prepare(sql).bind(...values);
    if (method === "first") rows += (await statement.first()) === null ? 0 : 1;
    else if (method === "raw") rows += (await statement.raw()).length;
    else rows += (await statement[method]()).results.length;
  }
  return rows;
}
