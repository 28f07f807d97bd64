import { expect, test } from "vitest";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import {
  type BillingTable,
  DAY,
  findPlanAt,
  netChargedYen,
  readStripeRecord,
} from "#test/integration/support/billing/billing-table.ts";
import { layForEachTest } from "#test/integration/support/billing/lay-for-each-test.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

let table: BillingTable;

layForEachTest((laid) => {
  table = laid;
});

/** A PRO user whose first renewal has just failed, without any of its events delivered. */
async function failRenewal(): Promise<PlanHolder> {
  const user = await table.subscribe(4);
  await table.settle();
  table.setCards("fail");
  table.advance(30 * DAY + 3601);
  return user;
}

test("A failed renewal restricts the plan at once and ends the subscription at Stripe", async () => {
  const user = await failRenewal();
  const failedAt = table.clock.now - 1;
  table.advance(300);
  await table.settle();
  expect(await table.planOf(user)).toBe(104);
  expect(table.live()).toEqual([]);
  expect(Object.values(table.world.invoices).at(-1)).toMatchObject({ status: "void" });
  expect(await findPlanAt(table.d1, { userId: 1, at: failedAt - 1 })).toBe(4);
  expect(await findPlanAt(table.d1, { userId: 1, at: failedAt })).toBe(104);
  expect((await readStripeRecord(table.d1)).unprocessed).toEqual([]);
  expect(await table.services.plans.cancel({ user: await table.see(user) })).toEqual({
    kind: "refused",
    reason: "not-offered",
  });
  expect(await table.services.plans.change({ user: await table.see(user), plan: 5 })).toEqual({
    kind: "refused",
    reason: "not-offered",
  });
});

test.each(["before", "after"] as const)(
  "The deletion event %s the failed invoice's leaves the restricted plan",
  async (order) => {
    const user = await failRenewal();
    const events = table.takeEvents();
    // The first synchronisation cancels; only then its deletion event exists.
    for (const event of events.filter(({ type }) => type === "customer.subscription.updated"))
      await table.deliver(event);
    await table.runJobs();
    const [deletion] = table.takeEvents().filter(({ type }) => type === "customer.subscription.deleted");
    const [failure] = events.filter(({ type }) => type === "invoice.payment_failed");
    if (deletion === undefined || failure === undefined) throw new Error("an event is missing");
    for (const event of order === "before" ? [deletion, failure] : [failure, deletion]) {
      await table.deliver(event);
      await table.runJobs();
      expect(await table.planOf(user)).toBe(104);
    }
  },
);

test("Paying again is a new payment of the old plan, and restores it", async () => {
  const user = await failRenewal();
  await table.settle();
  const { plans } = table.services;
  expect(await plans.checkout({ user: await table.see(user), plan: 5 })).toEqual({
    kind: "refused",
    reason: "not-offered",
  });
  table.setCards("ok");
  table.advance(DAY);
  expect(await table.buy(user, 4)).toEqual({ kind: "read", plan: 4 });
  await table.settle();
  expect(table.live()).toHaveLength(1);
  const mirror = await readStripeRecord(table.d1);
  expect(mirror.changes.map(({ plan }) => plan)).toEqual([1, 4, 104, 4]);
  expect(mirror.subscriptions.filter(({ ended_at }) => ended_at === null)).toHaveLength(1);
  expect(netChargedYen(table.world)).toBe(2 * 9800);
});

test("A late payment of the old invoice is refunded: no second subscription, and none that is paid without a plan", async () => {
  const user = await failRenewal();
  const { stripe } = table;
  const [failed] = (await stripe.invoices.list({ status: "open" })).data;
  if (failed === undefined) throw new Error("no open invoice");
  // The subscription ends without our notification; then somebody pays through the mail's link.
  await stripe.subscriptions.cancel(table.live()[0]!.id, { cancellation_details: { comment: "renewal-failed" } });
  table.advance(60);
  table.setCards("ok");
  await stripe.invoices.pay(failed.id);
  await table.settle();
  expect(await table.planOf(user)).toBe(104);
  expect(table.live()).toEqual([]);
  expect(netChargedYen(table.world)).toBe(9800);
  expect(await table.buy(user, 4)).toEqual({ kind: "read", plan: 4 });
  await table.settle();
  expect(table.live()).toHaveLength(1);
  expect(netChargedYen(table.world)).toBe(2 * 9800);
});

test("A retry that succeeds before we notification keeps the subscription, and its restricted days stay in the history", async () => {
  const user = await failRenewal();
  table.setCards("ok");
  table.advance(4 * DAY);
  await table.settle();
  expect(await table.planOf(user)).toBe(4);
  expect(table.live()).toHaveLength(1);
  expect((await readStripeRecord(table.d1)).changes.map(({ plan }) => plan)).toEqual([1, 4, 104, 4]);
});

test("Credit survives a failed renewal and is used by the next payment", async () => {
  const user = await table.subscribe(4);
  const [customer = ""] = Object.keys(table.world.customers);
  await table.stripe.customers.update(customer, { balance: -500 });
  table.setCards("fail");
  table.advance(30 * DAY + 3700);
  await table.settle();
  expect(await table.planOf(user)).toBe(104);
  // The failed invoice had used it, and returned it when it was voided.
  expect(table.world.customers[customer]).toMatchObject({ balance: -500 });
  table.setCards("ok");
  await table.buy(user, 4);
  expect(netChargedYen(table.world)).toBe(9800 + 9300);
});

test("A subscription ended by an operator at Stripe leaves Free", async () => {
  const user = await table.subscribe(4);
  await table.settle();
  table.advance(DAY);
  await table.stripe.subscriptions.cancel(table.live()[0]!.id);
  await table.settle();
  expect(await table.planOf(user)).toBe(1);
  expect((await readStripeRecord(table.d1)).changes.at(-1)).toMatchObject({
    plan: 1,
    reason: "cancelled",
    effective_at: table.clock.now,
  });
});

test("Stripe's own end after its last attempt is a failed renewal", async () => {
  const user = await failRenewal();
  table.advance(20 * DAY);
  expect(table.live()).toEqual([]);
  await table.settle();
  expect(await table.planOf(user)).toBe(104);
});

test("An account's deletion ends the subscription first, and without Stripe nothing is deleted", async () => {
  const user = await table.subscribe(4);
  table.fail({ status: 503, method: "DELETE" });
  const { accounts } = table.services;
  expect(await accounts.deleteAccount({ user })).toEqual({ kind: "refused", reason: "billing-unavailable" });
  expect(await table.d1.prepare("select deleted_at from users").first()).toEqual({ deleted_at: null });
  expect(await table.planOf(user)).toBe(4);
  expect(await accounts.deleteAccount({ user })).toEqual({ kind: "deleted" });
  expect(table.live()).toEqual([]);
  await table.settle();
  expect(await table.planOf(user)).toBe(1);
  expect((await readStripeRecord(table.d1)).unprocessed).toEqual([]);
});

test("An open payment page is closed when its account is deleted; one that was paid all the same is refunded", async () => {
  // There is an earlier invoice, so the customer stays.
  const user = await table.subscribe(2);
  await table.services.plans.cancel({ user });
  const before = netChargedYen(table.world);
  const url = await table.openCheckout(user, 4);
  await table.services.accounts.deleteAccount({ user });
  table.pay(url);
  expect(table.live()).toEqual([]);

  // A customer unknown to us.
  const customer = Object.keys(table.world.customers)[0]!;
  const price = Object.values(table.world.prices)[0]!.id;
  const page = await table.stripe.checkout.sessions.create({
    mode: "subscription",
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: "https://keiba.example/",
  });
  table.advance(5);
  table.pay(page.url!);
  await table.settle();
  expect(table.live()).toEqual([]);
  expect(before).toBeGreaterThan(0);
  expect(netChargedYen(table.world)).toBe(before);
  expect(await table.planOf(user)).toBe(1);
});

test.each([
  ["new@example.com", "new@example.com"],
  ["new..one@docomo.ne.jp", '"new..one"@docomo.ne.jp'],
])("The new mail address %s is sent to the customer at Stripe as %s, once", async (email, mailbox) => {
  const user = await table.subscribe(4);
  await table.settle();
  const { d1, clock, services } = table;
  await sql(d1)`insert into mail_codes (id, user_id, email, kind, code_hash, created_at, expires_at)
    values ('code', ${user.id}, ${email}, 'change-email', ${await sha256Hex("code")}, ${clock.now}, ${clock.now + 60})`.run();
  expect(await services.accounts.changeEmail({ code: "code" })).toEqual({ kind: "changed", email });
  await table.runJobs();
  expect(Object.values(table.world.customers)).toMatchObject([{ email: mailbox }]);
  await services.plans.refresh({ user });
  await table.settle();
  const writes = table.calls.filter((call) => call.startsWith("POST /v1/customers/"));
  expect(writes).toHaveLength(1);
});
