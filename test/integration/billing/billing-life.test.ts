import { expect, test } from "vitest";
import {
  type BillingTable,
  DAY,
  findPlanAt,
  netChargedYen,
  readStripeRecord,
  START,
} from "#test/integration/support/billing/billing-table.ts";
import { layForEachTest } from "#test/integration/support/billing/lay-for-each-test.ts";

let table: BillingTable;

layForEachTest((laid) => {
  table = laid;
});

test("A first plan is bought on the payment page, and takes effect with the payment", async () => {
  const user = await table.addUser();
  const { plans } = table.services;
  expect(await plans.preview({ user, plan: 4 })).toMatchObject({ kind: "checkout", plan: 4, priceYen: 9800 });
  const url = await table.openCheckout(user, 4);
  table.advance(30);
  table.pay(url);
  table.advance(3600);
  expect(await plans.refresh({ user })).toEqual({ kind: "read", plan: 4 });
  await table.settle();
  const mirror = await readStripeRecord(table.d1);
  expect(mirror.unprocessed).toEqual([]);
  expect(mirror.subscriptions).toMatchObject([{ plan: 4, status: "active", ended_at: null }]);
  expect(mirror.intents).toEqual([{ user_id: 1, kind: "checkout", plan: 4, status: "done" }]);
  expect(await findPlanAt(table.d1, { userId: 1, at: START + 29 })).toBe(1);
  expect(await findPlanAt(table.d1, { userId: 1, at: START + 30 })).toBe(4);
  expect(await plans.read({ user })).toMatchObject({ plan: 4, hasDowngradedThisMonth: false });
  expect(await plans.checkout({ user: await table.see(user), plan: 5 })).toEqual({
    kind: "refused",
    reason: "already-subscribed",
  });
});

test("An upgrade after 10 of 30 days charges exactly what its preview showed", async () => {
  let user = await table.subscribe(4);
  table.advance(10 * DAY);
  const { plans } = table.services;
  const preview = await plans.preview({ user, plan: 5 });
  if (preview.kind !== "change") throw new Error(preview.kind);
  expect([23_266, 23_267]).toContain(preview.chargedYen);
  expect(preview).toMatchObject({ direction: "upgrade", creditYen: 0, totalYen: preview.chargedYen });
  table.advance(120);
  expect(await plans.change({ user, plan: 5, prorationDate: preview.prorationDate })).toEqual({
    kind: "changed",
    plan: 5,
  });
  expect(netChargedYen(table.world)).toBe(9800 + preview.chargedYen);
  user = await table.see(user);
  expect(user.plan).toBe(5);
  expect((await readStripeRecord(table.d1)).subscriptions).toMatchObject([{ plan: 5 }]);
  expect(await plans.change({ user, plan: 5 })).toEqual({ kind: "refused", reason: "same-plan" });
});

test("An outdated preview, or one of another time, is not charged", async () => {
  const user = await table.subscribe(4);
  table.advance(DAY);
  const outdated = { kind: "refused", reason: "preview-outdated" };
  for (const shift of [-16 * 60, 11, -2 * DAY]) {
    const prorationDate = table.clock.now + shift;
    expect(await table.services.plans.change({ user, plan: 5, prorationDate })).toEqual(outdated);
  }
  expect(netChargedYen(table.world)).toBe(9800);
});

test("A downgrade leaves credit that the next invoice uses, once in a month of Japan", async () => {
  let user = await table.subscribe(5);
  const { plans } = table.services;
  table.advance(DAY);
  const preview = await plans.preview({ user, plan: 3 });
  if (preview.kind !== "change") throw new Error(preview.kind);
  expect(preview).toMatchObject({ direction: "downgrade", chargedYen: 0 });
  expect(preview.creditYen).toBe(-preview.totalYen);
  expect(await plans.change({ user, plan: 3, prorationDate: preview.prorationDate })).toMatchObject({ plan: 3 });
  user = await table.see(user);
  expect(await plans.preview({ user, plan: 2 })).toEqual({ kind: "refused", reason: "downgraded-this-month" });
  expect(await plans.change({ user, plan: 2 })).toEqual({ kind: "refused", reason: "downgraded-this-month" });
  expect(await plans.read({ user })).toMatchObject({ hasDowngradedThisMonth: true });
  expect(await table.planOf(user)).toBe(3);

  // The last second of November in Japan, and the first of December.
  table.advance(Date.parse("2026-11-30T23:59:59+09:00") / 1000 - table.clock.now);
  expect(await plans.change({ user, plan: 2 })).toEqual({ kind: "refused", reason: "downgraded-this-month" });
  table.advance(1);
  expect(await plans.change({ user, plan: 2 })).toMatchObject({ kind: "changed", plan: 2 });
  const paid = netChargedYen(table.world);
  table.advance(33 * DAY);
  await table.settle();
  expect(netChargedYen(table.world)).toBe(paid);
  expect(await table.planOf(user)).toBe(2);
});

test("Choosing Free ends the subscription at once, without refund, and forfeits credit", async () => {
  let user = await table.subscribe(5);
  const { plans } = table.services;
  table.advance(DAY);
  await plans.change({ user, plan: 3 });
  user = await table.see(user);
  const preview = await plans.preview({ user, plan: 1 });
  if (preview.kind !== "cancel") throw new Error(preview.kind);
  expect(preview.creditYen).toBeGreaterThan(20_000);
  expect(await plans.cancel({ user })).toEqual({ kind: "cancelled" });
  expect(await table.planOf(user)).toBe(1);
  expect(Object.values(table.world.customers)).toMatchObject([{ balance: 0 }]);
  expect(netChargedYen(table.world)).toBe(29_800);
  expect(await plans.cancel({ user: await table.see(user) })).toEqual({ kind: "refused", reason: "same-plan" });
  await table.settle();
  expect((await readStripeRecord(table.d1)).unprocessed).toEqual([]);
});

test("An upgrade that the card does not pay keeps the plan, and can be retried", async () => {
  const user = await table.subscribe(4, "4000000000000341");
  const { plans } = table.services;
  table.advance(DAY);
  expect(await plans.change({ user, plan: 5 })).toEqual({ kind: "refused", reason: "card-declined" });
  await table.settle();
  expect(await table.planOf(user)).toBe(4);
  expect(await plans.read({ user })).toMatchObject({ plan: 4 });
  table.setCards("ok");
  expect(await plans.change({ user, plan: 5 })).toEqual({ kind: "changed", plan: 5 });
});

test("A downgrade that Stripe refuses, or that an outage prevented, can be used again", async () => {
  const user = await table.subscribe(4, "4000000000000341");
  const { plans } = table.services;
  // So late in the month even the smaller plan costs more than what is left of the paid one.
  table.advance(29 * DAY);
  const declined = { kind: "refused", reason: "card-declined" };
  expect(await plans.change({ user, plan: 3 })).toEqual(declined);
  expect(await plans.read({ user })).toMatchObject({ plan: 4, hasDowngradedThisMonth: false });
  table.setCards("ok");

  table.fail({ method: "POST", path: "/v1/subscriptions/" });
  expect(await plans.change({ user, plan: 3 })).toEqual({ kind: "refused", reason: "unavailable" });
  expect(await plans.change({ user, plan: 2 })).toEqual({ kind: "refused", reason: "busy" });
  table.advance(61);
  expect(await plans.change({ user, plan: 2 })).toEqual({ kind: "changed", plan: 2 });
  expect((await readStripeRecord(table.d1)).downgrades).toHaveLength(1);
});

test("A downgrade whose response was lost is found by the next synchronisation, and not made twice", async () => {
  const user = await table.subscribe(5);
  const { plans } = table.services;
  table.advance(DAY);
  table.fail({ kind: "drop", when: "after", method: "POST", path: "/v1/subscriptions/" });
  expect(await plans.change({ user, plan: 4 })).toEqual({ kind: "refused", reason: "unavailable" });
  await table.runJobs();
  expect(await table.planOf(user)).toBe(4);
  const { intents, downgrades } = await readStripeRecord(table.d1);
  expect(intents.at(-1)).toMatchObject({ kind: "change", status: "done" });
  expect(downgrades).toHaveLength(1);
  expect(await plans.change({ user: await table.see(user), plan: 3 })).toEqual({
    kind: "refused",
    reason: "downgraded-this-month",
  });
});

test("The export contains the history of plans, the subscriptions and the customer's id at Stripe", async () => {
  const user = await table.subscribe(4);
  await table.services.plans.change({ user, plan: 3 });
  const [customer] = Object.keys(table.world.customers);
  const [subscription] = Object.keys(table.world.subscriptions);
  const exported = await table.services.accounts.exportPersonalData({ user });
  expect(exported).toMatchObject({
    user: { id: 1, plan: 3, stripe_customer_id: customer },
    plan_changes: [
      { plan: 1, reason: "sign-up" },
      { plan: 4, reason: "subscribed", source: "stripe" },
      { plan: 3, reason: "changed", source: "stripe" },
    ],
    subscriptions: [{ stripe_subscription_id: subscription, plan: 3, status: "active", ended_at: null }],
    downgrades: [{ month: "2026-11" }],
    plan_requests: [
      { kind: "checkout", from_plan: 1, plan: 4, status: "done" },
      { kind: "change", from_plan: 4, plan: 3, status: "done" },
    ],
  });
  expect(JSON.stringify(exported)).not.toMatch(/https?:|whsec|sk_test/);
});
