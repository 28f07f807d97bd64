import { expect, test } from "vitest";
import { priceKey } from "#app/domain/plans/plan-offer.ts";
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

const openPages = () => Object.values(table.world.sessions).filter(({ status }) => status === "open");
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

test("Ten concurrent requests for the same plan lead to one payment page", async () => {
  const user = await table.addUser();
  const results = await Promise.all(times(10, () => table.services.plans.checkout({ user, plan: 4 })));
  const urls = new Set(results.map((result) => (result.kind === "opened" ? result.url : result.reason)));
  expect(urls.size).toBe(1);
  expect(openPages()).toHaveLength(1);
  expect(Object.keys(table.world.customers)).toHaveLength(1);
  const [url = ""] = urls;
  // Paid twice by two tabs: the second finds a closed page.
  table.pay(url);
  table.pay(url);
  await table.settle();
  expect(table.live()).toHaveLength(1);
  expect(netChargedYen(table.world)).toBe(9800);
  expect(await table.planOf(user)).toBe(4);
});

test("Ten tabs that choose different plans concurrently leave one payment page that can be paid", async () => {
  const user = await table.addUser();
  const plans = [2, 3, 4, 5, 6, 2, 3, 4, 5, 6];
  const results = await Promise.all(plans.map((plan) => table.services.plans.checkout({ user, plan })));
  for (const result of results) if (result.kind === "refused") expect(result.reason).toBe("busy");
  expect(openPages().length).toBeLessThanOrEqual(1);
  const last = await table.openCheckout(user, 3);
  expect(openPages()).toHaveLength(1);
  for (const result of results) if (result.kind === "opened") table.pay(result.url);
  table.pay(last);
  await table.settle();
  expect(table.live()).toHaveLength(1);
  expect(await table.planOf(user)).toBe(3);
  expect(netChargedYen(table.world)).toBe(4980);
});

test("A page paid while another plan is being chosen keeps what was paid", async () => {
  const user = await table.addUser();
  table.pay(await table.openCheckout(user, 4));
  expect(await table.services.plans.checkout({ user, plan: 5 })).toEqual({
    kind: "refused",
    reason: "already-subscribed",
  });
  expect(await table.planOf(user)).toBe(4);
});

test("Of two pages that were both paid the older subscription stays, and the other is refunded", async () => {
  const user = await table.addUser();
  const url = await table.openCheckout(user, 4);
  const [customer = ""] = Object.keys(table.world.customers);
  const price = Object.values(table.world.prices).find(({ lookupKey }) => lookupKey === priceKey(6))?.id ?? "";
  const second = await table.stripe.checkout.sessions.create({
    mode: "subscription",
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: "https://keiba.example/",
  });
  table.pay(url);
  table.pay(second.url ?? "");
  expect(table.live()).toHaveLength(2);
  await table.settle();
  expect(table.live()).toHaveLength(1);
  expect(await table.planOf(user)).toBe(4);
  expect(netChargedYen(table.world)).toBe(9800);
  expect((await readStripeRecord(table.d1)).changes.map(({ plan }) => plan)).toEqual([1, 4]);
});

test("Ten concurrent requests for one change are one change, charged once, and all report it", async () => {
  const user = await table.subscribe(4);
  table.advance(10 * DAY);
  const prorationDate = table.clock.now;
  const results = await Promise.all(times(10, () => table.services.plans.change({ user, plan: 5, prorationDate })));
  for (const result of results) {
    if (result.kind === "changed") expect(result.plan).toBe(5);
    else expect(result.reason).toBe("same-plan");
  }
  expect(results.some(({ kind }) => kind === "changed")).toBe(true);
  expect([9800 + 23_266, 9800 + 23_267]).toContain(netChargedYen(table.world));
  expect(await table.planOf(user)).toBe(5);
});

test("Of ten different concurrent changes each that reports success was charged, and downgrades stay one a month", async () => {
  const user = await table.subscribe(5);
  table.advance(DAY);
  const targets = [2, 3, 4, 6, 2, 3, 4, 6, 2, 3];
  const results = await Promise.all(targets.map((plan) => table.services.plans.change({ user, plan })));
  expect(results.some(({ kind }) => kind === "changed")).toBe(true);
  await table.settle();
  const { changes, downgrades } = await readStripeRecord(table.d1);
  const paid = changes.map(({ plan }) => Number(plan)).slice(1);
  const falls = paid.filter((plan, at) => at > 0 && plan < (paid[at - 1] ?? 0));
  expect(falls.length).toBeLessThanOrEqual(1);
  expect(downgrades).toHaveLength(falls.length);
  expect(table.live()).toHaveLength(1);
});

test("Of two concurrent downgrades exactly one happens", async () => {
  const user = await table.subscribe(6);
  table.advance(DAY);
  const results = await Promise.all([3, 4].map((plan) => table.services.plans.change({ user, plan })));
  expect(results.filter(({ kind }) => kind === "changed")).toHaveLength(1);
  expect((await readStripeRecord(table.d1)).downgrades).toHaveLength(1);
});

test("A browser closed between payment and return loses nothing", async () => {
  const user = await table.addUser();
  table.pay(await table.openCheckout(user, 2));
  expect(await table.planOf(user)).toBe(1);
  await table.settle();
  expect(await table.planOf(user)).toBe(2);
  // Much later the plans page is opened: nothing is bought again.
  table.advance(DAY);
  expect(await table.services.plans.checkout({ user: await table.see(user), plan: 2 })).toMatchObject({
    kind: "refused",
  });
  expect(netChargedYen(table.world)).toBe(980);
});

test("Two concurrent cancellations are one, and a concurrent change leaves one state", async () => {
  const user = await table.subscribe(4);
  const { plans } = table.services;
  const results = await Promise.all([plans.cancel({ user }), plans.cancel({ user }), plans.change({ user, plan: 5 })]);
  expect(results[0]).toMatchObject({ kind: expect.stringMatching(/cancelled|refused/) });
  expect(results.some(({ kind }) => kind === "cancelled")).toBe(true);
  await table.settle();
  expect(table.live()).toEqual([]);
  expect(await table.planOf(user)).toBe(1);
});
