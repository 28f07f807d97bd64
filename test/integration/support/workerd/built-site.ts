import { readdirSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { Miniflare, type ModuleDefinition, type WorkerOptions, Request as WorkerRequest } from "miniflare";
import { createSchema } from "#scripts/evaluate/schema.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { ORIGIN } from "#test/integration/support/test-site.ts";
import { openD1ByHttp } from "./bindings-by-http.ts";
import { BINDINGS_WORKER } from "./bindings-worker.ts";
import { openBucketByHttp } from "./bucket-by-http.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const QUEUES = ["TRAIN", "SCORE", "BACKGROUND", "INGEST", "NOTIFY", "PUSH"];
const COMPATIBILITY = { compatibilityDate: "2026-04-01", compatibilityFlags: ["nodejs_compat"] };

/** A Worker of the build with the settings of a local site. Its queues have no consumer. */
export function builtWorker(
  name: string,
  {
    now = SATURDAY_MORNING,
    publicUrl = ORIGIN,
    entry = [],
  }: { now?: number; publicUrl?: string; entry?: ModuleDefinition[] } = {},
) {
  const folder = path.join(ROOT, "build/workers", name);
  const wasm = readdirSync(folder).filter((file) => file.endsWith(".wasm"));
  const modules: ModuleDefinition[] = [
    ...entry,
    { type: "ESModule", path: path.join(folder, "index.js") },
    ...wasm.map((file) => ({ type: "CompiledWasm" as const, path: path.join(folder, file) })),
  ];
  return {
    ...COMPATIBILITY,
    modulesRoot: folder,
    modules,
    queueProducers: Object.fromEntries(QUEUES.map((queue) => [`${queue}_QUEUE`, queue.toLowerCase()])),
    bindings: {
      ENVIRONMENT: "development",
      PUBLIC_URL: publicUrl,
      MAIL_FROM: "noreply@example.com",
      SESSION_SECRET: "test-session-secret-0123456789",
      ADMIN_TOKEN: "test-admin-token-0123456789",
      CLOCK_OFFSET_SECONDS: String(now - Math.floor(Date.now() / 1000)),
    },
  };
}

/**
 * The built Worker, whose database has a replica that never gets a write. A session without a bookmark reads there until
 * it writes; one with a bookmark reads the primary. No database has a bookmark that starts with f: its reads fail.
 */
const STALE_REPLICA_ENTRY = `import site from "./index.js";

const isRead = (text) => /^\\s*select\\b/i.test(text);
const fail = () => Promise.reject(new Error("D1_ERROR: the bookmark is not of this database"));
const failing = { bind: () => failing, first: fail, run: fail, all: fail, raw: fail };

function openAnywhere(replica, primary) {
  let reads = replica;
  const placeOf = (texts) => {
    if (!texts.every(isRead)) reads = primary;
    return reads;
  };
  return {
    prepare: (text) => placeOf([text]).prepare(text),
    batch: (statements) => placeOf(statements.map(({ statement }) => statement)).batch(statements),
    getBookmark: () => reads.getBookmark(),
  };
}

export default {
  fetch(request, env, context) {
    const DB = {
      prepare: (text) => env.DB.prepare(text),
      batch: (statements) => env.DB.batch(statements),
      withSession(from) {
        if (from.startsWith("ffff")) return { prepare: () => failing, batch: fail, getBookmark: () => null };
        const primary = env.DB.withSession("first-primary");
        return from === "first-unconstrained" ? openAnywhere(env.REPLICA.withSession(from), primary) : primary;
      },
    };
    return site.fetch(request, { ...env, DB }, context);
  },
};`;

const STALE_REPLICA: ModuleDefinition = {
  ...{ type: "ESModule", path: path.join(ROOT, "build/workers/web/stale-replica.js"), contents: STALE_REPLICA_ENTRY },
};

/**
 * The bundle of a deployment, behind its static files, in workerd over a fresh D1 and store.
 *
 * @param options onLog: receives the Worker's log, in pieces of any length. ratelimits: the platform's limiters; none by default.
 * hasStaleReplica: with a replica, which has only the rows that `replica` is given
 */
export async function createBuiltSite({
  onLog,
  ratelimits = {},
  isInspected = false,
  hasStaleReplica = false,
  publicUrl = ORIGIN,
}: {
  onLog?: (text: string) => void;
  ratelimits?: NonNullable<WorkerOptions["ratelimits"]>;
  isInspected?: boolean;
  hasStaleReplica?: boolean;
  publicUrl?: string;
} = {}) {
  const bindings = { d1Databases: hasStaleReplica ? ["DB", "REPLICA"] : ["DB"], r2Buckets: ["STORE"] };
  const web: WorkerOptions = {
    ...builtWorker("web", { publicUrl, entry: hasStaleReplica ? [STALE_REPLICA] : [] }),
    ...bindings,
    name: "web",
    ratelimits,
    assets: {
      directory: path.join(ROOT, "build/client"),
      binding: "ASSETS",
      assetConfig: {},
      routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: false },
    },
  };
  const miniflare = new Miniflare({
    workers: [
      web,
      {
        ...bindings,
        name: "bindings",
        modules: true,
        script: BINDINGS_WORKER,
        compatibilityDate: "2026-04-01",
        unsafeDirectSockets: [{}],
      },
    ],
    cf: false,
    ...(isInspected ? { inspectorPort: 0 } : {}),
    // Writing log lines is part of the Worker's work; displaying them is not.
    handleRuntimeStdio: (stdout: Readable, errors: Readable) => {
      if (onLog === undefined) stdout.resume();
      else stdout.on("data", (bytes: Buffer) => onLog(bytes.toString()));
      errors.pipe(process.stderr, { end: false });
    },
  });
  await miniflare.ready;
  const address = await miniflare.unsafeGetDirectURL("bindings");
  const d1 = openD1ByHttp(address, "DB");
  const store = openBucketByHttp(address, "STORE");
  await createSchema(d1);
  const replica = hasStaleReplica ? openD1ByHttp(address, "REPLICA") : null;
  if (replica !== null) await createSchema(replica);
  return {
    d1,
    /** Null without hasStaleReplica. */
    replica,
    store,
    inspectorUrl: () => miniflare.getInspectorURL(),
    /** Returns a response unchanged: redirects are not followed. */
    async fetch(address: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
      const request = new WorkerRequest(new URL(address, publicUrl), { redirect: "manual", ...init });
      return (await miniflare.dispatchFetch(request)) as unknown as Response;
    },
    [Symbol.asyncDispose]: () => miniflare.dispose(),
  };
}
