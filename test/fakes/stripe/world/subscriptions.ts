import { emit, emitChange } from "./events.ts";
import { cardDeclined } from "./fault.ts";
import { addInvoice, attemptPayment, canCharge, finalizeInvoice, settle } from "./invoices.ts";
import { nextPeriodEnd } from "./months.ts";
import { changeLines, periodLine } from "./proration.ts";
import { type InvoiceRecord, type Metadata, nextId, type SubscriptionRecord, type World } from "./records.ts";
import { renderSubscription } from "./render.ts";

interface NewSubscription {
  customer: string;
  price: string;
  metadata: Metadata;
  paymentMethod: string;
}

/** Starts a subscription and charges its first month at once. The caller must have checked that the card passes. */
export function startSubscription(world: World, now: number, start: NewSubscription): SubscriptionRecord {
  const subscription: SubscriptionRecord = {
    id: nextId(world, "sub"),
    created: now,
    customer: start.customer,
    status: "incomplete",
    anchor: now,
    itemId: nextId(world, "si"),
    price: start.price,
    periodStart: now,
    periodEnd: nextPeriodEnd(now, now),
    endedAt: null,
    cancelReason: null,
    cancelComment: null,
    metadata: start.metadata,
    latestInvoice: null,
    defaultPaymentMethod: start.paymentMethod,
  };
  world.subscriptions[subscription.id] = subscription;
  emit(world, now, "customer.subscription.created", renderSubscription(world, subscription));
  const invoice = addInvoice(world, now, {
    subscription,
    billingReason: "subscription_create",
    lines: [periodLine(world, subscription.price, { start: now, end: subscription.periodEnd })],
  });
  finalizeInvoice(world, now, invoice);
  if (invoice.status === "open") attemptPayment(world, now, invoice, true);
  changeSubscription(world, now, subscription, () => {
    subscription.status = "active";
  });
  return subscription;
}

/** Applies a change and emits its event. */
export function changeSubscription(
  world: World,
  now: number,
  subscription: SubscriptionRecord,
  change: () => void,
): void {
  emitChange(world, now, "customer.subscription.updated", () => renderSubscription(world, subscription), change);
}

/** A new price from a new period, charged at once. */
export interface PriceChange {
  price: string;
  prorationDate: number;
  newPeriod: { start: number; end: number };
}

/** Changes price and period. A card that will be declined throws before any record is changed. */
export function changePrice(world: World, now: number, subscription: SubscriptionRecord, change: PriceChange): void {
  const lines = changeLines(world, subscription, change);
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const { due } = settle(total, world.customers[subscription.customer]!.balance);
  if (due > 0 && !canCharge(world, subscription)) throw cardDeclined();
  changeSubscription(world, now, subscription, () => {
    const invoice = addInvoice(world, now, { subscription, billingReason: "subscription_update", lines });
    finalizeInvoice(world, now, invoice);
    if (invoice.status === "open") attemptPayment(world, now, invoice);
    subscription.price = change.price;
    subscription.anchor = change.newPeriod.start;
    subscription.periodStart = change.newPeriod.start;
    subscription.periodEnd = change.newPeriod.end;
  });
}

/** Reactivates a past-due subscription after a payment; an ended one stays ended. */
export function reactivate(world: World, now: number, invoice: InvoiceRecord): void {
  const subscription = world.subscriptions[invoice.subscription]!;
  if (subscription.status !== "past_due" || subscription.latestInvoice !== invoice.id) return;
  changeSubscription(world, now, subscription, () => {
    subscription.status = "active";
  });
}

/**
 * Ends a subscription at once, without credit for unused time. Open and draft invoices remain and can still be paid on
 * request, but are no longer collected automatically.
 */
export function cancelSubscription(
  world: World,
  now: number,
  subscription: SubscriptionRecord,
  reason: NonNullable<SubscriptionRecord["cancelReason"]>,
  comment: string | null = null,
): void {
  subscription.status = "canceled";
  subscription.endedAt = now;
  subscription.cancelReason = reason;
  subscription.cancelComment = comment;
  for (const invoice of Object.values(world.invoices)) {
    if (invoice.subscription !== subscription.id || (invoice.status !== "open" && invoice.status !== "draft")) continue;
    invoice.autoAdvance = false;
    invoice.nextPaymentAttempt = null;
    invoice.finalizesAt = null;
  }
  emit(world, now, "customer.subscription.deleted", renderSubscription(world, subscription));
}
