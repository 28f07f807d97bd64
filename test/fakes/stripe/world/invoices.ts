import { changeBalance, emit, emitChange } from "./events.ts";
import { cardDeclined, notAllowed } from "./fault.ts";
import {
  type CustomerRecord,
  type InvoiceRecord,
  type LineRecord,
  nextId,
  type PaymentIntentRecord,
  type SubscriptionRecord,
  type World,
} from "./records.ts";
import { renderInvoice, renderPaymentIntent } from "./rendering/render-billing.ts";
import { invoicePrefix, renderCustomer } from "./rendering/render-customers.ts";

const DAY_SECONDS = 86_400;

/** Stripe's minimum charge; smaller amounts are added to the customer's balance. */
const SMALLEST_CHARGE_YEN = 50;

/** Days from a failed attempt to the next; when the last one fails, the subscription is cancelled. */
export const RETRY_DAYS: readonly number[] = [3, 5, 7];

interface NewInvoice {
  subscription: SubscriptionRecord;
  billingReason: InvoiceRecord["billingReason"];
  lines: LineRecord[];
  periodStart: number;
  periodEnd: number;
  prorationDate?: number | null;
  finalizesAt?: number | null;
}

/** Builds a draft without storing it, for previews and {@link addInvoice}. */
export function draftInvoice(world: World, now: number, id: string, draft: NewInvoice): InvoiceRecord {
  const customer = world.customers[draft.subscription.customer]!;
  const total = draft.lines.reduce((sum, line) => sum + line.amount, 0);
  return {
    id,
    created: now,
    customer: customer.id,
    subscription: draft.subscription.id,
    subscriptionMetadata: { ...draft.subscription.metadata },
    billingReason: draft.billingReason,
    status: "draft",
    number: null,
    lines: draft.lines,
    total,
    periodStart: draft.periodStart,
    periodEnd: draft.periodEnd,
    startingBalance: customer.balance,
    endingBalance: null,
    amountDue: settle(total, customer.balance).due,
    amountPaid: 0,
    attemptCount: 0,
    autoAdvance: true,
    finalizesAt: draft.finalizesAt ?? null,
    nextPaymentAttempt: draft.finalizesAt ?? null,
    finalizedAt: null,
    paidAt: null,
    voidedAt: null,
    uncollectibleAt: null,
    paymentIntent: null,
    prorationDate: draft.prorationDate ?? null,
    metadata: {},
  };
}

/** Amount due of a total, and the balance afterwards: credit is used first, a negative total becomes credit. */
export function settle(total: number, balance: number): { due: number; balance: number } {
  const sum = total + balance;
  if (sum <= 0) return { due: 0, balance: sum };
  if (sum < SMALLEST_CHARGE_YEN) return { due: 0, balance: sum };
  return { due: sum, balance: 0 };
}

/** Stores a new draft and emits its event. */
export function addInvoice(world: World, now: number, draft: NewInvoice): InvoiceRecord {
  const invoice = draftInvoice(world, now, nextId(world, "in"), draft);
  world.invoices[invoice.id] = invoice;
  draft.subscription.latestInvoice = invoice.id;
  emit(world, now, "invoice.created", renderInvoice(world, invoice));
  return invoice;
}

/** Fixes the amounts, applies the balance, and marks the invoice as paid if nothing is due. */
export function finalizeInvoice(world: World, now: number, invoice: InvoiceRecord): void {
  const customer = world.customers[invoice.customer]!;
  const customerBefore = renderCustomer(world, customer);
  const settled = settle(invoice.total, customer.balance);
  invoice.startingBalance = customer.balance;
  invoice.endingBalance = settled.balance;
  invoice.amountDue = settled.due;
  invoice.status = "open";
  invoice.finalizedAt = now;
  invoice.finalizesAt = null;
  customer.invoiceSequence += 1;
  invoice.number = `${invoicePrefix(customer)}-${String(customer.invoiceSequence - 1).padStart(4, "0")}`;
  const change = settled.balance - customer.balance;
  if (change !== 0)
    changeBalance(world, now, customer, { amount: change, type: balanceReason(settled), invoice: invoice.id });
  if (settled.due > 0) {
    const intent: PaymentIntentRecord = {
      id: nextId(world, "pi"),
      created: now,
      customer: customer.id,
      invoice: invoice.id,
      amount: settled.due,
      status: "requires_payment_method",
      paymentMethod: null,
      charge: null,
      isDeclined: false,
    };
    world.paymentIntents[intent.id] = intent;
    invoice.paymentIntent = intent.id;
  }
  // A change of the customer's invoice sequence alone emits no event.
  if (change !== 0) emitChange(world, now, "customer.updated", customerBefore, renderCustomer(world, customer));
  emit(world, now, "invoice.finalized", renderInvoice(world, invoice));
  if (settled.due === 0) markPaid(world, now, invoice);
}

function balanceReason(settled: { due: number; balance: number }): "applied_to_invoice" | "invoice_too_small" {
  return settled.due === 0 && settled.balance > 0 ? "invoice_too_small" : "applied_to_invoice";
}

/**
 * The card that the next charge will succeed with, or null if it will be declined. The control's switch takes precedence
 * over the test number.
 */
export function findChargeableMethod(
  world: World,
  customer: CustomerRecord,
  subscription: SubscriptionRecord,
  named: string | null = null,
): string | null {
  if (customer.cardSwitch === "fail") return null;
  const method =
    world.paymentMethods[named ?? subscription.defaultPaymentMethod ?? customer.defaultPaymentMethod ?? ""];
  if (method === undefined) return null;
  return method.kind === "passes" || customer.cardSwitch === "ok" ? method.id : null;
}

/**
 * Charges an open invoice once.
 *
 * @param named   a card to use instead of the subscription's
 * @param isFirst whether it is the charge of a checkout, whose card has already been checked
 * @returns whether the invoice is now paid
 */
export function attemptPayment(
  world: World,
  now: number,
  invoice: InvoiceRecord,
  named: string | null = null,
  isFirst = false,
): boolean {
  const subscription = world.subscriptions[invoice.subscription]!;
  const customer = world.customers[invoice.customer]!;
  const intent = world.paymentIntents[invoice.paymentIntent ?? ""];
  if (intent === undefined) throw new Error(`invoice ${invoice.id} has nothing to charge`);
  const method = isFirst
    ? subscription.defaultPaymentMethod
    : findChargeableMethod(world, customer, subscription, named);
  const before = renderInvoice(world, invoice);
  invoice.attemptCount += 1;
  intent.charge = nextId(world, "ch");
  intent.paymentMethod = method;
  intent.isDeclined = method === null;
  if (method !== null) {
    intent.status = "succeeded";
    emit(world, now, "payment_intent.succeeded", renderPaymentIntent(intent));
    markPaid(world, now, invoice);
    return true;
  }
  const retryDays = invoice.billingReason === "subscription_cycle" ? RETRY_DAYS[invoice.attemptCount - 1] : undefined;
  invoice.nextPaymentAttempt = retryDays === undefined || !invoice.autoAdvance ? null : now + retryDays * DAY_SECONDS;
  emit(world, now, "payment_intent.payment_failed", renderPaymentIntent(intent));
  emitChange(world, now, "invoice.updated", before, renderInvoice(world, invoice));
  emit(world, now, "invoice.payment_failed", renderInvoice(world, invoice));
  return false;
}

function markPaid(world: World, now: number, invoice: InvoiceRecord): void {
  const before = renderInvoice(world, invoice);
  invoice.status = "paid";
  invoice.amountPaid = invoice.amountDue;
  invoice.paidAt = now;
  invoice.nextPaymentAttempt = null;
  invoice.autoAdvance = false;
  emitChange(world, now, "invoice.updated", before, renderInvoice(world, invoice));
  emit(world, now, "invoice.paid", renderInvoice(world, invoice));
  emit(world, now, "invoice.payment_succeeded", renderInvoice(world, invoice));
}

/** Voids an open invoice and returns the credit that it had used to the customer. */
export function voidInvoice(world: World, now: number, invoice: InvoiceRecord): void {
  if (invoice.status !== "open" && invoice.status !== "uncollectible") {
    throw notAllowed("You can only pass in open invoices. This invoice isn't open.", "invoice_not_open");
  }
  const customer = world.customers[invoice.customer]!;
  const before = renderCustomer(world, customer);
  const used = (invoice.endingBalance ?? invoice.startingBalance) - invoice.startingBalance;
  if (used !== 0) {
    changeBalance(world, now, customer, { amount: -used, type: "unapplied_from_invoice", invoice: invoice.id });
  }
  invoice.status = "void";
  invoice.voidedAt = now;
  invoice.nextPaymentAttempt = null;
  invoice.autoAdvance = false;
  const intent = world.paymentIntents[invoice.paymentIntent ?? ""];
  if (intent !== undefined) intent.status = "canceled";
  emitChange(world, now, "customer.updated", before, renderCustomer(world, customer));
  emit(world, now, "invoice.voided", renderInvoice(world, invoice));
}

/** The error of a failed charge of this invoice. */
export function declineOf(world: World, invoice: InvoiceRecord): Error {
  const intent = world.paymentIntents[invoice.paymentIntent ?? ""];
  if (intent === undefined) return cardDeclined();
  return cardDeclined({
    ...(intent.charge === null ? {} : { charge: intent.charge }),
    paymentIntent: renderPaymentIntent(intent),
  });
}
