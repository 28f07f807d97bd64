import { openDatabase } from "#app/db/database.server.ts";
import type { EventRecord, World } from "#test/fakes/stripe/world/records.ts";
import { findBroken } from "#test/integration/support/find-broken.ts";
import { LIVES, live } from "./billing-lives.ts";
import { planAtStripe, subscriptionRowsAtStripe } from "./billing-oracle.ts";
import { type BillingTable, clearBilling, createBillingTable, readStripeRecord } from "./billing-table.ts";

interface Env {
  DB: D1Database;
  STORE: R2Bucket;
}

export interface StormRequest {
  /** Index of the history. */
  life: number;
  firstSeed: number;
  orders: number;
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

/** Runs storms of webhooks. */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    return Response.json(await rage(env, request.url, (await request.json()) as StormRequest));
  },
};

function rage({ STORE: store, DB: d1 }: Env, url: string, asked: StormRequest): Promise<StormResponse> {
  const database = { d1, store, db: openDatabase(d1) };
  return new URL(url).pathname === "/during" ? stormDuringLife(database, asked) : stormAfterLife(database, asked);
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
async function stormAfterLife(database: Database, { life, firstSeed, orders }: StormRequest): Promise<StormResponse> {
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
  for (let seed = firstSeed; seed < firstSeed + orders; seed += 1) {
    const random = createRandom(seed);
    await clearBilling(d1);
    const table = await createBillingTable(database, { world, isNear: true });
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
async function stormDuringLife(database: Database, { life, firstSeed, orders }: StormRequest): Promise<StormResponse> {
  const ends: StormResponse["ends"] = [];
  const total = { events: 0, deliveries: 0, looks: 0 };
  let last: StormResponse["atStripe"] | null = null;
  for (let seed = firstSeed; seed < firstSeed + orders; seed += 1) {
    const random = createRandom(seed);
    await clearBilling(database.d1);
    const table = await createBillingTable(database, { isNear: true });
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
