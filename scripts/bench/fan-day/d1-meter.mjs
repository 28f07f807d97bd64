// A wrapped binding around a D1 database (workerd's `wrapped`): prints each statement and the rows that it read. Results without
// figures (`raw`, which drizzle uses) are asked for a second time, if the statement only reads.
const READS_ONLY = /^\s*(select|with)\b(?![\s\S]*\b(insert|update|delete)\b)/i;

function note(meta, { sql, values }) {
  console.log(JSON.stringify({ event: "d1-rows", rows: meta?.rows_read ?? null, sql, values }));
}

class MeteredStatement {
  constructor(inner, sql, values = []) {
    this.inner = inner;
    this.sql = sql;
    this.values = values;
  }
  bind(...values) {
    return new MeteredStatement(this.inner.bind(...values), this.sql, values);
  }
  async all() {
    const result = await this.inner.all();
    note(result.meta, this);
    return result;
  }
  async run() {
    const result = await this.inner.run();
    note(result.meta, this);
    return result;
  }
  async first(column) {
    const row = (await this.all()).results[0] ?? null;
    return row === null || column === undefined ? row : row[column];
  }
  async raw(options) {
    const rows = await this.inner.raw(options);
    if (READS_ONLY.test(this.sql)) await this.all();
    else note(null, this);
    return rows;
  }
}

export default function meter(env) {
  return {
    prepare: (sql) => new MeteredStatement(env.INNER.prepare(sql), sql),
    async batch(statements) {
      const results = await env.INNER.batch(statements.map(({ inner }) => inner));
      for (const [place, { meta }] of results.entries()) note(meta, statements[place]);
      return results;
    },
  };
}
