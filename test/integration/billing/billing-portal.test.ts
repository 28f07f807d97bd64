import { expect, test } from "vitest";
import { setUpPortal } from "#scripts/stripe-setup/set-up-portal.ts";
import { handlePortal } from "#test/fakes/stripe/portal-session.ts";
import { type BillingTable, DAY } from "#test/integration/support/billing/billing-table.ts";
import { layForEachTest } from "#test/integration/support/billing/lay-for-each-test.ts";

let table: BillingTable;

/** Passes once, and is refused at every later charge. */
const RENEWAL_FAILS_CARD = "4000000000000341";

layForEachTest((laid) => {
  table = laid;
});

/** Submits a card to the portal's form. */
function sendCard(url: string, number: string) {
  const form = new URLSearchParams({ number, expiry: "12/34", cvc: "123", holder: "TARO" });
  return handlePortal(table.world, table.clock.now, new URL(url).pathname, form);
}

async function openPortal(user: { id: number; plan: number }): Promise<string> {
  const opened = await table.services.plans.portal({ user });
  if (opened.kind !== "opened") throw new Error(opened.reason);
  return opened.url;
}

test("a user who never paid has no portal; a customer has one of their own", async () => {
  await setUpPortal(table.stripe);
  const stranger = await table.addUser();
  expect(await table.services.plans.portal({ user: await table.see(stranger) })).toEqual({
    kind: "refused",
    reason: "no-customer",
  });
  expect(await table.services.plans.read({ user: await table.see(stranger) })).toMatchObject({ isCustomer: false });
  const user = await table.subscribe(4);
  expect(await table.services.plans.read({ user })).toMatchObject({ isCustomer: true });
  const page = handlePortal(table.world, table.clock.now, new URL(await openPortal(user)).pathname, null);
  expect(page).toMatchObject({ kind: "page", status: 200 });
  const html = page?.kind === "page" ? page.html : "";
  expect(html).toContain("visa •••• 4242");
  expect(html).toContain("支払い済み　9,800円");
  expect(handlePortal(table.world, table.clock.now + 3601, "/p/session/bps_nobody", null)).toMatchObject({
    status: 404,
  });
});

test("a card changed in the portal pays the next month, though the subscription began with another", async () => {
  await setUpPortal(table.stripe);
  const user = await table.subscribe(4, RENEWAL_FAILS_CARD);
  await table.settle();
  table.advance(DAY);
  const url = await openPortal(user);
  expect(sendCard(url, "4000000000000002")).toMatchObject({ kind: "page", status: 402 });
  // Submitted twice: two cards at Stripe, of which the last one counts.
  for (let times = 0; times < 2; times++)
    expect(sendCard(url, "5555 5555 5555 4444")).toMatchObject({ kind: "redirect" });
  expect(Object.values(table.world.subscriptions)[0]?.defaultPaymentMethod).not.toBeNull();
  await table.settle();
  expect(Object.values(table.world.subscriptions)[0]?.defaultPaymentMethod).toBeNull();
  table.advance(30 * DAY + 3601);
  await table.settle();
  expect(await table.planOf(user)).toBe(4);
  expect(Object.values(table.world.invoices).map(({ status }) => status)).toEqual(["paid", "paid"]);
});

test("a plan bought again after a failed renewal is charged to its own, newer card", async () => {
  await setUpPortal(table.stripe);
  const user = await table.subscribe(4);
  await table.settle();
  table.advance(DAY);
  sendCard(await openPortal(user), RENEWAL_FAILS_CARD);
  await table.settle();
  table.advance(31 * DAY);
  await table.settle();
  expect(await table.planOf(user)).toBe(104);
  await table.buy(user, 4);
  await table.settle();
  const live = Object.values(table.world.subscriptions).find(({ status }) => status === "active");
  expect(live?.defaultPaymentMethod).not.toBeNull();
  table.advance(31 * DAY);
  await table.settle();
  expect(await table.planOf(user)).toBe(4);
});
