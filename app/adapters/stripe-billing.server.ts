import Stripe from "stripe";
import { PORTAL_MARK, planOfPriceKey, priceKey } from "#app/domain/plans/plan-offer.ts";
import { isPaid, PLANS } from "#app/domain/plans/plans.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { type Billing, BillingUnavailableError } from "./billing.server.ts";
import {
  findOutdatedCards,
  idOf,
  planPeriodEnd,
  pricesOf,
  REFUNDED,
  toSubscriptionFacts,
} from "./stripe-facts.server.ts";
import { readStripeEvent } from "./stripe-webhook.server.ts";

/** Pages wait for reads, so these time out early; charging a card can take the bank a while. */
const READ_TIMEOUT_MS = 4_000;
const WRITE_TIMEOUT_MS = 20_000;
const PAGE_SIZE = 100;
/** Most idempotency keys for one write when Stripe keeps returning errors. */
const MAX_KEYS = 5;
/** Prices are cached this long before their lookup keys are read again. */
const PRICES_MAX_AGE_MS = 600_000;

export interface StripeSettings {
  secretKey: string;
  /** Secrets of the webhook endpoint: one, or several during a rotation. */
  webhookSecrets: readonly string[];
  /** Origin of the API: Stripe's own or the stand-in's. */
  apiUrl: string;
  /** Replaces the platform's fetch, for a stand-in in the same process. */
  fetch?: typeof fetch;
}

/** The production adapter, based on Stripe's own library. One per isolate, because it caches prices. */
export function createStripeBilling({ secretKey, webhookSecrets, apiUrl, fetch }: StripeSettings): Billing {
  const { hostname, port, protocol } = new URL(apiUrl);
  const stripe = new Stripe(secretKey, {
    host: hostname,
    port: port || (protocol === "http:" ? 80 : 443),
    protocol: protocol === "http:" ? "http" : "https",
    httpClient: Stripe.createFetchHttpClient(fetch),
    // Callers decide about retries: jobs are run again, users press the button again.
    maxNetworkRetries: 0,
    timeout: READ_TIMEOUT_MS,
    telemetry: false,
  });
  const plansOfPrices = new Map<string, number>();
  let portal: string | null = null;
  let prices: { byPlan: Map<number, string>; readAt: number } | null = null;

  async function findPrices(): Promise<Map<number, string>> {
    if (prices !== null && Date.now() - prices.readAt < PRICES_MAX_AGE_MS) return prices.byPlan;
    const paid = PLANS.filter(({ plan }) => isPaid(plan));
    const { data } = await stripe.prices.list({
      lookup_keys: paid.map(({ plan }) => priceKey(plan)),
      active: true,
      limit: PAGE_SIZE,
    });
    const byPlan = new Map<number, string>();
    for (const { id, lookup_key, unit_amount } of data) {
      const row = paid.find(({ plan }) => priceKey(plan) === lookup_key);
      if (row === undefined) continue;
      // Never charge a price other than the one shown; `npm run stripe:setup` synchronises them.
      if (unit_amount !== row.priceYen) throw new Error(`price ${lookup_key} at Stripe is ${unit_amount} yen`);
      byPlan.set(row.plan, id);
      plansOfPrices.set(id, row.plan);
    }
    prices = { byPlan, readAt: Date.now() };
    return byPlan;
  }

  async function priceOf(plan: number): Promise<string> {
    const id = (await findPrices()).get(plan);
    if (id === undefined) throw new Error(`Stripe has no price ${priceKey(plan)}: run "npm run stripe:setup"`);
    return id;
  }

  /** The plan of a price, including prices no longer offered, whose metadata names the plan. */
  async function planOfPrice(priceId: string): Promise<number | null> {
    if (!plansOfPrices.has(priceId)) await findPrices();
    const known = plansOfPrices.get(priceId);
    if (known !== undefined) return known;
    const price = await orNull(stripe.prices.retrieve(priceId));
    const plan = price === null ? null : planOfPriceKey(price.metadata.price_key ?? price.lookup_key ?? "");
    if (plan !== null) plansOfPrices.set(priceId, plan);
    return plan;
  }

  /** Finds the portal configuration made by `npm run stripe:setup`; an account's default one may allow plan changes. */
  async function findPortal(): Promise<string> {
    if (portal !== null) return portal;
    for (const { id, metadata } of await all(
      stripe.billingPortal.configurations.list({ active: true, limit: PAGE_SIZE }),
    ))
      if (metadata?.[PORTAL_MARK.name] === PORTAL_MARK.value) portal = id;
    if (portal === null) throw new Error('Stripe has no portal of ours: run "npm run stripe:setup"');
    return portal;
  }

  const billing: Billing = {
    async readFacts({ customerId }) {
      const [customer, subscriptions, invoices] = await Promise.all([
        orNull(stripe.customers.retrieve(customerId, { expand: ["invoice_settings.default_payment_method"] })),
        all(
          stripe.subscriptions.list({
            customer: customerId,
            status: "all",
            limit: PAGE_SIZE,
            expand: ["data.default_payment_method"],
          }),
        ),
        all(stripe.invoices.list({ customer: customerId, limit: PAGE_SIZE })),
      ]);
      if (customer === null || customer.deleted) return null;
      const plans = new Map<string, number | null>();
      for (const priceId of pricesOf(subscriptions, invoices)) plans.set(priceId, await planOfPrice(priceId));
      return {
        customerId,
        email: customer.email,
        creditYen: Math.max(0, -customer.balance),
        outdatedCards: findOutdatedCards(customer, subscriptions),
        subscriptions: subscriptions.flatMap(
          (subscription) => toSubscriptionFacts(subscription, invoices, (id) => plans.get(id) ?? null) ?? [],
        ),
      };
    },

    async createCustomer({ userId, email }) {
      const metadata = { user_id: String(userId) };
      // A key is bound to its parameters, and the address may have changed before a retry.
      const { id } = await once(`customer:${userId}:${await sha256Hex(email)}`, (options) =>
        stripe.customers.create({ email, metadata, preferred_locales: ["ja"] }, options),
      );
      return id;
    },

    async forgetCustomer({ customerId }) {
      const customer = await orNull(stripe.customers.retrieve(customerId));
      if (customer === null || customer.deleted) return "deleted";
      const open = await all(stripe.checkout.sessions.list({ customer: customerId, status: "open", limit: PAGE_SIZE }));
      for (const { id } of open) await billing.expireCheckout({ checkoutId: id });
      // After closing the payment pages, no further invoice can appear.
      const { data: invoices } = await stripe.invoices.list({ customer: customerId, limit: 1 });
      if (invoices.length === 0) {
        await stripe.customers.del(customerId, {}, write());
        return "deleted";
      }
      for (const { id } of await all(stripe.customers.listPaymentMethods(customerId, { limit: PAGE_SIZE }))) {
        // Stripe keeps the card with its invoices: remove the holder's name before it becomes inaccessible.
        await stripe.paymentMethods.update(id, { billing_details: { name: "", email: "", phone: "" } }, write());
        await stripe.paymentMethods.detach(id, {}, write());
      }
      if (customer.email !== null || Object.keys(customer.metadata).length > 0) {
        await stripe.customers.update(customerId, { email: "", name: "", description: "", metadata: "" }, write());
      }
      return "cleared";
    },

    async setEmail({ customerId, email }) {
      await stripe.customers.update(customerId, { email }, write());
    },

    async openCheckout({ customerId, userId, plan, successUrl, cancelUrl, expiresAt, idempotencyKey }) {
      const metadata = { user_id: String(userId), plan: String(plan) };
      const price = await priceOf(plan);
      const { id, url } = await once(idempotencyKey, (options) =>
        stripe.checkout.sessions.create(
          {
            mode: "subscription",
            customer: customerId,
            client_reference_id: String(userId),
            line_items: [{ price, quantity: 1 }],
            success_url: successUrl,
            cancel_url: cancelUrl,
            expires_at: expiresAt,
            locale: "ja",
            allowed_payment_method_types: ["card"],
            metadata,
            subscription_data: { metadata },
          },
          options,
        ),
      );
      if (url === null) throw new Error(`checkout ${id} has no address`);
      return { checkoutId: id, url };
    },

    async openPortal({ customerId, returnUrl }) {
      const configuration = await findPortal();
      const params = { customer: customerId, configuration, return_url: returnUrl, locale: "ja" } as const;
      const { url } = await stripe.billingPortal.sessions.create(params, write());
      return { url };
    },

    async chargeCustomerCard({ subscriptionId }) {
      await stripe.subscriptions.update(subscriptionId, { default_payment_method: "" }, write());
    },

    async findCheckout({ checkoutId }) {
      const session = await orNull(stripe.checkout.sessions.retrieve(checkoutId));
      if (session === null) return null;
      const { status } = session;
      return {
        status: status === "open" ? "open" : status === "complete" ? "complete" : "expired",
        url: session.url,
        customerId: idOf(session.customer),
      };
    },

    async expireCheckout({ checkoutId }) {
      try {
        await stripe.checkout.sessions.expire(checkoutId, {}, write());
        return "expired";
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        // No longer open: paid or expired.
        const { status } = await stripe.checkout.sessions.retrieve(checkoutId);
        if (status === "open") throw error;
        return status === "complete" ? "complete" : "expired";
      }
    },

    async previewChange({ customerId, subscriptionId, itemId, plan, prorationDate }) {
      const invoice = await stripe.invoices.createPreview({
        customer: customerId,
        subscription: subscriptionId,
        subscription_details: {
          items: [{ id: itemId, price: await priceOf(plan) }],
          billing_cycle_anchor: { type: "now" },
          proration_behavior: "always_invoice",
          proration_date: prorationDate,
        },
      });
      const periodEnd = planPeriodEnd(invoice);
      if (periodEnd === null) throw new Error(`the preview of ${subscriptionId} has no line of the new month`);
      return {
        totalYen: invoice.total,
        chargedYen: invoice.amount_due,
        creditYen: Math.max(0, -(invoice.starting_balance + invoice.total)),
        periodEnd,
      };
    },

    async changePlan({ subscriptionId, itemId, plan, prorationDate, idempotencyKey }) {
      const price = await priceOf(plan);
      try {
        await stripe.subscriptions.update(
          subscriptionId,
          {
            items: [{ id: itemId, price }],
            billing_cycle_anchor: { type: "now" },
            proration_behavior: "always_invoice",
            proration_date: prorationDate,
            // A failed charge keeps the old plan.
            payment_behavior: "error_if_incomplete",
          },
          write(idempotencyKey),
        );
        return { kind: "changed" };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError && error.statusCode === 402)
          return { kind: "refused", reason: "card-declined" };
        throw error;
      }
    },

    async cancelSubscription({ subscriptionId, reason }) {
      const params = { invoice_now: false, prorate: false, cancellation_details: { comment: reason } };
      try {
        await stripe.subscriptions.cancel(subscriptionId, params, write());
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        const { status } = await stripe.subscriptions.retrieve(subscriptionId);
        if (status !== "canceled") throw error;
      }
    },

    async clearCredit({ customerId }) {
      await stripe.customers.update(customerId, { balance: 0 }, write());
    },

    async voidInvoice({ invoiceId }) {
      try {
        await stripe.invoices.voidInvoice(invoiceId, {}, write());
        return "void";
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        const { status } = await stripe.invoices.retrieve(invoiceId);
        if (status !== "paid" && status !== "void") throw error;
        return status === "paid" ? "paid" : "void";
      }
    },

    async refundInvoice({ invoiceId }) {
      const payments = await all(stripe.invoicePayments.list({ invoice: invoiceId, status: "paid", limit: PAGE_SIZE }));
      for (const { payment } of payments) {
        const paymentIntent = idOf(payment.payment_intent);
        if (paymentIntent === null) continue;
        try {
          await stripe.refunds.create(
            { payment_intent: paymentIntent, metadata: { invoice: invoiceId } },
            // Refunds the whole remaining amount, so a second refund is an error.
            write(),
          );
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeError) || error.code !== "charge_already_refunded") throw error;
        }
      }
      await stripe.invoices.update(invoiceId, { metadata: REFUNDED }, write());
    },

    async listLiveSubscriptions({ after }) {
      const page = await stripe.subscriptions.list({
        limit: PAGE_SIZE,
        ...(after === null ? {} : { starting_after: after }),
      });
      const subscriptions = [];
      for (const { id, customer, items } of page.data) {
        const [item] = items.data;
        const customerId = idOf(customer);
        if (item === undefined || customerId === null) continue;
        const plan = await planOfPrice(item.price.id);
        subscriptions.push({ id, customerId, plan, currentPeriodEnd: item.current_period_end });
      }
      return { subscriptions, next: page.has_more ? (page.data.at(-1)?.id ?? null) : null };
    },

    async findPlanOfPrice({ priceId }) {
      return planOfPriceKey(priceId) ?? (await planOfPrice(priceId));
    },

    readEvent: (input) => readStripeEvent(stripe, webhookSecrets, input),
  };
  return withOutages(billing);
}

/** Options of a write that may safely be repeated; without an explicit key each attempt has a new one. */
function write(idempotencyKey: string = crypto.randomUUID()): Stripe.RequestOptions {
  return { timeout: WRITE_TIMEOUT_MS, idempotencyKey };
}

/**
 * Performs a write that must not happen twice. Stripe replays a 500 for the same key for a day; the next key is used
 * then. The first attempt may have created a customer or page nobody knows of, which is harmless; a second refund is
 * refused.
 */
async function once<T>(key: string, send: (options: Stripe.RequestOptions) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send(write(tries === 1 ? key : `${key}:${tries}`));
    } catch (error) {
      if (tries === MAX_KEYS || !isReplayedFailure(error)) throw error;
    }
  }
}

function isReplayedFailure(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    (error.statusCode ?? 0) >= 500 &&
    error.headers?.["idempotent-replayed"] === "true"
  );
}

async function all<T extends { id: string }>(list: Stripe.ApiListPromise<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === "resource_missing") return null;
    throw error;
  }
}

/** Converts all other errors of Stripe's library to outages. */
function withOutages(billing: Billing): Billing {
  const wrapped = Object.entries(billing).map(([name, call]) => [
    name,
    async (input: never) => {
      try {
        return await (call as (input: never) => Promise<unknown>)(input);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error;
        throw new BillingUnavailableError(`${name}: ${error.type} ${error.statusCode ?? ""} ${error.message}`, {
          cause: error,
        });
      }
    },
  ]);
  return Object.fromEntries(wrapped) as Billing;
}
