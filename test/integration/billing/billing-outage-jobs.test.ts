import { expect, test } from "vitest";
import { enqueueDueReconciliation } from "#app/services/billing/billing-reconciliation.server.ts";
import { DAY, layBillingTable } from "#test/integration/support/billing/billing-table.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";

const OUTAGE = { status: 503, count: 100_000 };

test("an event that arrives during hours of outage is processed soon after it, without redelivery", async () => {
  const database = await createTestDatabase();
  const table = await layBillingTable(database);
  const user = await table.addUser();
  table.pay(await table.openCheckout(user, 4));
  table.fail(OUTAGE);
  await table.settle();
  // More often than a throwing job is retried.
  for (let hours = 0; hours < 5; hours++) {
    table.advance(3600);
    await table.runJobs();
  }
  expect((await table.see(user)).plan).toBe(1);
  table.faults.length = 0;
  table.advance(10 * 60);
  await table.runJobs();
  expect((await table.see(user)).plan).toBe(4);
}, 300_000);

test("a customer for whom Stripe fails does not prevent the nightly check of the others", async () => {
  const database = await createTestDatabase();
  const table = await layBillingTable(database);
  const users = [await table.subscribe(2), await table.subscribe(3)];
  await table.settle();
  table.takeEvents();
  for (const { id, status } of Object.values(table.world.subscriptions))
    if (status === "active") await table.stripe.subscriptions.cancel(id);
  // None of the events of these ends is delivered.
  table.takeEvents();
  const [silent = ""] = Object.keys(table.world.customers);
  table.fail({ ...OUTAGE, path: `/v1/customers/${silent}` });
  const sinceMidnight = (table.clock.now + 9 * 3600) % DAY;
  table.advance(DAY - sinceMidnight + 3.5 * 3600);
  await enqueueDueReconciliation(table.deps);
  await table.runJobs();
  expect(await Promise.all(users.map(async (user) => (await table.see(user)).plan))).toEqual([2, 1]);
  table.faults.length = 0;
  table.advance(60);
  await table.runJobs();
  expect(await Promise.all(users.map(async (user) => (await table.see(user)).plan))).toEqual([1, 1]);
}, 300_000);
