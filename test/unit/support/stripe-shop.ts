import Stripe from "stripe";
import { openPaymentPage, sendPaymentForm } from "#test/fakes/stripe/pay-session.ts";
import { createWorldFetch } from "#test/fakes/stripe/rest.ts";
import { createWorld, type World } from "#test/fakes/stripe/world/records.ts";

export const API_KEY = "sk_test_unit";
export const DAY = 86_400;

/** 1 November 2026, 10:00 in Japan: a month of thirty days begins. */
export const START = Date.parse("2026-11-01T10:00:00+09:00") / 1000;

/** The official library connected to a world in this process, and the world's clock. */
interface StripeTable {
  stripe: Stripe;
  world: World;
  clock: { now: number };
}

/** A world with its own clock. */
export function createTable(): StripeTable {
  const world = createWorld({ now: START });
  const clock = { now: START };
  const httpClient = Stripe.createFetchHttpClient(createWorldFetch(world, { apiKey: API_KEY, now: () => clock.now }));
  return { stripe: new Stripe(API_KEY, { httpClient, maxNetworkRetries: 0 }), world, clock };
}

/** A monthly price of this many yen under a lookup key. */
export async function addPrice(stripe: Stripe, name: string, unitAmount: number): Promise<Stripe.Price> {
  const product = await stripe.products.create({ name });
  return stripe.prices.create({
    currency: "jpy",
    unit_amount: unitAmount,
    product: product.id,
    lookup_key: name.toLowerCase(),
    recurring: { interval: "month" },
  });
}

/** Submits the payment page's form. */
export function pay(table: StripeTable, sessionId: string, number = "4242424242424242") {
  openPaymentPage(table.world, table.clock.now, sessionId);
  const form = new URLSearchParams({ number, expiry: "12/34", cvc: "123", holder: "TARO KEIBA" });
  return sendPaymentForm(table.world, table.clock.now, sessionId, form);
}

/** A new customer who bought a price at the clock's time. */
export async function subscribe(table: StripeTable, price: Stripe.Price, number?: string) {
  const customer = await table.stripe.customers.create({ email: "taro@example.com" });
  const session = await openSession(table.stripe, customer.id, price);
  pay(table, session.id, number);
  const { data } = await table.stripe.subscriptions.list({ customer: customer.id });
  return { customer, session, subscription: data[0]! };
}

/** A checkout session for one month of a price. */
export function openSession(stripe: Stripe, customer: string, price: Stripe.Price): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    customer,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: "https://keiba.example/subscriptions/success?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "https://keiba.example/subscriptions",
    client_reference_id: "user-7",
    locale: "ja",
    metadata: { user: "7" },
    subscription_data: { metadata: { user: "7" } },
  });
}

/** Makes a change like the product: a new month from now, charged at once. */
export function changeTo(
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  prorationDate: number,
): {
  items: { id: string; price: string }[];
  billing_cycle_anchor: { type: "now" };
  proration_behavior: "always_invoice";
  proration_date: number;
} {
  return {
    items: [{ id: subscription.items.data[0]!.id, price: price.id }],
    billing_cycle_anchor: { type: "now" },
    proration_behavior: "always_invoice",
    proration_date: prorationDate,
  };
}
