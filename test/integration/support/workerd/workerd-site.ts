import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Miniflare } from "miniflare";
import { build, type Rollup } from "vite";

const ROOT = path.resolve(import.meta.dirname, "../../../..");

/**
 * A test's own Worker, bundled and run in workerd over a fresh D1 and store; requests and responses are JSON.
 *
 * @param durableObjects class by binding
 */
export async function createWorkerdSite(
  entry: string,
  durableObjects: Record<string, { className: string; useSQLite: true }> = {},
) {
  const miniflare = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.js", contents: await bundle(entry) }],
    compatibilityDate: "2026-04-01",
    compatibilityFlags: ["nodejs_compat"],
    d1Databases: ["DB"],
    r2Buckets: ["STORE"],
    durableObjects,
  });
  const address = await miniflare.ready;
  const d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  const migrations = path.join(ROOT, "migrations");
  for (const file of readdirSync(migrations).sort()) {
    if (!file.endsWith(".sql")) continue;
    const statements = readFileSync(path.join(migrations, file), "utf8").split("--> statement-breakpoint");
    await d1.batch(statements.map((statement) => d1.prepare(statement)));
  }
  return {
    async ask<T>(pathname: string, body: unknown): Promise<T> {
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

async function bundle(entry: string): Promise<string> {
  const conditions = ["workerd", "worker", "browser"];
  const built = (await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    build: { ssr: entry, write: false, target: "es2022", minify: false, rollupOptions: { external: [/^node:/] } },
    ssr: { target: "webworker", noExternal: true, resolve: { conditions, externalConditions: conditions } },
  })) as Rollup.RollupOutput;
  return built.output[0].code;
}
