import { Agent, type IncomingHttpHeaders, request } from "node:http";

/** Request header with a call of a bucket as JSON; without it the body is a query. */
const CALL_HEADER = "x-bucket-call";
/** Response header with the facts of an object whose content is the body. */
const OBJECT_HEADER = "x-object";

/**
 * A Worker that executes requests on its own D1 and R2 bindings, and returns their results or errors. It refuses a batch with a
 * select of two columns with one name: D1 returns a batch's rows as objects, which have such a column once.
 */
export const BINDINGS_WORKER = `export default {
  async fetch(request, env) {
    try {
      const call = request.headers.get("${CALL_HEADER}");
      if (call === null) return Response.json({ result: await query(env, await request.json()) });
      return await callBucket(env, JSON.parse(decodeURIComponent(call)), await request.arrayBuffer());
    } catch (error) {
      return Response.json({ error: error.message, cause: error.cause?.message });
    }
  },
};

async function query(env, { database, method, statements, argument }) {
  const bound = statements.map(({ sql, values }) => env[database].prepare(sql).bind(...values));
  if (method !== "batch") return bound[0][method](...(argument === undefined ? [] : [argument]));
  const results = await env[database].batch(bound);
  for (const [place, { sql }] of statements.entries()) await refuseDoubledColumns(sql, bound[place]);
  return results;
}

const known = new Set();

async function refuseDoubledColumns(sql, statement) {
  if (known.has(sql) || !/^select/i.test(sql)) return;
  known.add(sql);
  const [names] = await statement.raw({ columnNames: true });
  if (new Set(names).size < names.length) throw new Error("two columns have one name: " + sql);
}

async function callBucket(env, { bucket, method, subject, options }, content) {
  const given = method === "put" ? [subject, content, options] : [subject, options];
  const result = await env[bucket][method](...given);
  if (result?.body) return new Response(result.body, { headers: { "${OBJECT_HEADER}": encode(factsOf(result)) } });
  if (result?.objects) return Response.json({ result: { ...result, objects: result.objects.map(factsOf) } });
  return Response.json({ result: result && factsOf(result) });
}

function factsOf({ key, version, size, etag, httpEtag, uploaded, httpMetadata, customMetadata }) {
  return { key, version, size, etag, httpEtag, uploaded: uploaded.getTime(), httpMetadata, customMetadata };
}

const encode = (facts) => encodeURIComponent(JSON.stringify(facts));
`;

/** What a Worker with the script BINDINGS_WORKER responds to. */
export type BucketCall = { bucket: string; method: string; subject: unknown; options: unknown };

/** @returns the result of a query. @throws the Worker's error */
export async function askDatabase(address: URL, query: object): Promise<unknown> {
  const { content } = await post(address, {}, JSON.stringify(query));
  return readResult(content);
}

/** @returns the result of a call, or the content of an object with its facts. @throws the Worker's error */
export async function askBucket(
  address: URL,
  call: BucketCall,
  body: Uint8Array,
): Promise<{ result: unknown; content: Buffer | null }> {
  const { headers, content } = await post(address, { [CALL_HEADER]: encodeURIComponent(JSON.stringify(call)) }, body);
  const facts = headers[OBJECT_HEADER];
  if (facts === undefined) return { result: readResult(content), content: null };
  return { result: JSON.parse(decodeURIComponent(String(facts))), content };
}

function readResult(content: Buffer): unknown {
  const answer = JSON.parse(content.toString()) as { result?: unknown; error?: string; cause?: string };
  if (answer.error === undefined) return answer.result;
  throw new Error(answer.error, answer.cause === undefined ? {} : { cause: new Error(answer.cause) });
}

/** workerd closes a connection that is idle for five seconds, and a request on a closing one is lost. */
const IDLE_MS = 1_000;

let agent = openAgent();
let usedAt = 0;

function openAgent(): Agent {
  return new Agent({ keepAlive: true, timeout: IDLE_MS });
}

/** Connections are reused, but not after a pause: a busy thread has closed none of the idle ones in time. */
function takeAgent(): Agent {
  const now = performance.now();
  if (now - usedAt > IDLE_MS) agent = openAgent();
  usedAt = now;
  return agent;
}

function post(
  address: URL,
  headers: Record<string, string>,
  body: string | Uint8Array,
): Promise<{ headers: IncomingHttpHeaders; content: Buffer }> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { method: "POST", headers, agent: takeAgent() }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("end", () => resolve({ headers: answer.headers, content: Buffer.concat(pieces) }));
      answer.on("error", reject);
    });
    asked.on("error", reject);
    asked.end(body);
  });
}
