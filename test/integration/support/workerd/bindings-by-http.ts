import { request } from "node:http";

type Value = string | number | boolean | null | number[];
type Method = "all" | "run" | "raw" | "first" | "batch";

interface Query {
  database: string;
  method: Method;
  statements: { sql: string; values: readonly Value[] }[];
  /** Argument of `raw` and `first`. */
  argument?: unknown;
}

/** A Worker that executes requests on its own D1 and R2 bindings, and returns their results or errors. */
export const BINDINGS_WORKER = `export default {
  async fetch(request, env) {
    const { bucket, key, text, options, database, method, statements, argument } = await request.json();
    try {
      if (bucket !== undefined) {
        const object = await (method === "put" ? env[bucket].put(key, text, options) : env[bucket].get(key));
        if (object === null) return Response.json({ result: null });
        return Response.json({ result: { etag: object.etag, text: method === "put" ? text : await object.text() } });
      }
      const bound = statements.map(({ sql, values }) => env[database].prepare(sql).bind(...values));
      const given = argument === undefined ? [] : [argument];
      return Response.json({ result: await (method === "batch" ? env[database].batch(bound) : bound[0][method](...given)) });
    } catch (error) {
      return Response.json({ error: error.message, cause: error.cause?.message });
    }
  },
};`;

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
    return callWorker(address, query);
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

interface StoredText {
  etag: string;
  text: string;
}

/** An R2 binding of a Worker with the script BINDINGS_WORKER, for use in Node: `get` and `put` of texts only. */
export function openBucketByHttp(address: URL, bucket: string): R2Bucket {
  const call = async (method: "get" | "put", key: string, rest: { text?: string; options?: R2PutOptions } = {}) => {
    const stored = (await callWorker(address, { bucket, method, key, ...rest })) as StoredText | null;
    return stored === null ? null : { etag: stored.etag, json: async () => JSON.parse(stored.text) as unknown };
  };
  return {
    get: (key: string) => call("get", key),
    put: (key: string, text: string, options?: R2PutOptions) => call("put", key, { text, options }),
  } as unknown as R2Bucket;
}

async function callWorker(address: URL, call: object): Promise<unknown> {
  const answer = JSON.parse(await post(address, JSON.stringify(call))) as {
    result?: unknown;
    error?: string;
    cause?: string;
  };
  if (answer.error === undefined) return answer.result;
  throw new Error(answer.error, answer.cause === undefined ? {} : { cause: new Error(answer.cause) });
}

/** A value that JSON supports; others are refused with D1's own message. */
function asValue(value: unknown): Value {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (value instanceof ArrayBuffer) return [...new Uint8Array(value)];
  if (ArrayBuffer.isView(value)) return [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)];
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${value}'`);
}

function post(address: URL, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    // Each on its own connection: workerd closes idle ones, and a request on a closing one is lost.
    const asked = request(address, { method: "POST", agent: false }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("end", () => resolve(Buffer.concat(pieces).toString()));
      answer.on("error", reject);
    });
    asked.on("error", reject);
    asked.end(body);
  });
}
