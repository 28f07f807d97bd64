import { emit, emitChange } from "./events.ts";
import { cardDeclined } from "./fault.ts";
import {
  addInvoice,
  attemptPayment,
  declineOf,
  finalizeInvoice,
  findChargeableMethod,
  settle,
  voidInvoice,
} from "./invoices.ts";
import { nextPeriodEnd } from "./months.ts";
import { type PlannedChange, periodLine, planLines } from "./proration.ts";
import {
  type InvoiceRecord,
  type LineRecord,
  type Metadata,
  nextId,
  type SubscriptionRecord,
  type World,
} from "./records.ts";
import { renderSubscription } from "./rendering/render-billing.ts";

/** How long a pending update waits for its payment. */
const PENDING_UPDATE_SECONDS = 23 * 3600;

interface NewSubscription {
  customer: string;
  price: string;
  quantity: number;
  metadata: Metadata;
  description: string | null;
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
    quantity: start.quantity,
    periodStart: now,
    periodEnd: nextPeriodEnd(now, now),
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    cancelReason: null,
    cancelComment: null,
    cancelFeedback: null,
    metadata: start.metadata,
    description: start.description,
    latestInvoice: null,
    defaultPaymentMethod: start.paymentMethod,
    pendingUpdate: null,
    pendingLines: [],
  };
  world.subscriptions[subscription.id] = subscription;
  emit(world, now, "customer.subscription.created", renderSubscription(world, subscription));
  const period = { start: now, end: subscription.periodEnd };
  const invoice = addInvoice(world, now, {
    subscription,
    billingReason: "subscription_create",
    lines: [periodLine(world, subscription, subscription.price, subscription.quantity, period)],
    periodStart: now,
    periodEnd: now,
  });
  finalizeInvoice(world, now, invoice);
  if (invoice.status === "open") attemptPayment(world, now, invoice, null, true);
  changeSubscription(world, now, subscription, () => {
    subscription.status = "active";
  });
  return subscription;
}

/** Applies a change and emits its event with the previous values. */
export function changeSubscription(
  world: World,
  now: number,
  subscription: SubscriptionRecord,
  change: () => void,
): void {
  const before = renderSubscription(world, subscription);
  change();
  emitChange(world, now, "customer.subscription.updated", before, renderSubscription(world, subscription));
}

type PaymentBehavior = "allow_incomplete" | "error_if_incomplete" | "pending_if_incomplete";

export interface PriceChange extends PlannedChange {
  isInvoicedNow: boolean;
  paymentBehavior: PaymentBehavior;
}

/**
 * Changes price, quantity or period. If an invoice is due now, it is charged at once; with `error_if_incomplete` a card
 * that will be declined throws before any record is changed.
 *
 * @param also the request's other changes
 */
export function changePrice(
  world: World,
  now: number,
  subscription: SubscriptionRecord,
  change: PriceChange,
  also: () => void,
): void {
  const planned = planLines(world, subscription, change);
  const lines = change.isInvoicedNow ? [...subscription.pendingLines, ...planned] : planned;
  const apply = () => {
    subscription.price = change.price;
    subscription.quantity = change.quantity;
    if (change.newPeriod === null) return;
    subscription.anchor = change.newPeriod.start;
    subscription.periodStart = change.newPeriod.start;
    subscription.periodEnd = change.newPeriod.end;
  };
  if (!change.isInvoicedNow || lines.length === 0) {
    changeSubscription(world, now, subscription, () => {
      also();
      apply();
      subscription.pendingLines = [...subscription.pendingLines, ...lines];
    });
    return;
  }
  const customer = world.customers[subscription.customer]!;
  const due = settle(total(lines), customer.balance).due;
  const passes = due === 0 || findChargeableMethod(world, customer, subscription) !== null;
  if (!passes && change.paymentBehavior === "error_if_incomplete") throw cardDeclined();
  const draft = {
    subscription,
    billingReason: "subscription_update" as const,
    lines,
    periodStart: change.newPeriod?.start ?? subscription.periodStart,
    periodEnd: change.newPeriod?.start ?? subscription.periodEnd,
    prorationDate: change.isProrated ? change.prorationDate : null,
  };
  changeSubscription(world, now, subscription, () => {
    also();
    const invoice = addInvoice(world, now, draft);
    subscription.pendingLines = [];
    finalizeInvoice(world, now, invoice);
    if (invoice.status === "open") attemptPayment(world, now, invoice);
    if (passes || change.paymentBehavior === "allow_incomplete") apply();
    if (passes) return;
    if (change.paymentBehavior === "allow_incomplete") subscription.status = "past_due";
    else {
      const period = change.newPeriod ?? { start: subscription.periodStart, end: subscription.periodEnd };
      subscription.pendingUpdate = {
        invoice: invoice.id,
        price: change.price,
        quantity: change.quantity,
        periodStart: period.start,
        periodEnd: period.end,
        anchor: change.newPeriod?.start ?? subscription.anchor,
        expiresAt: now + PENDING_UPDATE_SECONDS,
      };
    }
  });
}

function total(lines: readonly LineRecord[]): number {
  return lines.reduce((sum, line) => sum + line.amount, 0);
}

/** Pays an open invoice on request, and updates the subscription. */
export function payInvoice(world: World, now: number, invoice: InvoiceRecord, method: string | null = null): void {
  if (!attemptPayment(world, now, invoice, method)) throw declineOf(world, invoice);
  afterPayment(world, now, invoice);
}

/** After a payment, applies a pending update and reactivates a past-due subscription; an ended one stays ended. */
export function afterPayment(world: World, now: number, invoice: InvoiceRecord): void {
  const subscription = world.subscriptions[invoice.subscription]!;
  if (subscription.status === "canceled") return;
  changeSubscription(world, now, subscription, () => {
    const pending = subscription.pendingUpdate;
    if (pending?.invoice === invoice.id) {
      subscription.price = pending.price;
      subscription.quantity = pending.quantity;
      subscription.anchor = pending.anchor;
      subscription.periodStart = pending.periodStart;
      subscription.periodEnd = pending.periodEnd;
      subscription.pendingUpdate = null;
    }
    if (subscription.status === "past_due" && subscription.latestInvoice === invoice.id) subscription.status = "active";
  });
}

/** Drops a pending update and voids its unpaid invoice. */
export function dropPendingUpdate(world: World, now: number, subscription: SubscriptionRecord): void {
  const invoice = world.invoices[subscription.pendingUpdate?.invoice ?? ""];
  changeSubscription(world, now, subscription, () => {
    subscription.pendingUpdate = null;
    if (invoice?.status === "open") voidInvoice(world, now, invoice);
  });
}

interface Cancellation {
  reason: NonNullable<SubscriptionRecord["cancelReason"]>;
  comment?: string | null;
  feedback?: string | null;
  isProrated?: boolean;
  isInvoicedNow?: boolean;
}

/**
 * Ends a subscription at once. Open and draft invoices remain and can still be paid on request, but are no longer
 * collected automatically. Without `isProrated` there is no credit for unused time.
 */
export function cancelSubscription(
  world: World,
  now: number,
  subscription: SubscriptionRecord,
  how: Cancellation,
): void {
  if (how.isProrated === true) {
    const lines = planLines(world, subscription, {
      price: subscription.price,
      quantity: 0,
      prorationDate: now,
      newPeriod: null,
      isProrated: true,
    });
    subscription.pendingLines = [...subscription.pendingLines, ...lines.slice(0, 1)];
  }
  if (how.isInvoicedNow === true && subscription.pendingLines.length > 0) {
    const invoice = addInvoice(world, now, {
      subscription,
      billingReason: "subscription_update",
      lines: subscription.pendingLines,
      periodStart: subscription.periodStart,
      periodEnd: now,
    });
    subscription.pendingLines = [];
    finalizeInvoice(world, now, invoice);
    if (invoice.status === "open") attemptPayment(world, now, invoice);
  }
  subscription.status = "canceled";
  subscription.canceledAt ??= now;
  subscription.endedAt = now;
  subscription.cancelReason = how.reason;
  subscription.cancelComment = how.comment ?? subscription.cancelComment;
  subscription.cancelFeedback = how.feedback ?? subscription.cancelFeedback;
  subscription.pendingUpdate = null;
  for (const invoice of Object.values(world.invoices)) {
    if (invoice.subscription !== subscription.id || !(invoice.status === "open" || invoice.status === "draft"))
      continue;
    invoice.autoAdvance = false;
    invoice.nextPaymentAttempt = null;
    invoice.finalizesAt = null;
  }
  emit(world, now, "customer.subscription.deleted", renderSubscription(world, subscription));
}
