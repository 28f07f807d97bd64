import { emit, emitChange } from "./events.ts";
import { notAllowed } from "./fault.ts";
import {
  type CustomerRecord,
  type InvoiceRecord,
  type LineRecord,
  nextId,
  type SubscriptionRecord,
  type World,
} from "./records.ts";
import { renderCustomer, renderInvoice, renderPaymentIntent } from "./render.ts";

const DAY_SECONDS = 86_400;

/** Stripe's minimum charge; smaller amounts are added to the customer's balance. */
const SMALLEST_CHARGE_YEN = 50;

/** Days from a failed attempt to the next; when the last one fails, the subscription is cancelled. */
export const RETRY_DAYS: readonly number[] = [3, 5, 7];

interface NewInvoice {
  subscription: SubscriptionRecord;
  billingReason: InvoiceRecord["billingReason"];
  lines: LineRecord[];
  finalizesAt?: number;
}

/** Builds a draft without storing it, for previews and {@link addInvoice}. */
export function draftInvoice(
  world: World,
  now: number,
  { subscription, billingReason, lines, finalizesAt }: NewInvoice,
): InvoiceRecord {
  const customer = world.customers[subscription.customer]!;
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  return {
    id: nextId(world, "in"),
    created: now,
    customer: customer.id,
    subscription: subscription.id,
    billingReason,
    status: "draft",
    number: null,
    lines,
    total,
    startingBalance: customer.balance,
    endingBalance: null,
    amountDue: settle(total, customer.balance).due,
    amountPaid: 0,
    attemptCount: 0,
    autoAdvance: true,
    finalizesAt: finalizesAt ?? null,
    nextPaymentAttempt: finalizesAt ?? null,
    finalizedAt: null,
    paidAt: null,
    paymentIntent: null,
    metadata: {},
  };
}

/** Amount due of a total, and the balance afterwards: credit is used first, a negative total becomes credit. */
export function settle(total: number, balance: number): { due: number; balance: number } {
  const sum = total + balance;
  return sum < SMALLEST_CHARGE_YEN ? { due: 0, balance: sum } : { due: sum, balance: 0 };
}

/** Stores a new draft and emits its event. */
export function addInvoice(world: World, now: number, draft: NewInvoice): InvoiceRecord {
  const invoice = draftInvoice(world, now, draft);
  world.invoices[invoice.id] = invoice;
  draft.subscription.latestInvoice = invoice.id;
  emit(world, now, "invoice.created", renderInvoice(world, invoice));
  return invoice;
}

/** Fixes the amounts, applies the balance, and marks the invoice as paid if nothing is due. */
export function finalizeInvoice(world: World, now: number, invoice: InvoiceRecord): void {
  const customer = world.customers[invoice.customer]!;
  const settled = settle(invoice.total, customer.balance);
  invoice.startingBalance = customer.balance;
  invoice.endingBalance = settled.balance;
  invoice.amountDue = settled.due;
  invoice.status = "open";
  invoice.finalizedAt = now;
  invoice.finalizesAt = null;
  const prefix = customer.id.slice(-8).toUpperCase();
  invoice.number = `${prefix}-${String(customer.invoiceSequence).padStart(4, "0")}`;
  customer.invoiceSequence += 1;
  if (settled.due > 0) {
    const id = nextId(world, "pi");
    const status = "requires_payment_method";
    world.paymentIntents[id] = { id, customer: customer.id, amount: settled.due, status, refunds: [] };
    invoice.paymentIntent = id;
  }
  changeBalance(world, now, customer, settled.balance - customer.balance);
  emit(world, now, "invoice.finalized", renderInvoice(world, invoice));
  if (settled.due === 0) markPaid(world, now, invoice);
}

/** A negative balance is credit. */
function changeBalance(world: World, now: number, customer: CustomerRecord, amount: number): void {
  emitChange(
    world,
    now,
    "customer.updated",
    () => renderCustomer(customer),
    () => {
      customer.balance += amount;
    },
  );
}

/** Whether the next charge will succeed. The control's switch takes precedence over the test number. */
export function canCharge(world: World, { customer: id, defaultPaymentMethod }: SubscriptionRecord): boolean {
  const customer = world.customers[id]!;
  if (customer.cardSwitch === "fail") return false;
  const method = world.paymentMethods[defaultPaymentMethod ?? customer.defaultPaymentMethod ?? ""];
  return method !== undefined && (method.kind === "passes" || customer.cardSwitch === "ok");
}

/**
 * Charges an open invoice once.
 *
 * @param isFirst whether it is the charge of a checkout, whose card has already been checked
 * @returns whether the invoice is now paid
 */
export function attemptPayment(world: World, now: number, invoice: InvoiceRecord, isFirst = false): boolean {
  const intent = world.paymentIntents[invoice.paymentIntent ?? ""];
  if (intent === undefined) throw new Error(`invoice ${invoice.id} has nothing to charge`);
  const passes = isFirst || canCharge(world, world.subscriptions[invoice.subscription]!);
  invoice.attemptCount += 1;
  if (passes) {
    intent.status = "succeeded";
    emit(world, now, "payment_intent.succeeded", renderPaymentIntent(intent));
    markPaid(world, now, invoice);
    return true;
  }
  const retryDays = invoice.billingReason === "subscription_cycle" ? RETRY_DAYS[invoice.attemptCount - 1] : undefined;
  invoice.nextPaymentAttempt = retryDays === undefined || !invoice.autoAdvance ? null : now + retryDays * DAY_SECONDS;
  emit(world, now, "payment_intent.payment_failed", renderPaymentIntent(intent));
  emit(world, now, "invoice.updated", renderInvoice(world, invoice));
  emit(world, now, "invoice.payment_failed", renderInvoice(world, invoice));
  return false;
}

function markPaid(world: World, now: number, invoice: InvoiceRecord): void {
  invoice.status = "paid";
  invoice.amountPaid = invoice.amountDue;
  invoice.paidAt = now;
  invoice.nextPaymentAttempt = null;
  invoice.autoAdvance = false;
  const rendered = renderInvoice(world, invoice);
  emit(world, now, "invoice.updated", rendered);
  emit(world, now, "invoice.paid", rendered);
  emit(world, now, "invoice.payment_succeeded", rendered);
}

/** Voids an open invoice and returns the credit that it had used to the customer. */
export function voidInvoice(world: World, now: number, invoice: InvoiceRecord): void {
  if (invoice.status !== "open") throw notAllowed("You can only pass in open invoices.", "invoice_not_open");
  const used = (invoice.endingBalance ?? invoice.startingBalance) - invoice.startingBalance;
  invoice.status = "void";
  invoice.nextPaymentAttempt = null;
  invoice.autoAdvance = false;
  const intent = world.paymentIntents[invoice.paymentIntent ?? ""];
  if (intent !== undefined) intent.status = "canceled";
  changeBalance(world, now, world.customers[invoice.customer]!, -used);
  emit(world, now, "invoice.voided", renderInvoice(world, invoice));
}
