import { emit } from "./events.ts";
import { addInvoice, attemptPayment, finalizeInvoice, RETRY_DAYS } from "./invoices.ts";
import { nextPeriodEnd } from "./months.ts";
import { periodLine } from "./proration.ts";
import type { InvoiceRecord, SubscriptionRecord, World } from "./records.ts";
import { renderSession } from "./render.ts";
import { cancelSubscription, changeSubscription, reactivate } from "./subscriptions.ts";

/** Seconds between a renewal's draft and its first charge; Stripe waits about an hour. */
const DRAFT_SECONDS = 3600;
const REMEMBERED_SECONDS = 86_400;

interface Due {
  at: number;
  run: (at: number) => void;
}

/**
 * Advances time to `now`: renewals, charges of drafts, retries and expiries happen in order, each at its due time, which
 * is also the time of its events. An earlier `now` changes nothing.
 */
export function advance(world: World, now: number): void {
  for (let due = findNextDue(world, now); due !== null; due = findNextDue(world, now)) {
    world.now = Math.max(world.now, due.at);
    // Before `world.now` if the subscription was added as one of the past.
    due.run(due.at);
  }
  world.now = Math.max(world.now, now);
  for (const [key, response] of Object.entries(world.remembered)) {
    if (response.at + REMEMBERED_SECONDS <= world.now) delete world.remembered[key];
  }
}

function findNextDue(world: World, until: number): Due | null {
  let next: Due | null = null;
  const consider = (at: number | null, run: (at: number) => void) => {
    if (at !== null && at <= until && (next === null || at < next.at)) next = { at, run };
  };
  for (const session of Object.values(world.sessions)) {
    if (session.status !== "open") continue;
    consider(session.expiresAt, (at) => {
      session.status = "expired";
      emit(world, at, "checkout.session.expired", renderSession(world, session));
    });
  }
  for (const invoice of Object.values(world.invoices)) {
    if (!invoice.autoAdvance) continue;
    if (invoice.status === "draft") consider(invoice.finalizesAt, (at) => chargeDraft(world, at, invoice));
    if (invoice.status === "open") consider(invoice.nextPaymentAttempt, (at) => chargeAgain(world, at, invoice));
  }
  for (const subscription of Object.values(world.subscriptions)) {
    if (subscription.status !== "active" && subscription.status !== "past_due") continue;
    consider(subscription.periodEnd, (at) => renew(world, at, subscription));
  }
  return next;
}

/** Starts the next period. As in Stripe, its invoice is a draft at first, and is finalized and charged later. */
function renew(world: World, now: number, subscription: SubscriptionRecord): void {
  changeSubscription(world, now, subscription, () => {
    subscription.periodStart = subscription.periodEnd;
    subscription.periodEnd = nextPeriodEnd(subscription.anchor, subscription.periodStart);
    const period = { start: subscription.periodStart, end: subscription.periodEnd };
    addInvoice(world, now, {
      subscription,
      billingReason: "subscription_cycle",
      lines: [periodLine(world, subscription.price, period)],
      finalizesAt: period.start + DRAFT_SECONDS,
    });
  });
}

function chargeDraft(world: World, now: number, invoice: InvoiceRecord): void {
  finalizeInvoice(world, now, invoice);
  if (invoice.status === "paid") reactivate(world, now, invoice);
  else chargeAgain(world, now, invoice);
}

function chargeAgain(world: World, now: number, invoice: InvoiceRecord): void {
  if (attemptPayment(world, now, invoice)) {
    reactivate(world, now, invoice);
    return;
  }
  const subscription = world.subscriptions[invoice.subscription]!;
  if (invoice.attemptCount > RETRY_DAYS.length) {
    cancelSubscription(world, now, subscription, "payment_failed");
    return;
  }
  changeSubscription(world, now, subscription, () => {
    subscription.status = "past_due";
  });
}
