import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Miniflare } from "miniflare";
import { type Database, openDatabase } from "#app/db/database.server.ts";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../../migrations");

export interface TestDatabase extends AsyncDisposable {
  d1: D1Database;
  store: R2Bucket;
  db: Database;
  dispose(): Promise<void>;
}

/** A fresh D1 with all migrations and an empty R2 bucket, in real workerd. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const miniflare = new Miniflare({
    modules: true,
    script: "export default { fetch() { return new Response(); } }",
    compatibilityDate: "2026-04-01",
    d1Databases: ["DB"],
    r2Buckets: ["STORE"],
  });
  const d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  const store = (await miniflare.getR2Bucket("STORE")) as unknown as R2Bucket;
  for (const file of readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort()) {
    const statements = readFileSync(path.join(MIGRATIONS, file), "utf8").split("--> statement-breakpoint");
    await d1.batch(statements.map((statement) => d1.prepare(statement)));
  }
  const dispose = () => miniflare.dispose();
  return { d1, store, db: openDatabase(d1), dispose, [Symbol.asyncDispose]: dispose };
}
