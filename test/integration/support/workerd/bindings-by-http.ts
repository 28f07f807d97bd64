import { askDatabase } from "./bindings-worker.ts";

type Value = string | number | boolean | null | number[];
type Method = "all" | "run" | "raw" | "first" | "batch";

interface Query {
  database: string;
  method: Method;
  statements: { sql: string; values: readonly Value[] }[];
  /** Argument of `raw` and `first`. */
  argument?: unknown;
}

/**
 * A D1 binding of a Worker with the script BINDINGS_WORKER, for use in Node. Miniflare's own proxy blocks the thread for
 * every `prepare` and `bind`; here a query is one request, and the statements are created inside workerd.
 *
 * @param address where the Worker listens
 * @param database its name in the Worker
 */
export function openD1ByHttp(address: URL, database: string): D1Database {
  function call(method: Method, statements: readonly Statement[], argument?: unknown): Promise<unknown> {
    const query: Query = {
      database,
      method,
      argument,
      statements: statements.map(({ sql, values }) => ({ sql, values })),
    };
    return askDatabase(address, query);
  }

  class Statement {
    readonly sql: string;
    readonly values: readonly Value[];

    constructor(sql: string, values: readonly Value[] = []) {
      this.sql = sql;
      this.values = values;
    }

    bind(...values: unknown[]) {
      return new Statement(this.sql, values.map(asValue));
    }

    all() {
      return call("all", [this]);
    }

    run() {
      return call("run", [this]);
    }

    raw(options?: { columnNames?: boolean }) {
      return call("raw", [this], options);
    }

    first(column?: string) {
      return call("first", [this], column);
    }
  }

  return {
    prepare: (sql: string) => new Statement(sql),
    batch: (statements: Statement[]) => call("batch", statements),
  } as unknown as D1Database;
}

/** A value that JSON supports; others are refused with D1's own message. */
function asValue(value: unknown): Value {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (value instanceof ArrayBuffer) return [...new Uint8Array(value)];
  if (ArrayBuffer.isView(value)) return [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)];
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${value}'`);
}
