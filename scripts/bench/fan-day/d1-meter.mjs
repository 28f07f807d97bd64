// A wrapped binding around a D1 database (workerd's `wrapped`): prints the rows that each statement read. Results without
// figures (`raw`, which drizzle uses) are asked for a second time, if the statement only reads.
const READS_ONLY = /^\s*(select|with)\b(?![\s\S]*\b(insert|update|delete)\b)/i;

function note(meta, sql) {
  console.log(JSON.stringify({ event: "d1-rows", rows: meta?.rows_read ?? null, sql: sql.slice(0, 80) }));
}

class MeteredStatement {
  constructor(inner, sql) {
    this.inner = inner;
    this.sql = sql;
  }
  bind(...values) {
    return new MeteredStatement(this.inner.bind(...values), this.sql);
  }
  async all() {
    const result = await this.inner.all();
    note(result.meta, this.sql);
    return result;
  }
  async run() {
    const result = await this.inner.run();
    note(result.meta, this.sql);
    return result;
  }
  async first(column) {
    const row = (await this.all()).results[0] ?? null;
    return row === null || column === undefined ? row : row[column];
  }
  async raw(options) {
    const rows = await this.inner.raw(options);
    if (READS_ONLY.test(this.sql)) await this.all();
    else note(null, this.sql);
    return rows;
  }
}

export default function meter(env) {
  return {
    prepare: (sql) => new MeteredStatement(env.INNER.prepare(sql), sql),
    async batch(statements) {
      const results = await env.INNER.batch(statements.map(({ inner }) => inner));
      for (const [place, { meta }] of results.entries()) note(meta, statements[place].sql);
      return results;
    },
  };
}
