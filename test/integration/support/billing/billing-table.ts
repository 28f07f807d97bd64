import Stripe from "stripe";
import { createStripeBilling } from "#app/adapters/stripe-billing.server.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { priceKey } from "#app/domain/plans/plan-offer.ts";
import { isPaid, PLANS } from "#app/domain/plans/plans.ts";
import { createServices, type Services } from "#app/services/create-services.server.ts";
import { runJob } from "#app/services/jobs/run-job.server.ts";
import { consumeFault, createFault, type Fault } from "#test/fakes/stripe/faults.ts";
import { openPaymentPage, sendPaymentForm } from "#test/fakes/stripe/pay-session.ts";
import { createWorldFetch } from "#test/fakes/stripe/rest.ts";
import { signBody, webhookBody } from "#test/fakes/stripe/signature.ts";
import { advance } from "#test/fakes/stripe/world/clock.ts";
import { createWorld, type EventRecord, type World } from "#test/fakes/stripe/world/records.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import type { TestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { handlers } from "#workers/jobs/handlers.ts";

export const DAY = 86_400;
/** 1 November 2026, 10:00 in Japan: a month of thirty days begins. */
export const START = Date.parse("2026-11-01T10:00:00+09:00") / 1000;
const SECRET = "whsec_table";
const API_KEY = "sk_test_table";

const TABLES = [
  "downgrades",
  "plan_intents",
  "plan_changes",
  "subscriptions",
  "stripe_events",
  "jobs",
  "sessions",
  "mail_codes",
  "usage",
  "users",
];

/** Deletes all users and billing data. */
export async function clearBilling(d1: D1Database): Promise<void> {
  await d1.batch(TABLES.map((name) => d1.prepare(`delete from ${name}`)));
}

/** A separate test setup for every test, over one D1 that is emptied. */
export async function layBillingTable(
  database: TestDatabase,
  options: Parameters<typeof createBillingTable>[1] = {},
): Promise<BillingTable> {
  await clearBilling(database.d1);
  return createBillingTable(database, options);
}

/** The network to Stripe: records the calls, and fails where a test has added a fault. */
function createFaultyFetch(speak: (request: Request) => Promise<Response>, { isNear }: { isNear: boolean }) {
  const faults: Fault[] = [];
  const calls: string[] = [];
  /** Stripe may replay a 500 for its key for a day. */
  const switches = { isErrorRemembered: false };
  const failed = new Map<string, number>();
  const faulty: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    calls.push(`${request.method} ${pathname}`);
    const replayed = failed.get(request.headers.get("idempotency-key") ?? "");
    if (replayed !== undefined) return respondError(replayed, { "idempotent-replayed": "true" });
    const fault = consumeFault(faults, request.method, pathname);
    // Another request may come in between, as over a network.
    if (!isNear) await new Promise((resolve) => setTimeout(resolve, 0));
    if (fault === null) return speak(request);
    if (fault.kind === "slow") await wait(fault.milliseconds, request.signal);
    if (fault.when === "after" || fault.kind === "slow") {
      const answer = await speak(request);
      if (fault.kind === "slow") return answer;
    }
    if (fault.kind === "drop") throw new TypeError("the connection was lost");
    const key = request.headers.get("idempotency-key");
    if (switches.isErrorRemembered && key !== null) failed.set(key, fault.status);
    return respondError(fault.status);
  };
  return { faults, calls, switches, fetch: faulty };
}

function insertUser(d1: D1Database, { id, plan, createdAt }: { id: number; plan: number; createdAt: number }) {
  return [
    sql(d1)`insert into users (id, email, name, password_hash, plan, created_at)
      values (${id}, ${`fan${id}@example.com`}, ${`fan ${id}`}, 'none', ${plan}, ${createdAt})`,
    sql(d1)`insert into plan_changes (user_id, plan, reason, effective_at, recorded_at)
      values (${id}, ${plan}, 'sign-up', ${createdAt}, ${createdAt})`,
  ];
}

/** The whole of billing in one test: our services and jobs over a D1, the adapter, and Stripe's stand-in, with one clock. */
export class BillingTable {
  readonly d1: D1Database;
  readonly world: World;
  readonly deps: ReturnType<typeof createTestDeps>;
  readonly services: Services;
  /** Stripe's dashboard. */
  readonly stripe: Stripe;
  readonly faults: Fault[];
  /** Calls to Stripe. */
  readonly calls: string[];
  readonly switches: { isErrorRemembered: boolean };
  #heard: number;
  #users = 0;

  constructor({ d1, world, deps, network, stripe }: TableParts) {
    this.d1 = d1;
    this.world = world;
    this.deps = deps;
    this.services = createServices(deps);
    this.stripe = stripe;
    this.faults = network.faults;
    this.calls = network.calls;
    this.switches = network.switches;
    this.#heard = world.events.length;
  }

  get clock() {
    return this.deps.clock;
  }

  async addUser({
    plan = 1,
    createdAt = START - DAY,
  }: {
    plan?: number;
    createdAt?: number;
  } = {}): Promise<PlanHolder> {
    this.#users += 1;
    const id = this.#users;
    await this.d1.batch(insertUser(this.d1, { id, plan, createdAt }));
    return { id, plan };
  }

  /** The user as a session would show it now. */
  async see({ id }: { id: number }): Promise<PlanHolder> {
    const row = await this.d1.prepare("select id, plan from users where id = ?1").bind(id).first<PlanHolder>();
    if (row === null) throw new Error(`user ${id} is not there`);
    return row;
  }

  async planOf(user: { id: number }): Promise<number> {
    return (await this.see(user)).plan;
  }

  /** Subscriptions that have not ended. */
  live() {
    return Object.values(this.world.subscriptions).filter(({ status }) => status !== "canceled");
  }

  /** Decides every later charge. */
  setCards(outcome: "ok" | "fail") {
    for (const customer of Object.values(this.world.customers)) customer.cardSwitch = outcome;
  }

  pay(url: string, number = "4242424242424242") {
    const { world, clock } = this;
    const session = Object.values(world.sessions).find(({ id }) => url.includes(id));
    if (session === undefined) throw new Error(`no session is at ${url}`);
    openPaymentPage(world, clock.now, session.id);
    const form = new URLSearchParams({ number, expiry: "12/34", cvc: "123", holder: "TARO KEIBA" });
    return sendPaymentForm(world, clock.now, session.id, form);
  }

  /** @returns the address of a payment page */
  async openCheckout(user: { id: number }, plan: number): Promise<string> {
    const opened = await this.services.plans.checkout({ user: await this.see(user), plan });
    if (opened.kind !== "opened") throw new Error(`no payment page: ${opened.reason}`);
    return opened.url;
  }

  async buy(user: { id: number }, plan: number, number?: string) {
    this.pay(await this.openCheckout(user, plan), number);
    return this.services.plans.refresh({ user: await this.see(user) });
  }

  /** A user who bought a plan and returned. */
  async subscribe(plan: number, number?: string): Promise<PlanHolder> {
    const user = await this.addUser();
    await this.buy(user, plan, number);
    return this.see(user);
  }

  /** Lets the next call to Stripe fail. */
  fail(values: Partial<Fault>) {
    this.faults.push(createFault(values));
  }

  /** Advances time on both sides. */
  advance(seconds: number) {
    this.clock.now += seconds;
    advance(this.world, this.clock.now);
  }

  /** Returns the events not taken before. */
  takeEvents(): EventRecord[] {
    const { events } = this.world;
    const fresh = events.slice(this.#heard);
    this.#heard = events.length;
    return fresh;
  }

  /** Delivers one event once. */
  async deliver(event: EventRecord) {
    const result = await this.services.webhooks.receive(sign(event, this.clock.now));
    if (result.kind !== "accepted") throw new Error(`${event.type} was refused: ${result.reason}`);
  }

  /** Runs due jobs, oldest first, until none are left. */
  async runJobs() {
    for (;;) {
      const { results } = await sql(this.d1)`select id from jobs where status = 'queued'
        and run_after <= ${this.clock.now} order by created_at, id`.all<{ id: string }>();
      if (results.length === 0) return;
      for (const { id } of results) await runJob(this.deps, handlers, { jobId: id, yieldToEventLoop: async () => {} });
    }
  }

  /** Delivers events and runs jobs until nothing is left. */
  async settle() {
    for (let fresh = this.takeEvents(); fresh.length > 0; fresh = this.takeEvents()) {
      for (const event of fresh) await this.deliver(event);
      await this.runJobs();
    }
    await this.runJobs();
  }
}

interface TableParts extends Pick<BillingTable, "d1" | "world" | "deps" | "stripe"> {
  network: Pick<BillingTable, "faults" | "calls" | "switches">;
}

/**
 * @param world initial state of Stripe
 * @param isNear whether the stand-in responds immediately, before other waiting work
 */
export async function createBillingTable(
  database: Pick<TestDatabase, "d1" | "store" | "db">,
  { world: given, isNear = false }: { world?: World; isNear?: boolean } = {},
): Promise<BillingTable> {
  const world = given ?? createWorld({ now: START, salt: "table" });
  const deps = createTestDeps(database);
  deps.clock.now = Math.max(START, world.now);
  const speak = createWorldFetch(world, { apiKey: API_KEY, now: () => deps.clock.now });
  const { fetch, ...network } = createFaultyFetch(speak, { isNear });
  const settings = { secretKey: API_KEY, webhookSecrets: [SECRET], apiUrl: "http://stripe.test" };
  deps.billing = createStripeBilling({ ...settings, fetch });
  const stripe = new Stripe(API_KEY, { httpClient: Stripe.createFetchHttpClient(speak), maxNetworkRetries: 0 });
  if (Object.keys(world.prices).length === 0) await addPrices(stripe);
  return new BillingTable({ d1: database.d1, world, deps, network, stripe });
}

const signed = new WeakMap<EventRecord, { at: number; body: string; signature: string }>();

/** A delivery as Stripe would send it now; the same event in the same second is the same delivery. */
function sign(event: EventRecord, at: number): { body: string; signature: string } {
  const known = signed.get(event);
  if (known?.at === at) return known;
  const body = webhookBody(event);
  const fresh = { at, body, signature: signBody(body, [SECRET], at) };
  signed.set(event, fresh);
  return fresh;
}

/** Ends early, like a connection whose client has given up. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

function respondError(status: number, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ error: { type: "api_error", message: "fault" } }), { status, headers });
}

/** Sells all paid plans. @returns Stripe's ids of their prices */
export async function addPrices(stripe: Stripe): Promise<Map<number, string>> {
  const ids = new Map<number, string>();
  for (const { plan, name, priceYen } of PLANS) {
    if (!isPaid(plan)) continue;
    const product = await stripe.products.create({ name });
    const { id } = await stripe.prices.create({
      currency: "jpy",
      unit_amount: priceYen,
      product: product.id,
      lookup_key: priceKey(plan),
      recurring: { interval: "month" },
    });
    ids.set(plan, id);
  }
  return ids;
}

/** The plan of a user at an instant (unix seconds); null before the first one. */
export async function findPlanAt(d1: D1Database, { userId, at }: { userId: number; at: number }) {
  return sql(d1)`select plan from plan_changes where user_id = ${userId} and effective_at <= ${at}
    order by effective_at desc, id desc limit 1`.first<number>("plan");
}

/** All billing data in D1, without the times at which it was written. */
export async function readStripeRecord(d1: D1Database) {
  const answers = await d1.batch<Record<string, unknown>>([
    d1.prepare("select id, plan, stripe_customer_id as customer from users order by id"),
    d1.prepare("select user_id, plan, reason, effective_at from plan_changes order by user_id, effective_at, id"),
    sql(d1)`select user_id, stripe_subscription_id as id, plan, status, current_period_start, current_period_end,
      ended_at from subscriptions order by stripe_subscription_id`,
    d1.prepare("select id from stripe_events where processed_at is null order by id"),
    d1.prepare("select user_id, kind, plan, status from plan_intents order by created_at, id"),
    d1.prepare("select user_id, month from downgrades order by user_id, month"),
  ]);
  const [users = [], changes = [], subscriptions = [], unprocessed = [], intents = [], downgrades = []] = answers.map(
    ({ results }) => results,
  );
  return { users, changes, subscriptions, unprocessed, intents, downgrades };
}

/** Yen charged to a customer's card and not refunded. */
export function netChargedYen(world: World): number {
  return Object.values(world.paymentIntents)
    .filter(({ status }) => status === "succeeded")
    .reduce((sum, { amount, refunds }) => sum + amount - refunds.reduce((back, each) => back + each.amount, 0), 0);
}
