import { expect, test } from "vitest";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { enqueueDueReconciliation } from "#app/services/billing/billing-reconciliation.server.ts";
import type { Fault } from "#test/fakes/stripe/faults.ts";
import {
  type BillingTable,
  DAY,
  netChargedYen,
  readStripeRecord,
} from "#test/integration/support/billing/billing-table.ts";
import { layForEachTest } from "#test/integration/support/billing/lay-for-each-test.ts";

let table: BillingTable;

layForEachTest((laid) => {
  table = laid;
});
const UNAVAILABLE = { kind: "refused", reason: "unavailable" };

function fail(values: Partial<Fault> = {}) {
  table.fail({ count: 1000, ...values });
}

function mend() {
  table.faults.length = 0;
}

/** Every call that queries Stripe. */
async function askAll(user: PlanHolder) {
  const { plans } = table.services;
  return [
    await plans.preview({ user, plan: 5 }),
    await plans.change({ user, plan: 5 }),
    await plans.checkout({ user, plan: 5 }),
    await plans.cancel({ user }),
    await plans.refresh({ user }),
  ];
}

test.each([
  ["answers 500", { kind: "status", status: 500 }],
  ["answers 429", { kind: "status", status: 429 }],
  ["answers 401", { kind: "status", status: 401 }],
  ["loses connections", { kind: "drop" }],
] as const)("While Stripe %s every call returns unavailable, and nothing has changed", async (_, fault) => {
  const user = await table.subscribe(4);
  await table.settle();
  const before = await readStripeRecord(table.d1);
  fail(fault);
  expect(await askAll(user)).toEqual(Array(5).fill(UNAVAILABLE));
  expect(await table.services.plans.read({ user })).toMatchObject({ plan: 4 });
  mend();
  await table.settle();
  expect(await readStripeRecord(table.d1)).toEqual(before);
  expect(netChargedYen(table.world)).toBe(9800);
});

test("A Stripe that responds too slowly is unavailable within seconds", async () => {
  const user = await table.subscribe(4);
  fail({ kind: "slow", milliseconds: 6000, count: 1 });
  const started = Date.now();
  expect(await table.services.plans.preview({ user, plan: 5 })).toEqual(UNAVAILABLE);
  expect(Date.now() - started).toBeLessThan(5800);
});

test("A payment page whose response was lost is returned by the next attempt", async () => {
  const user = await table.addUser();
  for (const path of ["/v1/customers", "/v1/checkout/sessions"]) {
    fail({ kind: "drop", when: "after", method: "POST", path, count: 1 });
    expect(await table.services.plans.checkout({ user, plan: 4 })).toEqual(UNAVAILABLE);
  }
  const url = await table.openCheckout(user, 4);
  expect(Object.keys(table.world.customers)).toHaveLength(1);
  expect(Object.keys(table.world.sessions)).toHaveLength(1);
  table.pay(url);
  await table.settle();
  expect(await table.planOf(user)).toBe(4);
});

test("A customer whose response was lost is used by a purchase days later, for another address and after another error", async () => {
  const user = await table.addUser();
  table.switches.isErrorRemembered = true;
  fail({ method: "POST", path: "/v1/customers", count: 1 });
  expect(await table.services.plans.checkout({ user, plan: 4 })).toEqual(UNAVAILABLE);
  fail({ kind: "drop", when: "after", method: "POST", path: "/v1/customers", count: 1 });
  expect(await table.services.plans.checkout({ user, plan: 4 })).toEqual(UNAVAILABLE);
  const [made] = Object.keys(table.world.customers);
  expect(made).toBeDefined();
  // The idempotency key is of the address, and lasts a day.
  await table.d1.prepare("update users set email = 'moved@example.com'").run();
  table.advance(3 * DAY);
  expect(await table.services.plans.checkout({ user, plan: 4 })).toMatchObject({ kind: "opened" });
  expect(Object.keys(table.world.customers)).toEqual([made]);
  expect(await table.d1.prepare("select stripe_customer_id from users").first("stripe_customer_id")).toBe(made);
});

test("Two attempts at once under two addresses leave one customer", async () => {
  const user = await table.addUser();
  const first = table.services.plans.checkout({ user, plan: 4 });
  await table.d1.prepare("update users set email = 'moved@example.com'").run();
  expect(await Promise.all([first, table.services.plans.checkout({ user, plan: 4 })])).toEqual(
    [1, 2].map(() => expect.objectContaining({ kind: "opened" })),
  );
  expect(Object.values(table.world.customers).filter(({ deleted }) => !deleted)).toHaveLength(1);
});

test("A payment page waits five seconds for a customer that Stripe is slow to make", async () => {
  const user = await table.addUser();
  fail({ kind: "slow", milliseconds: 30_000, method: "POST", path: "/v1/customers", count: 1 });
  const started = Date.now();
  expect(await table.services.plans.checkout({ user, plan: 4 })).toEqual(UNAVAILABLE);
  // Less than the twenty seconds that a charge has.
  expect(Date.now() - started).toBeLessThan(15_000);
});

test("An attempt long after one that an outage ended gets a page of its own", async () => {
  const user = await table.addUser();
  fail({ method: "POST", path: "/v1/checkout/sessions", count: 1 });
  expect(await table.services.plans.checkout({ user, plan: 4 })).toEqual(UNAVAILABLE);
  // Stripe opens no page that ends in less than half an hour.
  table.advance(10 * 60);
  expect(await table.services.plans.checkout({ user, plan: 4 })).toMatchObject({ kind: "opened" });
});

test("An error that Stripe replays for its key does not affect the next attempt", async () => {
  const user = await table.addUser();
  for (const path of ["/v1/customers", "/v1/checkout/sessions"]) {
    table.switches.isErrorRemembered = true;
    fail({ method: "POST", path, count: 1 });
    expect(await table.services.plans.checkout({ user, plan: 4 })).toEqual(UNAVAILABLE);
  }
  expect(await table.services.plans.checkout({ user, plan: 4 })).toMatchObject({ kind: "opened" });
});

test.each(["before", "after"] as const)(
  "A change interrupted %s its effect is settled by the next synchronisation",
  async (when) => {
    const user = await table.subscribe(4);
    table.advance(DAY);
    fail({ method: "POST", path: "/v1/subscriptions/", when, count: 1 });
    expect(await table.services.plans.change({ user, plan: 5 })).toEqual(UNAVAILABLE);
    table.advance(90);
    await table.settle();
    expect(await table.planOf(user)).toBe(when === "after" ? 5 : 4);
    expect((await readStripeRecord(table.d1)).intents.at(-1)).toMatchObject({
      status: when === "after" ? "done" : "refused",
    });
    // Requested again, it is charged once in total.
    await table.services.plans.change({ user: await table.see(user), plan: 5 });
    expect(
      Object.values(table.world.invoices).filter(({ billingReason }) => billingReason === "subscription_update"),
    ).toHaveLength(1);
  },
);

test("A cancellation interrupted after its effect leaves Free once the event arrives", async () => {
  const user = await table.subscribe(4);
  fail({ kind: "drop", when: "after", method: "DELETE", count: 1 });
  expect(await table.services.plans.cancel({ user })).toEqual(UNAVAILABLE);
  await table.settle();
  expect(await table.planOf(user)).toBe(1);
});

test("A synchronisation interrupted during its corrections resumes from there", async () => {
  const user = await table.subscribe(4);
  await table.settle();
  table.setCards("fail");
  table.advance(30 * DAY + 3700);
  for (const event of table.takeEvents()) await table.deliver(event);
  for (const when of ["before", "after"] as const) {
    for (const path of ["/v1/subscriptions/", "/v1/invoices/"]) {
      const method = path === "/v1/subscriptions/" ? "DELETE" : "POST";
      fail({ method, path, when, count: 1 });
      await table.runJobs();
      table.advance(20);
    }
  }
  mend();
  await table.settle();
  expect(await table.planOf(user)).toBe(104);
  expect(table.live()).toEqual([]);
  expect((await readStripeRecord(table.d1)).unprocessed).toEqual([]);
});

test("An outage during deletion of an account leaves account and page unchanged", async () => {
  const user = await table.addUser();
  const opened = await table.services.plans.checkout({ user, plan: 4 });
  fail();
  expect(await table.services.accounts.deleteAccount({ user })).toEqual({
    kind: "refused",
    reason: "billing-unavailable",
  });
  mend();
  expect(await table.services.plans.checkout({ user, plan: 4 })).toEqual(opened);
});

const OUTAGE = { status: 503, count: 100_000 };

test("An event that arrives during hours of outage is processed soon after it, without redelivery", async () => {
  const user = await table.addUser();
  table.pay(await table.openCheckout(user, 4));
  table.fail(OUTAGE);
  await table.settle();
  // More often than a throwing job is retried.
  for (let hours = 0; hours < 5; hours++) {
    table.advance(3600);
    await table.runJobs();
  }
  expect(await table.planOf(user)).toBe(1);
  table.faults.length = 0;
  table.advance(10 * 60);
  await table.runJobs();
  expect(await table.planOf(user)).toBe(4);
});

test("A customer for whom Stripe fails does not prevent the nightly check of the others", async () => {
  const users = [await table.subscribe(2), await table.subscribe(3)];
  await table.settle();
  table.takeEvents();
  for (const { id } of table.live()) await table.stripe.subscriptions.cancel(id);
  // None of the events of these ends is delivered.
  table.takeEvents();
  const [silent = ""] = Object.keys(table.world.customers);
  table.fail({ ...OUTAGE, path: `/v1/customers/${silent}` });
  const sinceMidnight = (table.clock.now + 9 * 3600) % DAY;
  table.advance(DAY - sinceMidnight + 3.5 * 3600);
  await enqueueDueReconciliation(table.deps);
  await table.runJobs();
  expect(await Promise.all(users.map((user) => table.planOf(user)))).toEqual([2, 1]);
  table.faults.length = 0;
  table.advance(60);
  await table.runJobs();
  expect(await Promise.all(users.map((user) => table.planOf(user)))).toEqual([1, 1]);
});
