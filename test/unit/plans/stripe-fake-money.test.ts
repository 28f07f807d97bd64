import fc from "fast-check";
import Stripe from "stripe";
import { expect, test } from "vitest";
import { monthsAfter } from "#test/fakes/stripe/world/months.ts";
import {
  addPrice,
  changeTo,
  createTable,
  DAY,
  openSession,
  pay,
  START,
  subscribe,
} from "#test/unit/support/stripe-shop.ts";

async function refusalOf(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error(`no refusal of Stripe but ${String(error)}`);
  return error;
}

test("an upgrade ten days into a month of thirty costs 29,800 − 9,800 × 20/30, previewed and charged alike", async () => {
  const table = createTable();
  const { stripe, clock } = table;
  const [pro, premium] = [await addPrice(stripe, "PRO", 9800), await addPrice(stripe, "PREMIUM", 29_800)];
  const { subscription } = await subscribe(table, pro);
  clock.now = START + 10 * DAY;
  const change = changeTo(subscription, premium, clock.now);
  const preview = await stripe.invoices.createPreview({ subscription: subscription.id, subscription_details: change });
  clock.now += 40;
  const updated = await stripe.subscriptions.update(subscription.id, {
    ...change,
    payment_behavior: "error_if_incomplete",
    expand: ["latest_invoice"],
  });
  const invoice = updated.latest_invoice;
  if (invoice === null || typeof invoice === "string") throw new Error("latest_invoice was not expanded");
  expect([preview.amount_due, invoice.amount_paid]).toEqual([23_267, 23_267]);
  expect(invoice.lines.data.map((line) => line.amount)).toEqual([-6533, 29_800]);
  expect(invoice.billing_reason).toBe("subscription_update");
  expect(updated.items.data[0]).toMatchObject({
    price: { id: premium.id },
    current_period_start: clock.now,
    current_period_end: monthsAfter(clock.now, 1),
  });
});

test("the default proration charges nothing now and 13,333 or 13,334 with the next month", async () => {
  const table = createTable();
  const { stripe, clock } = table;
  const [pro, premium] = [await addPrice(stripe, "PRO", 9800), await addPrice(stripe, "PREMIUM", 29_800)];
  const { subscription } = await subscribe(table, pro);
  clock.now = START + 10 * DAY;
  const items = [{ id: subscription.items.data[0]!.id, price: premium.id }];
  const preview = await stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: { items, proration_behavior: "always_invoice" },
  });
  expect(preview.lines.data.map((line) => line.amount)).toEqual([-6533, 19_867]);
  await stripe.subscriptions.update(subscription.id, { items });
  expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
  clock.now = START + 30 * DAY + 3600;
  const [renewal] = (await stripe.invoices.list({ subscription: subscription.id })).data;
  expect(renewal).toMatchObject({ billing_reason: "subscription_cycle", status: "paid", amount_paid: 13_334 + 29_800 });
});

test("a downgrade leaves credit that later invoices use, and setting the balance to zero erases it", async () => {
  const table = createTable();
  const { stripe, clock } = table;
  const [starter, premium] = [await addPrice(stripe, "Starter", 980), await addPrice(stripe, "PREMIUM", 29_800)];
  const { subscription, customer } = await subscribe(table, premium);
  clock.now = START + 15 * DAY;
  await stripe.subscriptions.update(subscription.id, changeTo(subscription, starter, clock.now));
  const credit = async () => {
    const found = await stripe.customers.retrieve(customer.id);
    return found.deleted ? null : found.balance;
  };
  expect(await credit()).toBe(980 - 14_900);
  clock.now = monthsAfter(clock.now, 1) + 3600;
  const [renewal] = (await stripe.invoices.list({ customer: customer.id, limit: 1 })).data;
  expect(renewal).toMatchObject({ amount_due: 0, status: "paid", starting_balance: -13_920, ending_balance: -12_940 });
  expect(await credit()).toBe(-12_940);
  await stripe.customers.createBalanceTransaction(customer.id, { amount: 12_940, currency: "jpy" });
  expect(await credit()).toBe(0);
  const { data } = await stripe.customers.listBalanceTransactions(customer.id);
  expect(data.map((each) => [each.type, each.amount])).toEqual([
    ["adjustment", 12_940],
    ["applied_to_invoice", 980],
    ["applied_to_invoice", -13_920],
  ]);
});

test("a declined upgrade with error_if_incomplete returns 402 and changes nothing", async () => {
  const table = createTable();
  const { stripe, clock, world } = table;
  const [pro, premium] = [await addPrice(stripe, "PRO", 9800), await addPrice(stripe, "PREMIUM", 29_800)];
  const { subscription } = await subscribe(table, pro, "4000000000000341");
  clock.now = START + DAY;
  const [before, events] = [await stripe.subscriptions.retrieve(subscription.id), world.events.length];
  const refusal = await refusalOf(
    stripe.subscriptions.update(subscription.id, {
      ...changeTo(subscription, premium, clock.now),
      payment_behavior: "error_if_incomplete",
    }),
  );
  expect(refusal).toMatchObject({ statusCode: 402, code: "card_declined", decline_code: "generic_decline" });
  expect(refusal.type).toBe("StripeCardError");
  expect({ ...(await stripe.subscriptions.retrieve(subscription.id)) }).toMatchObject({ items: before.items });
  expect(world.events).toHaveLength(events);
});

test("a failed upgrade with pending_if_incomplete waits, applies when paid, and is dropped after 23 hours", async () => {
  const table = createTable();
  const { stripe, clock, world } = table;
  const [pro, premium] = [await addPrice(stripe, "PRO", 9800), await addPrice(stripe, "PREMIUM", 29_800)];
  const { subscription, customer } = await subscribe(table, pro, "4000000000000341");
  clock.now = START + DAY;
  const ask = () =>
    stripe.subscriptions.update(subscription.id, {
      ...changeTo(subscription, premium, clock.now),
      payment_behavior: "pending_if_incomplete",
    });
  const waiting = await ask();
  expect(waiting.pending_update).not.toBeNull();
  expect(waiting.items.data[0]!.price.id).toBe(pro.id);
  clock.now += DAY;
  expect((await stripe.subscriptions.retrieve(subscription.id)).pending_update).toBeNull();
  const second = await ask();
  world.customers[customer.id]!.cardSwitch = "ok";
  if (typeof second.latest_invoice !== "string") throw new Error("no invoice");
  await stripe.invoices.pay(second.latest_invoice);
  const after = await stripe.subscriptions.retrieve(subscription.id);
  expect([after.pending_update, after.items.data[0]!.price.id]).toEqual([null, premium.id]);
});

test("a failed renewal is past due, is retried after 3, 5 and 7 days, and then ends", async () => {
  const table = createTable();
  const { stripe, clock } = table;
  const { subscription } = await subscribe(table, await addPrice(stripe, "PRO", 9800), "4000000000000341");
  clock.now = START + 30 * DAY;
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  clock.now += 3600;
  const failed = await stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] });
  expect(failed.status).toBe("past_due");
  expect(failed.latest_invoice).toMatchObject({ status: "open", attempt_count: 1, amount_remaining: 9800 });
  clock.now += 15 * DAY;
  const ended = await stripe.subscriptions.retrieve(subscription.id);
  expect([ended.status, ended.cancellation_details?.reason]).toEqual(["canceled", "payment_failed"]);
});

test("an open invoice of a cancelled subscription can be paid late, without reviving anything", async () => {
  const table = createTable();
  const { stripe, clock, world } = table;
  const { subscription, customer } = await subscribe(table, await addPrice(stripe, "PRO", 9800), "4000000000000341");
  clock.now = START + 30 * DAY + 3600;
  const deleted = await stripe.subscriptions.cancel(subscription.id);
  expect([deleted.status, deleted.ended_at]).toEqual(["canceled", clock.now]);
  expect((await refusalOf(stripe.subscriptions.cancel(subscription.id))).code).toBe("resource_missing");
  clock.now += 60 * DAY;
  const open = (await stripe.invoices.list({ customer: customer.id, status: "open" })).data[0]!;
  expect(open).toMatchObject({ attempt_count: 1, next_payment_attempt: null, auto_advance: false });
  expect(await refusalOf(stripe.invoices.pay(open.id))).toMatchObject({ statusCode: 402 });
  world.customers[customer.id]!.cardSwitch = "ok";
  expect(await stripe.invoices.pay(open.id)).toMatchObject({ status: "paid", attempt_count: 3, amount_paid: 9800 });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("canceled");
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
});

test("a renewal that failed becomes active again when its invoice is paid", async () => {
  const table = createTable();
  const { stripe, clock, world } = table;
  const { subscription, customer } = await subscribe(table, await addPrice(stripe, "PRO", 9800), "4000000000000341");
  clock.now = START + 30 * DAY + 3600;
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("past_due");
  world.customers[customer.id]!.cardSwitch = "ok";
  clock.now += 3 * DAY;
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
});

test("voiding an invoice returns the credit it had used", async () => {
  const table = createTable();
  const { stripe, clock } = table;
  const { customer } = await subscribe(table, await addPrice(stripe, "PRO", 9800), "4000000000000341");
  await stripe.customers.update(customer.id, { balance: -3000 });
  clock.now = START + 30 * DAY + 3600;
  const [open] = (await stripe.invoices.list({ customer: customer.id, status: "open" })).data;
  expect(open).toMatchObject({ total: 9800, amount_due: 6800, ending_balance: 0 });
  expect(await stripe.invoices.voidInvoice(open!.id)).toMatchObject({ status: "void" });
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -3000 });
});

test("months are counted from the anchor, so the 31st comes back after February", () => {
  const anchor = Date.parse("2026-12-31T15:30:00Z") / 1000;
  const days = [1, 2, 3, 14].map((months) => new Date(monthsAfter(anchor, months) * 1000).toISOString().slice(0, 16));
  expect(days).toEqual(["2027-01-31T15:30", "2027-02-28T15:30", "2027-03-31T15:30", "2028-02-29T15:30"]);
});

test("credit at any second is between zero and the price, and falls with time", async () => {
  const table = createTable();
  const { stripe, clock } = table;
  const [pro, premium] = [await addPrice(stripe, "PRO", 9800), await addPrice(stripe, "PREMIUM", 29_800)];
  const { subscription } = await subscribe(table, pro);
  clock.now = START + 30 * DAY - 1;
  const creditAt = async (second: number) => {
    const details = changeTo(subscription, premium, START + second);
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: details,
    });
    return -preview.lines.data[0]!.amount;
  };
  const second = fc.integer({ min: 0, max: 30 * DAY - 1 });
  await fc.assert(
    fc.asyncProperty(second, second, async (one, other) => {
      const [early, late] = [await creditAt(Math.min(one, other)), await creditAt(Math.max(one, other))];
      expect(early).toBeGreaterThanOrEqual(late);
      expect(early).toBeLessThanOrEqual(9800);
      expect(late).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 30 },
  );
});

test("a session is paid once, and a second one for the same customer makes a second subscription, as in Stripe", async () => {
  const table = createTable();
  const { stripe } = table;
  const price = await addPrice(stripe, "PRO", 9800);
  const { customer, session } = await subscribe(table, price);
  expect(pay(table, session.id)).toMatchObject({ kind: "page", status: 200 });
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
  pay(table, (await openSession(stripe, customer.id, price)).id);
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(2);
});
