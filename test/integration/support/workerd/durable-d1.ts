/**
 * A D1 over a Durable Object's own SQLite: D1's own engine, called without leaving the isolate, so that a test can
 * afford a million statements. A batch is one transaction, as in D1.
 */
export function createDurableD1(storage: DurableObjectStorage): D1Database {
  const { sql } = storage;
  const totalChanges = () => Number(sql.exec("select total_changes() as n").one().n);
  /** Value after the last statement, the only writer; null after a statement that was not read. */
  let changesBefore: number | null = null;

  class Statement {
    readonly text: string;
    readonly values: readonly SqlStorageValue[];

    constructor(text: string, values: readonly SqlStorageValue[] = []) {
      this.text = text;
      this.values = values;
    }

    bind(...values: SqlStorageValue[]) {
      return new Statement(this.text, values);
    }

    execute() {
      const before = changesBefore ?? totalChanges();
      // Null should it throw.
      changesBefore = null;
      const results = sql.exec(this.text, ...this.values).toArray();
      changesBefore = totalChanges();
      return { success: true, results, meta: { changes: changesBefore - before } };
    }

    async all() {
      return this.execute();
    }

    async run() {
      return this.execute();
    }

    async raw() {
      changesBefore = null;
      return [...sql.exec(this.text, ...this.values).raw()];
    }

    async first() {
      return this.execute().results[0] ?? null;
    }
  }

  return {
    prepare: (text: string) => new Statement(text),
    batch: async (statements: Statement[]) =>
      storage.transactionSync(() => statements.map((statement) => statement.execute())),
  } as unknown as D1Database;
}
