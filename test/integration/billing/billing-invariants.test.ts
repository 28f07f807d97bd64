import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import {
  liveSubscriptionsOf,
  planAtStripe,
  subscriptionRowsAtStripe,
} from "#test/integration/support/billing/billing-oracle.ts";
import {
  type BillingTable,
  DAY,
  layBillingTable,
  readStripeRecord,
} from "#test/integration/support/billing/billing-table.ts";
import { createTestDatabase, type TestDatabase } from "#test/integration/support/workerd/test-database.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

type Action =
  | { kind: "buy" | "change"; plan: number }
  | { kind: "cancel" | "operator-cancels" | "cards-fail" | "cards-pass" | "outage" }
  | { kind: "days"; count: number }
  | { kind: "deliver"; picks: number[] };

const plan = fc.integer({ min: 2, max: 6 });
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("buy" as const), plan }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("change" as const), plan }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("days" as const), count: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("deliver" as const), picks: fc.array(fc.nat(), { maxLength: 12 }) }),
  },
  fc.record({ kind: fc.constantFrom("cancel", "operator-cancels", "cards-fail", "cards-pass", "outage") }),
);

async function act(table: BillingTable, user: PlanHolder, { kind, ...rest }: Action) {
  const { plans } = table.services;
  const holder = await table.see(user);
  const target = "plan" in rest ? rest.plan : 1;
  switch (kind) {
    case "buy": {
      const opened = await plans.checkout({ user: holder, plan: target });
      if (opened.kind === "opened") table.pay(opened.url);
      return;
    }
    case "change":
      await plans.change({ user: holder, plan: target });
      return;
    case "cancel":
      await plans.cancel({ user: holder });
      return;
    case "operator-cancels":
      for (const { id } of table.live()) await table.stripe.subscriptions.cancel(id);
      return;
    case "cards-fail":
    case "cards-pass":
      table.setCards(kind === "cards-fail" ? "fail" : "ok");
      return;
    case "outage":
      table.fail({ when: "after" });
      return;
    case "days":
      table.advance(("count" in rest ? rest.count : 1) * DAY);
      return;
    case "deliver": {
      const { events } = table.world;
      for (const pick of "picks" in rest ? rest.picks : [])
        if (events.length > 0) await table.deliver(events[pick % events.length]!);
      await table.runJobs();
      return;
    }
    default:
      return kind satisfies never;
  }
}

test("Any events in any order leave at most one subscription, none unpaid, and a mirror that equals Stripe", {
  tags: "full",
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 14 }), async (actions) => {
      const table = await layBillingTable(database);
      const user = await table.addUser();
      for (const each of actions) {
        await act(table, user, each);
        const [customer = ""] = Object.keys(table.world.customers);
        expect(liveSubscriptionsOf(table.world, customer).length).toBeLessThanOrEqual(1);
      }
      table.faults.length = 0;
      table.advance(120);
      await table.settle();
      const { world } = table;
      const [customer = ""] = Object.keys(world.customers);
      const mirror = await readStripeRecord(table.d1);
      expect(mirror.users).toMatchObject([{ plan: planAtStripe(world, customer) }]);
      expect(mirror.subscriptions).toEqual(subscriptionRowsAtStripe(world, customer, user.id));
      expect(mirror.unprocessed).toEqual([]);
      for (const { id } of liveSubscriptionsOf(world, customer)) {
        const invoices = Object.values(world.invoices).filter(({ subscription }) => subscription === id);
        expect(invoices.some(({ status }) => status === "paid")).toBe(true);
        expect(invoices.filter(({ status }) => status === "open")).toEqual([]);
      }
      const charged = Object.values(world.invoices).filter(
        ({ billingReason }) => billingReason === "subscription_update",
      );
      const intents = mirror.intents.filter(({ kind }) => kind === "change");
      expect(charged.length).toBeLessThanOrEqual(intents.length);
    }),
    { numRuns: 20, seed: 5 },
  );
});
