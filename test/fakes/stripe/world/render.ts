import type Stripe from "stripe";
import { invalidParameter } from "./fault.ts";
import type {
  CustomerRecord,
  InvoiceRecord,
  LineRecord,
  PaymentIntentRecord,
  PaymentMethodRecord,
  PriceRecord,
  ProductRecord,
  SessionRecord,
  SubscriptionRecord,
  World,
} from "./records.ts";

/**
 * Renders the properties that the product reads. The compiler compares them with the official library's types, so that
 * a name of another API version is an error.
 */
type Part<T> = T extends readonly (infer E)[] ? Part<E>[] : T extends object ? { [K in keyof T]?: Part<T[K]> } : T;

export function toList<T>(url: string, data: T[], hasMore = false) {
  return { object: "list" as const, data, has_more: hasMore, url };
}

export function renderCustomer({ id, created, email, name, metadata, balance, defaultPaymentMethod }: CustomerRecord) {
  return {
    id,
    object: "customer",
    balance,
    created,
    email,
    invoice_settings: { default_payment_method: defaultPaymentMethod },
    metadata,
    name,
  } satisfies Part<Stripe.Customer>;
}

export function renderDeletedCustomer({ id }: CustomerRecord) {
  return { id, object: "customer", deleted: true } satisfies Stripe.DeletedCustomer;
}

export function renderProduct({ id, active, name, metadata }: ProductRecord) {
  return { id, object: "product", active, name, metadata } satisfies Part<Stripe.Product>;
}

export function renderPrice({ id, active, product, unitAmount, lookupKey, metadata }: PriceRecord) {
  return {
    id,
    object: "price",
    active,
    currency: "jpy",
    lookup_key: lookupKey,
    metadata,
    product,
    recurring: { interval: "month", interval_count: 1 },
    unit_amount: unitAmount,
  } satisfies Part<Stripe.Price>;
}

export function renderPaymentMethod({ id, created, customer, brand, last4, holder }: PaymentMethodRecord) {
  return {
    id,
    object: "payment_method",
    billing_details: { name: holder },
    card: { brand, last4 },
    created,
    customer,
  } satisfies Part<Stripe.PaymentMethod>;
}

export function renderPaymentIntent({ id, customer, amount, status }: PaymentIntentRecord) {
  return { id, object: "payment_intent", amount, customer, status } satisfies Part<Stripe.PaymentIntent>;
}

/** In this version of the API the item has the period, not the subscription. */
export function renderSubscription(world: World, subscription: SubscriptionRecord) {
  const { id, created, customer, status, metadata } = subscription;
  const item = {
    id: subscription.itemId,
    current_period_end: subscription.periodEnd,
    current_period_start: subscription.periodStart,
    price: renderPrice(world.prices[subscription.price]!),
  };
  return {
    id,
    object: "subscription",
    cancellation_details: { comment: subscription.cancelComment, reason: subscription.cancelReason },
    created,
    customer,
    default_payment_method: subscription.defaultPaymentMethod,
    ended_at: subscription.endedAt,
    items: toList(`/v1/subscription_items?subscription=${id}`, [item]),
    latest_invoice: subscription.latestInvoice,
    metadata,
    status,
  } satisfies Part<Stripe.Subscription>;
}

function renderLine(world: World, { amount, description, price, periodStart, periodEnd, isProration }: LineRecord) {
  return {
    amount,
    description,
    parent: isProration
      ? { invoice_item_details: { proration: true }, subscription_item_details: null }
      : { invoice_item_details: null, subscription_item_details: { proration: false } },
    period: { end: periodEnd, start: periodStart },
    pricing: { price_details: { price, product: world.prices[price]!.product } },
  };
}

export function renderInvoice(world: World, invoice: InvoiceRecord) {
  const { id, created, customer, status, number, total, metadata, subscription } = invoice;
  return {
    id,
    object: "invoice",
    amount_due: invoice.amountDue,
    amount_paid: invoice.amountPaid,
    attempt_count: invoice.attemptCount,
    attempted: invoice.attemptCount > 0 || status === "paid",
    auto_advance: invoice.autoAdvance,
    billing_reason: invoice.billingReason,
    created,
    customer,
    lines: toList(
      `/v1/invoices/${id}/lines`,
      invoice.lines.map((line) => renderLine(world, line)),
    ),
    metadata,
    next_payment_attempt: invoice.nextPaymentAttempt,
    number,
    parent: { subscription_details: { subscription } },
    starting_balance: invoice.startingBalance,
    status,
    status_transitions: { finalized_at: invoice.finalizedAt, paid_at: invoice.paidAt },
    total,
  } satisfies Part<Stripe.Invoice>;
}

export function renderSession(world: World, { id, customer, expiresAt, status }: SessionRecord) {
  return {
    id,
    object: "checkout.session",
    customer,
    expires_at: expiresAt,
    status,
    url: status === "open" ? `${world.pageOrigin}/c/pay/${id}` : null,
  } satisfies Part<Stripe.Checkout.Session>;
}

/** Replaces ids of cards by the cards along a path such as `data.default_payment_method`; `expand` supports no others. */
export function expandCards(world: World, value: unknown, path: readonly string[]): unknown {
  if (value === null) return null;
  if (typeof value === "string" && path.length === 0 && world.paymentMethods[value] !== undefined)
    return renderPaymentMethod(world.paymentMethods[value]);
  if (Array.isArray(value)) return value.map((each) => expandCards(world, each, path));
  const [step, ...rest] = path;
  if (typeof value !== "object" || step === undefined || !(step in value))
    throw invalidParameter("expand", "This property cannot be expanded.");
  return { ...value, [step]: expandCards(world, (value as Record<string, unknown>)[step], rest) };
}
