import type Stripe from "stripe";
import {
  END_REASONS,
  type EndReason,
  type InvoiceFacts,
  type SubscriptionFacts,
} from "#app/domain/plans/billing-facts.ts";

/** Pure conversions of Stripe's objects, by the API version of the `stripe` package. */

/** Their first payment was never made. */
const NEVER_PAID: readonly Stripe.Subscription.Status[] = ["incomplete", "incomplete_expired"];
/** Automatic collection charges within seconds: later, the first attempt has failed. */
const PROMPT_PAYMENT_SECONDS = 600;

const INVOICE_STATUSES = ["draft", "open", "paid", "void", "uncollectible"] as const;

export const REFUNDED = { refunded: "true" };

export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === "string" ? value : (value?.id ?? null);
}

export function pricesOf(subscriptions: readonly Stripe.Subscription[], invoices: readonly Stripe.Invoice[]): string[] {
  const ofItems = subscriptions.flatMap(({ items }) => items.data.map(({ price }) => price.id));
  const ofLines = invoices.flatMap((invoice) => linePrice(planLine(invoice)) ?? []);
  return [...new Set([...ofItems, ...ofLines])];
}

/** @param planOfPrice by price id; null: the price has no plan */
export function toSubscriptionFacts(
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
  planOfPrice: (priceId: string) => number | null,
): SubscriptionFacts | null {
  const { id, status, created, items, ended_at } = subscription;
  const item = items.data[0];
  if (item === undefined || NEVER_PAID.includes(status)) return null;
  const isEnded = status === "canceled";
  return {
    id,
    itemId: item.id,
    plan: planOfPrice(item.price.id),
    status: isEnded ? "ended" : status === "active" || status === "trialing" ? "active" : "overdue",
    createdAt: created,
    currentPeriodStart: item.current_period_start,
    currentPeriodEnd: item.current_period_end,
    endedAt: isEnded ? (ended_at ?? subscription.canceled_at) : null,
    endedFor: isEnded ? toEndReason(subscription.cancellation_details) : null,
    invoices: invoices
      .filter(({ parent }) => idOf(parent?.subscription_details?.subscription) === id)
      .map((invoice) => toInvoiceFacts(invoice, planOfPrice)),
  };
}

function toEndReason(details: Stripe.Subscription.CancellationDetails | null): EndReason {
  const ours = END_REASONS.find((reason) => reason === details?.comment);
  return ours ?? (details?.reason === "payment_failed" ? "renewal-failed" : "operator");
}

function toInvoiceFacts(invoice: Stripe.Invoice, planOfPrice: (priceId: string) => number | null): InvoiceFacts {
  const { status, status_transitions, attempt_count, attempted, created } = invoice;
  const priceId = linePrice(planLine(invoice));
  const finalizedAt = status_transitions.finalized_at ?? created;
  const paidAt = status === "paid" ? (status_transitions.paid_at ?? finalizedAt) : null;
  const hasFailed =
    paidAt === null
      ? attempted && status !== "draft"
      : attempt_count > 1 || paidAt > finalizedAt + PROMPT_PAYMENT_SECONDS;
  return {
    id: invoice.id,
    reason: toReason(invoice.billing_reason),
    status: INVOICE_STATUSES.find((known) => known === status) ?? "draft",
    plan: priceId === null ? null : planOfPrice(priceId),
    failedAt: hasFailed ? finalizedAt : null,
    paidAt,
    chargedYen: paidAt === null ? 0 : invoice.amount_paid,
    isRefunded: invoice.metadata?.refunded === REFUNDED.refunded,
  };
}

function toReason(reason: Stripe.Invoice.BillingReason | null): InvoiceFacts["reason"] {
  switch (reason) {
    case "subscription_create":
      return "start";
    case "subscription_update":
      return "change";
    case "subscription_cycle":
      return "renewal";
    default:
      return "other";
  }
}

/** Other lines credit unused time. */
function planLine({ lines }: Stripe.Invoice): Stripe.InvoiceLineItem | null {
  return (
    lines.data
      .filter(({ amount, parent }) => amount >= 0 && parent?.subscription_item_details?.proration === false)
      .sort((a, b) => a.period.end - b.period.end)
      .at(-1) ?? null
  );
}

export function planPeriodEnd(invoice: Stripe.Invoice): number | null {
  return planLine(invoice)?.period.end ?? null;
}

function linePrice(line: Stripe.InvoiceLineItem | null): string | null {
  return idOf(line?.pricing?.price_details?.price);
}

/** A subscription's own card wins over the customer's newer one. Both fields must be expanded. */
export function findOutdatedCards(customer: Stripe.Customer, subscriptions: readonly Stripe.Subscription[]): string[] {
  const chosen = customer.invoice_settings.default_payment_method;
  if (chosen === null || typeof chosen === "string") return [];
  return subscriptions.flatMap(({ id, status, default_payment_method: own }) =>
    status !== "canceled" && own !== null && typeof own !== "string" && own.created < chosen.created ? [id] : [],
  );
}
