import { Miniflare } from "miniflare";
import { type Database, openDatabase } from "#app/db/database.server.ts";
import { openD1ByHttp } from "./bindings-by-http.ts";
import { BINDINGS_WORKER } from "./bindings-worker.ts";
import { openBucketByHttp } from "./bucket-by-http.ts";
import { createSchema } from "./schema.ts";

/** Empty databases and buckets per workerd. */
const ROOMS = 16;

export interface TestDatabase extends AsyncDisposable {
  d1: D1Database;
  store: R2Bucket;
  db: Database;
  dispose(): Promise<void>;
}

interface Workerd {
  miniflare: Miniflare;
  address: URL;
  /** Databases not used by any test yet. */
  left: number;
}

/** Started by the first test that needs one, and again when its databases are used up. */
let started: Promise<Workerd>[] = [];

/** Stops those whose databases are used up; to be called when no test runs. The last one ends with the process. */
export async function stopUsedWorkerds(): Promise<void> {
  const all = await Promise.all(started);
  started = all.filter(({ left }) => left > 0).map((workerd) => Promise.resolve(workerd));
  await Promise.all(all.filter(({ left }) => left === 0).map(({ miniflare }) => miniflare.dispose()));
}

/**
 * A D1 with the schema of all migrations and an R2 bucket, in real workerd. Each caller gets its own unused ones; tests share the
 * process, whose start takes longer than most tests.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { address, room } = await takeRoom();
  const d1 = openD1ByHttp(address, `DB${room}`);
  const store = openBucketByHttp(address, `STORE${room}`);
  await createSchema(d1);
  const dispose = async () => {};
  return { d1, store, db: openDatabase(d1), dispose, [Symbol.asyncDispose]: dispose };
}

async function takeRoom() {
  let workerd = await started.at(-1);
  if (workerd === undefined || workerd.left === 0) {
    const next = startWorkerd();
    started.push(next);
    workerd = await next;
  }
  workerd.left -= 1;
  return { ...workerd, room: workerd.left };
}

async function startWorkerd(): Promise<Workerd> {
  const rooms = Array.from({ length: ROOMS }, (_, room) => room);
  const miniflare = new Miniflare({
    modules: true,
    script: BINDINGS_WORKER,
    // Past Miniflare's own Worker, which would handle every request first.
    unsafeDirectSockets: [{}],
    compatibilityDate: "2026-04-01",
    d1Databases: rooms.map((room) => `DB${room}`),
    r2Buckets: rooms.map((room) => `STORE${room}`),
  });
  await miniflare.ready;
  return { miniflare, address: await miniflare.unsafeGetDirectURL(), left: ROOMS };
}
