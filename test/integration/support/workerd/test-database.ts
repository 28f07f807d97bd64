import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Miniflare } from "miniflare";
import { type Database, openDatabase } from "#app/db/database.server.ts";
import { createSchema } from "#scripts/evaluate/schema.ts";
import { openD1ByHttp } from "./bindings-by-http.ts";
import { BINDINGS_WORKER } from "./bindings-worker.ts";
import { openBucketByHttp } from "./bucket-by-http.ts";

/** Empty databases and buckets per workerd. */
const ROOMS = 16;

export interface TestDatabase extends AsyncDisposable {
  d1: D1Database;
  store: R2Bucket;
  db: Database;
  dispose(): Promise<void>;
}

interface Workerd {
  address: URL;
  /** Databases not used by any test yet. */
  left: number;
  stop(): Promise<void>;
}

/**
 * Databases with their schema, and copies of them, one per workerd: to copy a database takes a quarter of the time that its schema
 * takes. Made by the first test that needs one.
 */
let folder: Promise<string> | undefined;

/** Started by the first test that needs one, and again when its databases are used up. */
let started: Promise<Workerd>[] = [];

/** Stops those whose databases are used up; to be called when no test runs. The last one ends with the process. */
export async function stopUsedWorkerds(): Promise<void> {
  const all = await Promise.all(started);
  started = all.filter(({ left }) => left > 0).map((workerd) => Promise.resolve(workerd));
  await Promise.all(all.filter(({ left }) => left === 0).map(({ stop }) => stop()));
}

/**
 * A D1 with the schema of all migrations and an R2 bucket, in real workerd. Each caller gets its own unused ones; tests share the
 * process, whose start takes longer than most tests.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { address, room } = await takeRoom();
  const d1 = openD1ByHttp(address, `DB${room}`);
  const store = openBucketByHttp(address, `STORE${room}`);
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
  folder ??= createFolder();
  const original = await folder;
  const databases = mkdtempSync(`${original}-`);
  cpSync(original, databases, { recursive: true });
  const miniflare = openWorkerd(databases);
  await miniflare.ready;
  return {
    address: await miniflare.unsafeGetDirectURL(),
    left: ROOMS,
    async stop() {
      await miniflare.dispose();
      rmSync(databases, { recursive: true, force: true });
    },
  };
}

/** @returns the folder of the databases with their schema; the one around it is removed when the process ends */
async function createFolder(): Promise<string> {
  const root = mkdtempSync(path.join(os.tmpdir(), "keiba-databases-"));
  process.once("exit", () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  const original = path.join(root, "original");
  const miniflare = openWorkerd(original);
  await miniflare.ready;
  const address = await miniflare.unsafeGetDirectURL();
  for (let room = 0; room < ROOMS; room += 1) await createSchema(openD1ByHttp(address, `DB${room}`));
  await miniflare.dispose();
  return original;
}

/** @param databases folder of its databases; a copy of another's serves too, as files are named by the bindings */
function openWorkerd(databases: string): Miniflare {
  const rooms = Array.from({ length: ROOMS }, (_, room) => room);
  return new Miniflare({
    modules: true,
    script: BINDINGS_WORKER,
    // Past Miniflare's own Worker, which would handle every request first.
    unsafeDirectSockets: [{}],
    compatibilityDate: "2026-04-01",
    d1Databases: rooms.map((room) => `DB${room}`),
    d1Persist: databases,
    r2Buckets: rooms.map((room) => `STORE${room}`),
  });
}
