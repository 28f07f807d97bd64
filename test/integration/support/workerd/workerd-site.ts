import { Miniflare } from "miniflare";
import { createSchema } from "#scripts/evaluate/schema.ts";
import { openD1ByHttp } from "./bindings-by-http.ts";
import { BINDINGS_WORKER } from "./bindings-worker.ts";
import { bundleWorker } from "./bundle-worker.ts";

/** A test's own Worker, bundled and run in workerd over a fresh D1 and store. `ask` sends and returns JSON. */
export async function createWorkerdSite(entry: string) {
  const bindings = { compatibilityDate: "2026-04-01", d1Databases: ["DB"] };
  const miniflare = new Miniflare({
    workers: [
      {
        ...bindings,
        name: "site",
        modules: [{ type: "ESModule", path: "worker.js", contents: await bundleWorker(entry) }],
        compatibilityFlags: ["nodejs_compat"],
        r2Buckets: ["STORE"],
      },
      { ...bindings, name: "bindings", modules: true, script: BINDINGS_WORKER, unsafeDirectSockets: [{}] },
    ],
  });
  const address = await miniflare.ready;
  // Past Miniflare's proxy, which blocks the thread at every statement.
  await createSchema(openD1ByHttp(await miniflare.unsafeGetDirectURL("bindings"), "DB"));
  return {
    address,
    async ask<T>(pathname: string, body?: unknown): Promise<T> {
      const response = await fetch(new URL(pathname, address), {
        method: "POST",
        body: JSON.stringify(body),
        // A connection that was idle while the Worker was busy may be closed when it is used again.
        headers: { connection: "close" },
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${pathname} responded with ${response.status}: ${text}`);
      return JSON.parse(text) as T;
    },
    dispose: () => miniflare.dispose(),
  };
}
