import { expect, test } from "vitest";
import { priceKey } from "#app/domain/plans/plan-offer.ts";
import { enqueueDueReconciliation } from "#app/services/billing/billing-reconciliation.server.ts";
import {
  type BillingTable,
  DAY,
  findPlanAt,
  readStripeRecord,
} from "#test/integration/support/billing/billing-table.ts";
import { layForEachTest } from "#test/integration/support/billing/lay-for-each-test.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

let table: BillingTable;

layForEachTest((laid) => {
  table = laid;
});

const nights = async () =>
  (await table.d1.prepare("select subject from jobs where kind = 'reconcile-billing'").all<{ subject: string }>())
    .results;

/** Advances both clocks to 03:30 of the next night in Japan, and runs the night's job. */
async function sleepOver() {
  const sinceMidnight = (table.clock.now + 9 * 3600) % DAY;
  table.advance(DAY - sinceMidnight + 3.5 * 3600);
  await enqueueDueReconciliation(table.deps);
  await table.runJobs();
}

test("The comparison is due from 03:00 to 03:59 in Japan, once a night", async () => {
  for (const [time, due] of [
    ["2026-11-22T02:59:59+09:00", 0],
    ["2026-11-22T04:00:00+09:00", 0],
    ["2026-11-22T15:30:00+09:00", 0],
    ["2026-11-23T03:00:00+09:00", 1],
    ["2026-11-23T03:59:59+09:00", 1],
    ["2026-11-24T03:59:59+09:00", 2],
  ] as const) {
    table.clock.now = Date.parse(time) / 1000;
    await enqueueDueReconciliation(table.deps);
    expect([time, (await nights()).length]).toEqual([time, due]);
  }
  expect(await nights()).toEqual([{ subject: "2026-11-23" }, { subject: "2026-11-24" }]);
});

test("Changes without a webhook are found at night: payments, changes in the dashboard, failures, ends", async () => {
  const [bought, changed, failed, ended] = [
    await table.addUser(),
    await table.subscribe(4),
    await table.subscribe(4),
    await table.subscribe(4),
  ];
  await table.settle();
  table.pay(await table.openCheckout(bought, 2));
  const customerOf = async ({ id }: { id: number }) =>
    (await sql(table.d1)`select stripe_customer_id as id from users where id = ${id}`.first<{ id: string }>())?.id;
  const subscriptionOf = async (user: { id: number }) => {
    const customer = await customerOf(user);
    const found = table.live().find((subscription) => subscription.customer === customer);
    if (found === undefined) throw new Error(`user ${user.id} has no subscription`);
    return found;
  };
  const [price] = (await table.stripe.prices.list({ lookup_keys: [priceKey(6)] })).data;
  const { id, itemId } = await subscriptionOf(changed);
  await table.stripe.subscriptions.update(id, {
    items: [{ id: itemId, price: price?.id ?? "" }],
    proration_behavior: "none",
  });
  await table.stripe.subscriptions.cancel((await subscriptionOf(ended)).id);
  const endedAt = table.clock.now;
  table.world.customers[(await customerOf(failed)) ?? ""]!.cardSwitch = "fail";
  await sleepOver();
  const plans = async () => Promise.all([bought, changed, failed, ended].map(async (user) => await table.planOf(user)));
  expect(await plans()).toEqual([2, 4, 4, 1]);
  expect((await readStripeRecord(table.d1)).subscriptions).toContainEqual(expect.objectContaining({ id, plan: 6 }));
  expect(await findPlanAt(table.d1, { userId: ended.id, at: endedAt })).toBe(1);
  table.advance(31 * DAY);
  await sleepOver();
  expect((await plans())[2]).toBe(104);

  // A second synchronisation, also in the same night, changes nothing.
  const before = await readStripeRecord(table.d1);
  await table.d1.prepare("delete from jobs").run();
  await enqueueDueReconciliation(table.deps);
  await table.runJobs();
  expect(await readStripeRecord(table.d1)).toEqual({
    ...before,
    unprocessed: (await readStripeRecord(table.d1)).unprocessed,
  });
});

test("A night without Stripe is retried and leaves the mirror unchanged", async () => {
  const user = await table.subscribe(4);
  await table.settle();
  await table.stripe.subscriptions.cancel(table.live()[0]!.id);
  table.fail({ status: 503, method: "GET" });
  await sleepOver();
  expect(await table.planOf(user)).toBe(4);
  table.advance(10);
  await table.runJobs();
  expect(await table.planOf(user)).toBe(1);
});

test("The plan at an instant follows the time of the fact, to the second, whenever it was delivered", async () => {
  const tuesday = Date.parse("2026-11-10T00:00:00+09:00") / 1000;
  const user = await table.addUser();
  const url = await table.openCheckout(user, 4);
  await table.services.plans.checkout({ user, plan: 4 });
  table.pay(url);
  await table.settle();
  table.advance(tuesday - table.clock.now);
  await table.services.plans.change({ user: await table.see(user), plan: 5 });
  // All other events arrive three days late.
  table.advance(3 * DAY);
  await table.settle();
  const at = (instant: number) => findPlanAt(table.d1, { userId: user.id, at: instant });
  expect([await at(tuesday - 1), await at(tuesday), await at(tuesday + 1)]).toEqual([4, 5, 5]);
  expect(await at(0)).toBeNull();
  const last = await sql(table.d1)`select plan, effective_at, recorded_at from plan_changes
    order by id desc limit 1`.first();
  expect(last).toMatchObject({ plan: 5, effective_at: tuesday });
});

test("A payment in the last second of Monday that is delivered on Friday counts for Tuesday", async () => {
  const tuesday = Date.parse("2026-11-10T00:00:00+09:00") / 1000;
  table.advance(tuesday - 600 - table.clock.now);
  const user = await table.addUser();
  const url = await table.openCheckout(user, 3);
  table.advance(599);
  table.pay(url);
  table.advance(4 * DAY);
  await table.settle();
  const at = (instant: number) => findPlanAt(table.d1, { userId: user.id, at: instant });
  expect([await at(tuesday - 2), await at(tuesday - 1), await at(tuesday)]).toEqual([1, 3, 3]);
});
