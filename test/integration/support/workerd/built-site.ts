import { readdirSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { Miniflare, type WorkerOptions, Request as WorkerRequest } from "miniflare";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { ORIGIN } from "#test/integration/support/test-site.ts";
import { openD1ByHttp } from "./bindings-by-http.ts";
import { BINDINGS_WORKER } from "./bindings-worker.ts";
import { openBucketByHttp } from "./bucket-by-http.ts";
import { bundleWorker } from "./bundle-worker.ts";
import { createSchema } from "./schema.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const BUILT = path.join(ROOT, "build/workers/web");
const NAMES = ["TRAIN", "SCORE", "BACKGROUND", "INGEST", "NOTIFY", "PUSH"];

/** The built Worker, whose database has a replica that is behind by any number of writes. */
const LAGGING_ENTRY = `import site from "./index.js";
import { createLaggingD1 } from "./lagging-d1.js";

let DB;
export default {
  fetch(request, env, context) {
    DB ??= createLaggingD1({ primary: env.DB, replica: env.REPLICA, lag: 1_000_000 });
    return site.fetch(request, { ...env, DB }, context);
  },
};`;

/**
 * The bundle of a deployment, behind its static files, in workerd over a fresh D1 and store.
 *
 * @param options onLog: receives the Worker's log, in pieces of any length. ratelimits: the platform's limiters; none by default.
 * isLagging: with a replica, which has only what `replica` is given, and what bookmarks ask for
 */
export async function createBuiltSite({
  onLog,
  ratelimits = {},
  isInspected = false,
  isLagging = false,
  publicUrl = ORIGIN,
}: {
  onLog?: (text: string) => void;
  ratelimits?: NonNullable<WorkerOptions["ratelimits"]>;
  isInspected?: boolean;
  isLagging?: boolean;
  publicUrl?: string;
} = {}) {
  const wasm = readdirSync(BUILT).filter((name) => name.endsWith(".wasm"));
  const bindings = { d1Databases: isLagging ? ["DB", "REPLICA"] : ["DB"], r2Buckets: ["STORE"] };
  const web: WorkerOptions = {
    name: "web",
    modulesRoot: BUILT,
    modules: [
      ...(isLagging ? await laggingModules() : []),
      { type: "ESModule", path: path.join(BUILT, "index.js") },
      ...wasm.map((name) => ({ type: "CompiledWasm" as const, path: path.join(BUILT, name) })),
    ],
    compatibilityDate: "2026-04-01",
    compatibilityFlags: ["nodejs_compat"],
    ...bindings,
    ratelimits,
    queueProducers: Object.fromEntries(NAMES.map((name) => [`${name}_QUEUE`, name.toLowerCase()])),
    bindings: {
      ENVIRONMENT: "development",
      PUBLIC_URL: publicUrl,
      MAIL_FROM: "noreply@example.com",
      SESSION_SECRET: "test-session-secret-0123456789",
      ADMIN_TOKEN: "test-admin-token-0123456789",
      CLOCK_OFFSET_SECONDS: String(SATURDAY_MORNING - Math.floor(Date.now() / 1000)),
    },
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
  const replica = isLagging ? openD1ByHttp(address, "REPLICA") : null;
  if (replica !== null) await createSchema(replica);
  return {
    d1,
    /** Null without isLagging. */
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

/** The first is the Worker's entry. */
async function laggingModules() {
  const lagging = await bundleWorker("test/integration/support/workerd/lagging-worker.ts");
  return [
    { type: "ESModule" as const, path: path.join(BUILT, "lagging-site.js"), contents: LAGGING_ENTRY },
    { type: "ESModule" as const, path: path.join(BUILT, "lagging-d1.js"), contents: lagging },
  ];
}
