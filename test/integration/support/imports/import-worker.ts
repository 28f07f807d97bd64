import { Buffer } from "node:buffer";
import { CURRENT_MANIFEST_KEY } from "#app/adapters/feature-store.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { readSourceVersion } from "#app/db/racing/feature-source.server.ts";
import { CATALOGUE_VERSION } from "#app/domain/features/catalogue.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { IMPORT_LIMITS } from "#app/services/imports/import-limits.server.ts";
import { sweepImports } from "#app/services/imports/lost-imports.server.ts";
import { removeExpired } from "#app/services/jobs/housekeeping.server.ts";
import { readHealth } from "#app/services/jobs/job-health.server.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { type Fault, withFault } from "#test/integration/support/workerd/faults.ts";
import { createIngestImport } from "#workers/jobs/handlers.ts";
import { createAdmin } from "#workers/web/admin/index.ts";
import type { RunRequest, RunResponse, State, WholeRequest, WholeResponse } from "./import-site.ts";

interface Env {
  DB: D1Database;
  STORE: R2Bucket;
}

const ADMIN_TOKEN = "test-admin-token-0123456789";

const TABLES = [
  "usage",
  "analyses",
  "models",
  "users",
  "race_records",
  "horse_records",
  "records_aside",
  "odds",
  "delivered_days",
  "payouts",
  "runners",
  "race_aliases",
  "races",
  "jobs",
  "import_races",
  "audit_log",
  "imports",
  "app_state",
];

/**
 * A Worker with the import's admin routes and its job, for tests with many calls: in workerd a call to D1 takes a
 * fraction of the time through Miniflare's proxies.
 */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const deps = createDeps(env, Number(request.headers.get("x-clock-ahead") ?? 0));
    const { pathname } = new URL(request.url);
    switch (pathname) {
      case "/test/reset":
        return Response.json(await reset(env));
      case "/test/run":
        return Response.json(await runJob(deps, (await request.json()) as RunRequest));
      case "/test/whole":
        return Response.json(await importWhole(env, deps, (await request.json()) as WholeRequest));
      case "/test/fail": {
        const { importId, reason } = (await request.json()) as { importId: number; reason: string };
        await createIngestImport().onFailed(deps, jobOfImport(importId, 4), reason);
        return Response.json(null);
      }
      case "/test/features-built":
        return Response.json(await markBuilt(deps));
      case "/test/hourly":
        await removeExpired(deps);
        return Response.json(null);
      case "/test/sweep":
        return Response.json(await sweepImports(deps));
      case "/test/health":
        return Response.json(await readHealth(deps));
      case "/test/state":
        return Response.json(await readState(env));
      case "/test/sql":
        return Response.json((await env.DB.prepare(String(await request.json())).all()).results);
      default:
        return createAdmin().fetch(request, { deps: meet(deps, request), requestId: "test" });
    }
  },
};

function createDeps(env: Env, clockAhead: number): Deps {
  const database = { db: openDatabase(env.DB), store: env.STORE };
  const deps = createTestDeps(database, {
    newId: () => crypto.randomUUID(),
    mail: { send: () => Promise.reject(new Error("an import sends no mail")) },
  });
  deps.clock.now += clockAhead;
  return deps;
}

const jobOfImport = (importId: number, attempts: number) => ({ ...jobOf("ingest-import", importId), attempts });

/** Runs the job to its end, repeating it after every throw up to a limit (like deliveries). */
async function runJob(
  original: Deps,
  { importId, limits, fault: asked, maxThrows = 0, maxRuns = 100, isPausing = false }: RunRequest,
): Promise<RunResponse> {
  const handler = createIngestImport({ ...IMPORT_LIMITS, ...limits });
  const fault: Fault = { at: 0, mode: "before", ...asked, calls: 0 };
  const deps = withFault(original, fault);
  const outcomes: string[] = [];
  const thrown: string[] = [];
  let breaths = 0;
  while (outcomes.length < maxRuns) {
    try {
      const context = contextOf(deps, jobOfImport(importId, thrown.length + 1), {
        yieldAndRenewLease: async () => {
          breaths += 1;
          if (isPausing) await scheduler.wait(0);
        },
      });
      const outcome = await handler.run(context);
      outcomes.push(outcome.kind);
      if (outcome.kind !== "again") break;
    } catch (error) {
      thrown.push(String(error));
      if (thrown.length > maxThrows) break;
    }
  }
  return { outcomes, thrown, calls: fault.calls, breaths };
}

/** An import from its creation to its end, by the routes of the operator: one request, where a test makes thousands of imports. */
async function importWhole(env: Env, deps: Deps, { files }: WholeRequest): Promise<WholeResponse> {
  const admin = createAdmin();
  async function call<T>(method: string, pathname: string, body?: Uint8Array<ArrayBuffer>): Promise<T> {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, "content-length": String(body?.length ?? 0) };
    const request = new Request(`http://site.test/admin/api/imports${pathname}`, {
      method,
      headers,
      ...(body && { body }),
    });
    const response = await admin.fetch(request, { deps, requestId: "test" });
    if (!response.ok) throw new Error(`${method} ${pathname} responded with ${response.status}`);
    return (await response.json()) as T;
  }
  const source = new TextEncoder().encode(JSON.stringify({ source: "real" }));
  const { import_id: importId } = await call<{ import_id: number }>("POST", "", source);
  for (const [name, base64] of Object.entries(files))
    await call("PUT", `/${importId}/files/${name}`, new Uint8Array(Buffer.from(base64, "base64")));
  await call("POST", `/${importId}/start`);
  const { thrown } = await runJob(deps, { importId });
  if (thrown.length > 0) throw new Error(thrown.join("; "));
  return { answer: await call("GET", `/${importId}`), state: await readState(env) };
}

/** Stores a manifest as if features had been built from the present races. */
async function markBuilt({ db, store }: Deps): Promise<object> {
  const source = await readSourceVersion(db);
  await store.put(CURRENT_MANIFEST_KEY, JSON.stringify({ ...source, catalogueVersion: CATALOGUE_VERSION }));
  return source;
}

/** Requests that have come as far, by the number that they wait for. */
const arrived = new Map<number, number>();

/**
 * Dependencies of a request with the header `x-meet: N`, which makes its call to D1 of the number `x-meet-at` only when N
 * such requests have come as far.
 */
function meet(deps: Deps, request: Request): Deps {
  const others = Number(request.headers.get("x-meet") ?? 0);
  const atCall = Number(request.headers.get("x-meet-at"));
  if (others === 0) return deps;
  const fault: Fault = { at: 0, mode: "before", calls: 0 };
  fault.pause = async () => {
    if (fault.calls !== atCall) return;
    const count = (arrived.get(others) ?? 0) + 1;
    arrived.set(others, count);
    const last = Math.ceil(count / others) * others;
    while ((arrived.get(others) ?? 0) < last) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return withFault(deps, fault);
}

async function reset({ DB, STORE }: Env): Promise<null> {
  await DB.batch([
    DB.prepare("drop trigger if exists audit_log_no_delete"),
    ...TABLES.map((table) => DB.prepare(`delete from ${table}`)),
    DB.prepare("delete from sqlite_sequence where name = 'imports'"),
  ]);
  const { objects } = await STORE.list();
  if (objects.length > 0) await STORE.delete(objects.map(({ key }) => key));
  return null;
}

/** Every racing table in a fixed order, the open jobs, and the remaining objects of the store. */
async function readState({ DB, STORE }: Env): Promise<State> {
  const [races, runners, payouts, facts, jobs] = await DB.batch<Record<string, unknown>>([
    DB.prepare("select * from races order by race_id"),
    DB.prepare("select * from runners order by race_id, horse_num"),
    DB.prepare("select * from payouts order by race_id, bet_type, combination"),
    DB.prepare("select * from app_state order by key"),
    DB.prepare("select kind, subject from jobs where status = 'queued' order by kind, subject"),
  ]);
  return {
    racing: {
      races: races?.results ?? [],
      runners: runners?.results ?? [],
      payouts: payouts?.results ?? [],
      facts: facts?.results ?? [],
    },
    jobs: (jobs?.results ?? []).map(({ kind, subject }) => `${kind} ${subject}`),
    stored: (await STORE.list()).objects.map(({ key }) => key).filter((key) => !key.startsWith("before/")),
    before: (await STORE.list({ prefix: "before/" })).objects.map(({ key }) => key),
  };
}
