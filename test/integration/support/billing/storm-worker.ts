import { openDatabase } from "#app/db/database.server.ts";
import type { EventRecord, World } from "#test/fakes/stripe/world/records.ts";
import { findBroken } from "#test/integration/support/find-broken.ts";
import { createDurableD1 } from "#test/integration/support/workerd/durable-d1.ts";
import { LIVES, live } from "./billing-lives.ts";
import { planAtStripe, subscriptionRowsAtStripe } from "./billing-oracle.ts";
import { type BillingTable, clearBilling, createBillingTable, readStripeRecord } from "./billing-table.ts";

interface Env {
  DB: D1Database;
  STORE: R2Bucket;
  STORM: DurableObjectNamespace;
}

export interface StormRequest {
  /** Index of the history. */
  life: number;
  firstSeed: number;
  orders: number;
  on: "d1" | "durable-object";
}

export interface StormResponse {
  events: number;
  deliveries: number;
  looks: number;
  /** Different final states, as JSON, each with the first seed that led to it. */
  ends: { seed: number; end: string }[];
  /** The required final state, from the stand-in's records. */
  atStripe: { plan: number; subscriptions: unknown; creditYen: number };
}

/** Runs storms of webhooks, on D1 itself or, for large numbers, on the same SQLite inside a Durable Object. */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const asked = (await request.clone().json()) as StormRequest;
    if (asked.on === "durable-object") return env.STORM.get(env.STORM.idFromName("storm")).fetch(request);
    return Response.json(await rage(env, env.DB, request.url, asked));
  },
};

export class Storm {
  readonly #d1: D1Database;
  readonly #env: Env;
  readonly #storage: DurableObjectStorage;

  constructor({ storage }: DurableObjectState, env: Env) {
    this.#storage = storage;
    this.#d1 = createDurableD1(storage);
    this.#env = env;
  }

  async fetch(request: Request): Promise<Response> {
    const present = this.#storage.sql.exec("select 1 from sqlite_master where name = 'users'").toArray();
    if (present.length === 0) {
      const { results } = await this.#env.DB.prepare(
        `select sql from sqlite_master where sql is not null and name not glob '_cf*' and name not glob 'sqlite_*'
         order by type <> 'table', rootpage`,
      ).all<{ sql: string }>();
      for (const { sql } of results) this.#storage.sql.exec(sql);
    }
    return Response.json(await rage(this.#env, this.#d1, request.url, (await request.json()) as StormRequest));
  }
}

function rage({ STORE: store }: Env, d1: D1Database, url: string, asked: StormRequest): Promise<StormResponse> {
  const database = { d1, store, db: openDatabase(d1) };
  return new URL(url).pathname === "/during" ? stormDuringLife(database, asked) : stormAfterLife(database, asked);
}

/**
 * Verifies each body once, and queries the facts of an unchanged stand-in once: 400 deliveries per order would
 * otherwise spend their time on the same signatures and lists.
 */
function rememberAnswers(table: BillingTable, known: Map<string, unknown>) {
  const { billing } = table.deps;
  const remember = async <T>(key: string, ask: () => Promise<T>): Promise<T> => {
    if (!known.has(key)) known.set(key, await ask());
    return structuredClone(known.get(key)) as T;
  };
  table.deps.billing = {
    ...billing,
    readEvent: (input) => remember(`${input.signature} ${input.receivedAt}`, () => billing.readEvent(input)),
    readFacts: (input) => remember(`${input.customerId} ${table.world.events.length}`, () => billing.readFacts(input)),
  };
}

/** mulberry32: small and seeded. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const THREE_DAYS = 3 * 86_400;

/** Each event one to five times, in any order. */
function shuffle(events: readonly EventRecord[], random: () => number): EventRecord[] {
  return events
    .flatMap((event) => Array.from({ length: 1 + Math.floor(random() * 5) }, () => ({ event, rank: random() })))
    .sort((a, b) => a.rank - b.rank)
    .map(({ event }) => event);
}

type Database = Parameters<typeof createBillingTable>[0];

function atStripe(world: World): StormResponse["atStripe"] {
  const [customer] = Object.values(world.customers);
  if (customer === undefined) throw new Error("no user became a customer");
  return {
    plan: planAtStripe(world, customer.id),
    subscriptions: subscriptionRowsAtStripe(world, customer.id, 1),
    creditYen: -customer.balance,
  };
}

/** @param isChecked whether the checks of a site are read too, which takes longer than a storm */
async function readEnd(table: BillingTable, isChecked: boolean): Promise<string> {
  const { users, changes, subscriptions, unprocessed } = await readStripeRecord(table.d1);
  const open = await table.d1.prepare("select count(*) as jobs from jobs where status not in ('done')").first();
  const broken = isChecked ? await findBroken(table.deps) : [];
  return JSON.stringify({ users, changes, subscriptions, unprocessed, open, broken });
}

/** Delivers all events after the end of the history. */
async function stormAfterLife(
  database: Database,
  { life, firstSeed, orders, on }: StormRequest,
): Promise<StormResponse> {
  const { d1 } = database;
  await clearBilling(d1);
  const lived = await createBillingTable(database, { isNear: true });
  const user = await lived.addUser();
  await live(lived, user, LIVES[life]!.steps, () => lived.settle());
  const { world } = lived;
  const [customer] = Object.keys(world.customers);
  const ends = new Map<string, number>([[await readEnd(lived, true), -1]]);
  let deliveries = 0;
  let looks = 0;
  const answers = new Map<string, unknown>();
  for (let seed = firstSeed; seed < firstSeed + orders; seed += 1) {
    const random = createRandom(seed);
    await clearBilling(d1);
    const table = await createBillingTable(database, { world, isNear: true });
    if (on === "durable-object") rememberAnswers(table, answers);
    await table.addUser();
    await d1.prepare("update users set stripe_customer_id = ?1").bind(customer).run();
    // One event is never delivered: every other one leads to the same facts.
    const missing = Math.floor(random() * world.events.length);
    const storm = shuffle(
      world.events.filter((_, at) => at !== missing),
      random,
    );
    deliveries += storm.length;
    /** From here on deliveries are as late as Stripe's last tries. */
    const lateFrom = Math.floor(random() * storm.length);
    let isLate = false;
    for (let at = 0; at < storm.length; ) {
      if (!isLate && at >= lateFrom) {
        table.clock.now += THREE_DAYS;
        isLate = true;
      }
      const together = storm.slice(at, at + 1 + Math.floor(random() * 40));
      await Promise.all(together.map((event) => table.deliver(event)));
      at += together.length;
      if (random() < 0.3) await table.runJobs();
    }
    await table.runJobs();
    looks += table.calls.filter((call) => call === "GET /v1/subscriptions").length;
    // Checks only the last order of each request: equal ends are equally sound.
    const end = await readEnd(table, seed === firstSeed + orders - 1);
    if (!ends.has(end)) ends.set(end, seed);
  }
  return {
    events: world.events.length,
    deliveries,
    looks,
    ends: [...ends].map(([end, seed]) => ({ seed, end })),
    atStripe: atStripe(world),
  };
}

/** Delivers events during the history: late, several times, in any order, the last ones after its end. */
async function stormDuringLife(
  database: Database,
  { life, firstSeed, orders, on }: StormRequest,
): Promise<StormResponse> {
  const ends: StormResponse["ends"] = [];
  const total = { events: 0, deliveries: 0, looks: 0 };
  let last: StormResponse["atStripe"] | null = null;
  for (let seed = firstSeed; seed < firstSeed + orders; seed += 1) {
    const random = createRandom(seed);
    await clearBilling(database.d1);
    const table = await createBillingTable(database, { isNear: true });
    if (on === "durable-object") rememberAnswers(table, new Map());
    const user = await table.addUser();
    let late: EventRecord[] = [];
    const deliver = async (events: readonly EventRecord[]) => {
      total.deliveries += events.length;
      for (const event of events) await table.deliver(event);
      if (random() < 0.6) await table.runJobs();
    };
    await live(table, user, LIVES[life]!.steps, async () => {
      const storm = shuffle([...late, ...table.takeEvents()], random);
      const now = storm.filter(() => random() < 0.4);
      late = [...new Set(storm.filter((event) => !now.includes(event) || random() < 0.1))];
      await deliver(now);
    });
    for (let fresh = [...late, ...table.takeEvents()]; fresh.length > 0; fresh = table.takeEvents()) {
      await deliver(shuffle(fresh, random));
      await table.runJobs();
      // Retries are due by now.
      table.advance(60);
      await table.runJobs();
    }
    // The last delivery may have preceded the last step, with its job still waiting.
    await table.runJobs();
    const { users, subscriptions, unprocessed } = await readStripeRecord(database.d1);
    last = atStripe(table.world);
    total.events += table.world.events.length;
    total.looks += table.calls.filter((call) => call === "GET /v1/subscriptions").length;
    const isSame =
      JSON.stringify(subscriptions) === JSON.stringify(last.subscriptions) &&
      users[0]?.plan === last.plan &&
      unprocessed.length === 0;
    const difference = isSame ? {} : { seed, unprocessed, subscriptions, atStripe: last.subscriptions };
    const end = JSON.stringify({ isSame, plan: users[0]?.plan, creditYen: last.creditYen, ...difference });
    if (!ends.some((known) => known.end === end)) ends.push({ seed, end });
  }
  if (last === null) throw new Error("no order was requested");
  return { ...total, ends, atStripe: last };
}
