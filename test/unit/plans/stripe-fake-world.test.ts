import fc from "fast-check";
import { expect, test } from "vitest";
import { parseForm } from "#test/fakes/stripe/form-body.ts";
import { addPastSubscription } from "#test/fakes/stripe/past-subscription.ts";
import { type Answer, apply } from "#test/fakes/stripe/world/apply.ts";
import { payAtCheckout } from "#test/fakes/stripe/world/checkout.ts";
import { toParams } from "#test/fakes/stripe/world/params.ts";
import { createWorld, type World } from "#test/fakes/stripe/world/records.ts";
import { DAY, START } from "#test/unit/support/stripe-shop.ts";

const PRICES = [980, 4980, 9800, 29_800, 49_800];

const step = fc.oneof(
  fc.record({ kind: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 45 * DAY }) }),
  fc.record({
    kind: fc.constant("change" as const),
    price: fc.nat({ max: PRICES.length - 1 }),
    isNewMonth: fc.boolean(),
    payment: fc.constantFrom("error_if_incomplete", "pending_if_incomplete", "allow_incomplete"),
  }),
  fc.record({ kind: fc.constant("card" as const), outcome: fc.constantFrom("ok" as const, "fail" as const) }),
  fc.record({ kind: fc.constantFrom("pay" as const, "void" as const, "buy" as const, "cancel" as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function call(world: World, now: number, method: string, path: string, params: Record<string, unknown> = {}): Answer {
  return apply(world, { method, path, params: toParams(params) }, now);
}

/** A world with prices and one customer. */
function openWorld(): { world: World; customer: string; prices: string[] } {
  const world = createWorld({ now: START });
  call(world, START, "POST", "/v1/products", { id: "plan", name: "Plan" });
  const recurring = { interval: "month" };
  for (const unit_amount of PRICES) {
    call(world, START, "POST", "/v1/prices", { currency: "jpy", unit_amount, product: "plan", recurring });
  }
  call(world, START, "POST", "/v1/customers", { email: "life@example.com" });
  return { world, customer: Object.keys(world.customers)[0]!, prices: Object.keys(world.prices) };
}

/** Performs one step; refusals are expected. @returns the time afterwards */
function live(world: World, now: number, customer: string, prices: string[], next: Step): number {
  const subscription = Object.values(world.subscriptions).find((each) => each.status !== "canceled");
  const open = Object.values(world.invoices).find((invoice) => invoice.status === "open");
  if (next.kind === "wait") {
    call(world, now + next.seconds, "GET", "/v1/events");
    return now + next.seconds;
  }
  if (next.kind === "card") world.customers[customer]!.cardSwitch = next.outcome;
  if (next.kind === "pay" && open !== undefined) call(world, now, "POST", `/v1/invoices/${open.id}/pay`);
  if (next.kind === "void" && open !== undefined) call(world, now, "POST", `/v1/invoices/${open.id}/void`);
  if (next.kind === "cancel" && subscription !== undefined) {
    call(world, now, "DELETE", `/v1/subscriptions/${subscription.id}`);
  }
  if (next.kind === "change" && subscription !== undefined) {
    call(world, now, "POST", `/v1/subscriptions/${subscription.id}`, {
      items: [{ id: subscription.itemId, price: prices[next.price] }],
      billing_cycle_anchor: { type: next.isNewMonth ? "now" : "unchanged" },
      proration_behavior: "always_invoice",
      payment_behavior: next.payment,
    });
  }
  if (next.kind === "buy" && subscription === undefined) {
    call(world, now, "POST", "/v1/checkout/sessions", {
      mode: "subscription",
      customer,
      line_items: [{ price: prices[2], quantity: 1 }],
      success_url: "https://keiba.example/ok",
    });
    const session = Object.keys(world.sessions).at(-1)!;
    const card = { number: "4242424242424242", expiryMonth: 12, expiryYear: 2099, holder: "", isAuthenticated: false };
    payAtCheckout(world, world.now, session, card);
  }
  return now;
}

test("in any history every yen is accounted for, and events never run backwards", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
      const { world, customer, prices } = openWorld();
      let now = live(world, START, customer, prices, { kind: "buy" });
      for (const next of steps) now = live(world, now, customer, prices, next);
      const transactions = Object.values(world.balanceTransactions);
      expect(transactions.reduce((sum, each) => sum + each.amount, 0)).toBe(world.customers[customer]!.balance);
      for (const invoice of Object.values(world.invoices)) {
        expect(invoice.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(invoice.total);
        if (invoice.status === "draft") continue;
        expect(invoice.total + invoice.startingBalance - invoice.amountDue).toBe(invoice.endingBalance);
        expect(invoice.amountPaid).toBe(invoice.status === "paid" ? invoice.amountDue : 0);
        const charges = Object.values(world.paymentIntents).filter((intent) => intent.invoice === invoice.id);
        const charged = charges.filter((intent) => intent.status === "succeeded").map((intent) => intent.amount);
        expect(charged).toEqual(invoice.status === "paid" && invoice.amountDue > 0 ? [invoice.amountDue] : []);
      }
      const created = world.events.map((event) => event.created);
      expect(created).toEqual(created.toSorted((a, b) => a - b));
      expect(new Set(world.events.map((event) => event.id)).size).toBe(world.events.length);
    }),
    { numRuns: 80 },
  );
});

test("a world restored from a file continues in the same way", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 15 }), fc.array(step, { maxLength: 15 }), (before, after) => {
      const { world, customer, prices } = openWorld();
      let now = live(world, START, customer, prices, { kind: "buy" });
      for (const next of before) now = live(world, now, customer, prices, next);
      const copy: World = JSON.parse(JSON.stringify(world));
      let copyNow = now;
      for (const next of after) {
        now = live(world, now, customer, prices, next);
        copyNow = live(copy, copyNow, customer, prices, next);
      }
      expect(copy).toEqual(JSON.parse(JSON.stringify(world)));
    }),
    { numRuns: 25 },
  );
});

test("time passed in one leap or in many steps gives the same world", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 20 * DAY }), { minLength: 1, maxLength: 20 }),
      fc.boolean(),
      (waits, fails) => {
        const worlds = [openWorld(), openWorld()] as const;
        for (const { world, customer, prices } of worlds) {
          live(world, START, customer, prices, { kind: "buy" });
          if (fails) world.customers[customer]!.cardSwitch = "fail";
        }
        const end = waits.reduce((sum, wait) => sum + wait, START);
        let now = START;
        for (const wait of waits) {
          now += wait;
          call(worlds[0].world, now, "GET", "/v1/prices");
        }
        call(worlds[1].world, end, "GET", "/v1/prices");
        const facts = ({ world }: { world: World }) => world.events.map((event) => [event.created, event.type]);
        expect(facts(worlds[0])).toEqual(facts(worlds[1]));
      },
    ),
    { numRuns: 25 },
  );
});

test("form bodies nest by brackets, and cannot reach into prototypes", () => {
  expect(parseForm("items[0][id]=si_1&items[0][price]=p&expand[]=a&expand[]=b&metadata=&x=%E4%B8%80%20%2B")).toEqual({
    items: [{ id: "si_1", price: "p" }],
    expand: ["a", "b"],
    metadata: "",
    x: "一 +",
  });
  for (const bad of ["__proto__[x]=1", "a[constructor]=1", "a[b=1", "a=1&a[b]=2"]) expect(parseForm(bad)).toBeNull();
});

test("a subscription of the past was renewed and paid in each month since", () => {
  const { world, customer, prices } = openWorld();
  const at = Date.UTC(2026, 7, 13) / 1000;
  const now = Date.UTC(2026, 10, 24) / 1000;
  call(world, now, "GET", "/v1/events");
  const price = Object.assign(world.prices[prices[3]!]!, { lookupKey: "monthly" });
  addPastSubscription(world, {
    customer: world.customers[customer]!,
    priceKey: price.lookupKey,
    at,
    card: "4242424242424242",
  });
  call(world, now, "GET", "/v1/events");
  const paid = Object.values(world.invoices).map(({ created, paidAt }) => [created, (paidAt ?? 0) - created]);
  const months = [7, 8, 9, 10].map((month) => Date.UTC(2026, month, 13) / 1000);
  const [bought, ...renewed] = months;
  expect(paid).toEqual([[bought, 0], ...renewed.map((month) => [month, 3600])]);
  expect(world.now).toBe(now);
});
