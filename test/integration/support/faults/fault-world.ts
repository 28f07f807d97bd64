import { vi } from "vitest";
import type { JobKind } from "#app/domain/job-kinds.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { createServices, type Services } from "#app/services/create-services.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobMessage } from "#app/services/jobs/job-messages.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { addStaff } from "#app/services/operations/staff.server.ts";
import { setUpPortal } from "#scripts/stripe-setup/set-up-portal.ts";
import type { World } from "#test/fakes/stripe/world/records.ts";
import { type BillingTable, createBillingTable } from "#test/integration/support/billing/billing-table.ts";
import { insertImport, insertRaces, makeRaces } from "#test/integration/support/imports/feature-build-site.ts";
import { payAll } from "#test/integration/support/rankings/ledger-site.ts";
import { CHOICE, insertUser } from "#test/integration/support/rows.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { type createTestDeps, SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { CHEAP_PASSWORDS } from "#test/integration/support/test-site.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { createTestDatabase, type TestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { kernelModule } from "#test/unit/support/kernel-module.ts";
import { consumeJobs } from "#workers/jobs/consume-jobs.ts";
import { handlers } from "#workers/jobs/handlers.ts";

/**
 * A whole site in one process, over real D1 and R2: services, jobs and crons, and the stand-in for Stripe. Whoever plays with it
 * finds it as it was laid, again and again.
 */

const DAY_SECONDS = 86_400;
const RACES = 200;
export const OWNER = { id: 1, plan: 4 };
export const OTHER = { id: 2, plan: 1 };
export const STAFF = { id: 3 };
export const FROM = { clientAddress: "192.0.2.1" };
export const TODAY = "2026-11-21";
export const emailOf = (id: number) => `user${id}@example.com`;

/** Trainings and builds take seconds each: they are woken only where a test is about them. */
const HEAVY: readonly JobKind[] = ["train-model", "build-features"];

export interface Site {
  deps: Deps & { clock: { now: number } };
  services: Services;
  billing: BillingTable;
  sent: ReturnType<typeof createTestDeps>["sent"];
  d1: D1Database;
}

export interface Facts {
  /** Tokens of the owner and of staff. */
  token: string;
  staffToken: string;
  modelId: number;
  /** Analyses of the owner. */
  shared: number;
  complete: number;
  deviceId: number;
}

interface Laid {
  database: TestDatabase;
  facts: Facts;
  saved: Saved;
  stripe: World;
}

export async function layFaultWorld() {
  vi.stubGlobal("scheduler", { wait: async () => {} });
  const database = await createTestDatabase();
  const laid = await lay(database);
  return {
    ...laid,
    /** The site as it was laid. */
    async open(): Promise<Site> {
      await restoreRows(database.d1, laid.saved);
      await restoreObjects(database.store, laid.saved);
      return openSite(database, structuredClone(laid.stripe));
    },
    [Symbol.asyncDispose]: database.dispose,
  };
}

export type FaultWorld = Awaited<ReturnType<typeof layFaultWorld>>;

async function openSite(database: TestDatabase, stripe?: World): Promise<Site> {
  const billing = await createBillingTable(database, { isNear: true, ...(stripe && { world: stripe }) });
  const { deps } = billing;
  if (stripe !== undefined) deps.clock.now = SATURDAY_MORNING;
  deps.passwords = CHEAP_PASSWORDS;
  deps.kernel = kernelModule;
  deps.newId = () => crypto.randomUUID();
  deps.pushNotification = async () => ({ kind: "done" });
  // A host name, as there are no passkeys at bare addresses.
  deps.config = { ...deps.config, publicUrl: "http://localhost:8788", push: { publicKey: "key", standIn: null } };
  return { deps, services: createServices(deps), billing, sent: deps.sent, d1: database.d1 };
}

/**
 * The owner on PRO since the first of the month, with a model, bets on the races since, an analysis that is shared and one that
 * is not, marks and choices; another user on Free; staff.
 */
async function lay(database: TestDatabase): Promise<Laid> {
  const { d1, db } = database;
  const site = await openSite(database);
  const { deps, services, billing } = site;
  // The last day's races are to come; all others are run.
  await insertImport(database);
  await insertRaces(
    database,
    makeRaces(RACES).map((race) => ({ ...race, venueType: 1, venue: "東京", date: addDays(race.date, 365) })),
  );
  await sql(d1)`update races set weighed_count = (select count(body_weight_kg) from runners
    where race_id = races.race_id)`.run();
  await d1.prepare("update imports set data_version = id, finished_at = created_at").run();
  for (let race = 5; race <= 12; race += 1) await payAll(database, `r${String(race).padStart(3, "0")}`);
  const passwordHash = await CHEAP_PASSWORDS.hash(PASSWORD);
  const createdAt = SATURDAY_MORNING - 40 * DAY_SECONDS;
  for (const { id } of [OWNER, OTHER, STAFF]) await insertUser(db, { id, passwordHash, createdAt });
  await setUpPortal(billing.stripe);
  await billing.buy(OWNER, OWNER.plan);
  await enqueueJob(deps, { kind: "build-features", subject: "all" });
  await drive(site, { kinds: "all" });
  const made = await services.models.create({
    user: OWNER,
    name: "初号",
    venueType: 1,
    choice: CHOICE,
    formKey: "first",
  });
  if (made.kind !== "created") throw new Error(made.reason);
  await d1.prepare("update jobs set payload = '{\"learner\":\"conditional-logit\"}' where kind = 'train-model'").run();
  await drive(site, { kinds: "all" });
  billing.advance(SATURDAY_MORNING - deps.clock.now);
  await billing.settle();
  const analyses: number[] = [];
  for (const raceId of ["r005", "r006"]) {
    const asked = await services.analyses.request({ user: OWNER, modelId: made.modelId, raceId });
    if (asked.kind === "refused") throw new Error(asked.reason);
    analyses.push((asked as { analysisId: number }).analysisId);
    await drive(site);
  }
  const [shared = 0, complete = 0] = analyses;
  const share = await services.sharing.share({ user: OWNER, analysisId: shared });
  if (share.kind === "refused") throw new Error(share.reason);
  await services.fans.saveOnCard({ user: OWNER, raceId: "r001", horseId: "h1", mark: "favourite", note: "強い" });
  await services.fans.setFavourite({ user: OWNER, horseId: "h1", isFavourite: true });
  await services.notifications.saveChoices({
    user: OWNER,
    byMail: ["model-ready", "race-settled"],
    byPush: ["model-ready"],
  });
  const device = await services.notifications.addDevice({
    user: OWNER,
    subscription: { endpoint: "https://updates.push.services.mozilla.com/wpush/1", p256dh: "p", auth: "a" },
    replaces: null,
  });
  await addStaff(deps, { email: emailOf(STAFF.id), reason: "test" });
  const tokens: string[] = [];
  for (const id of [OWNER.id, STAFF.id]) {
    const login = await services.auth.signIn({ email: emailOf(id), password: PASSWORD, ...FROM });
    if (!("token" in login)) throw new Error(login.kind);
    tokens.push(login.token);
  }
  await consume(site, [{ version: 1, type: "hourly" }], { handle: "all" });
  await drive(site);
  const [token = "", staffToken = ""] = tokens;
  const deviceId = "id" in device ? Number(device.id) : 0;
  return {
    database,
    facts: { token, staffToken, modelId: made.modelId, shared, complete, deviceId },
    saved: await saveState(database),
    stripe: structuredClone(billing.world),
  };
}

/** Delivers messages like a queue: those to be retried are delivered again. */
export async function consume(
  { deps }: Pick<Site, "deps">,
  messages: readonly JobMessage[],
  { handle = "light" }: { handle?: "light" | "all" } = {},
): Promise<void> {
  const lock = { isLocked: false };
  let left = messages.map((body) => ({ body, attempts: 1 }));
  for (let tries = 0; left.length > 0 && tries < 4; tries += 1) {
    const again: typeof left = [];
    for (const { body, attempts } of left) {
      if (handle === "light" && (await isHeavy(deps, body))) continue;
      const message = {
        ...{ id: "m", timestamp: new Date(0), body, attempts, ack: () => {} },
        retry: () => void again.push({ body, attempts: attempts + 1 }),
      };
      await consumeJobs(deps, handlers, lock, { queue: "q", messages: [message] });
    }
    left = again;
  }
}

async function isHeavy(deps: Deps, body: JobMessage): Promise<boolean> {
  if (body.type !== "run-job") return false;
  const row = await sql(deps.db.$client)`select kind from jobs where id = ${body.jobId}`.first<{ kind: JobKind }>();
  return row !== null && HEAVY.includes(row.kind);
}

const MINUTE = 60;
const ROUNDS = 30;

/** Minutes pass, with their sweeps, until no job is open but those that are not woken here. */
export async function drive(site: Site, { kinds = "light" }: { kinds?: "light" | "all" } = {}): Promise<void> {
  const { deps, sent, d1 } = site;
  const ignored = kinds === "all" ? [] : HEAVY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const messages = sent.splice(0).map(({ message }) => message);
    await consume(site, messages, { handle: kinds });
    await site.billing.settle();
    const at = await sql(d1)`select min(case when status = 'running' then lease_until + 1 else run_after end) at
      from jobs where status in ('queued', 'running')
      and kind not in (select value from json_each(${JSON.stringify(ignored)}))`.first<number | null>("at");
    if (at === null) return;
    if (sent.length > 0) continue;
    // The sweep itself looks for messages that were lost after five, fifteen, thirty-five minutes.
    deps.clock.now = Math.max(deps.clock.now + MINUTE * Math.min(round + 1, 15), at);
    await consume(site, [{ version: 1, type: "sweep" }]);
  }
  throw new Error("jobs do not end");
}

/** Rows and objects as they were, and how to have them again. */

interface Saved {
  tables: { name: string; rows: Record<string, unknown>[] }[];
  objects: Map<
    string,
    { etag: string; bytes: ArrayBuffer; httpMetadata?: R2HTTPMetadata; customMetadata?: Record<string, string> }
  >;
}

/** Only imports change these. */
const RACING = ["races", "runners", "payouts", "race_records", "horse_records", "odds", "search_names", "race_aliases"];

async function saveState({ d1, store }: Pick<TestDatabase, "d1" | "store">): Promise<Saved> {
  const { results } = await sql(d1)`select name from sqlite_master where type = 'table' and name not glob '_cf*'
    and name not glob 'sqlite_*' and name not glob 'd1_*'`.all<{ name: string }>();
  const names = results.map(({ name }) => name).filter((name) => !RACING.includes(name));
  const rows = await d1.batch<Record<string, unknown>>(names.map((name) => d1.prepare(`select * from ${name}`)));
  const objects: Saved["objects"] = new Map();
  for (const { key } of (await store.list()).objects) {
    const object = await store.get(key);
    if (object === null) continue;
    const { etag, httpMetadata, customMetadata } = object;
    objects.set(key, {
      ...{ etag, bytes: await object.arrayBuffer() },
      ...(httpMetadata && { httpMetadata }),
      ...(customMetadata && { customMetadata }),
    });
  }
  return { tables: names.map((name, index) => ({ name, rows: rows[index]?.results ?? [] })), objects };
}

async function restoreRows(d1: D1Database, { tables }: Saved): Promise<void> {
  const inserts = tables.flatMap(({ name, rows }) =>
    rows.map((row) => {
      const names = Object.keys(row).map((column) => `"${column}"`);
      const values = Object.values(row);
      // A list of numbers is bytes.
      const places = values.map((value) => (Array.isArray(value) ? "unhex(?)" : "?"));
      const bound = values.map((value) => (Array.isArray(value) ? Buffer.from(value).toString("hex") : value));
      return d1.prepare(`insert into ${name} (${names.join()}) values (${places.join()})`).bind(...bound);
    }),
  );
  await d1.batch([
    d1.prepare("pragma defer_foreign_keys = on"),
    // Going back in time is the test's, and no case of the log's.
    d1.prepare("drop trigger if exists audit_log_no_delete"),
    ...tables.map(({ name }) => d1.prepare(`delete from ${name}`)),
    ...inserts,
  ]);
}

async function restoreObjects(store: R2Bucket, { objects }: Saved): Promise<void> {
  const stored = new Map((await store.list()).objects.map(({ key, etag }) => [key, etag]));
  const added = [...stored.keys()].filter((key) => !objects.has(key));
  if (added.length > 0) await store.delete(added);
  for (const [key, { etag, bytes, ...options }] of objects) {
    if (stored.get(key) !== etag) await store.put(key, bytes, options);
  }
}
