import Stripe from "stripe";
import { type BalanceTransactionRecord, type CustomerRecord, type EventRecord, nextId, type World } from "./records.ts";

/** Version of the API in responses and events: the one that the official library pins. */
export const API_VERSION = Stripe.API_VERSION;

/** Adds an event with a snapshot of the rendered object. */
export function emit(world: World, now: number, type: Stripe.Event["type"], object: object, previous?: object): void {
  world.events.push({
    id: nextId(world, "evt"),
    created: now,
    type,
    object: JSON.parse(JSON.stringify(object)),
    previousAttributes: previous === undefined ? null : JSON.parse(JSON.stringify(previous)),
    requestId: world.request?.id ?? null,
    idempotencyKey: world.request?.idempotencyKey ?? null,
  });
}

/** Adds an event with the old values of the changed properties; none if nothing changed. */
export function emitChange<T extends object>(
  world: World,
  now: number,
  type: Stripe.Event["type"],
  before: T,
  after: T,
): void {
  const old = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(old.get(key)),
  );
  if (changed.length === 0) return;
  emit(world, now, type, after, Object.fromEntries(changed.map(([key]) => [key, old.get(key)])));
}

/** Renders an event for responses and webhooks. */
export function renderEvent(event: EventRecord, pendingWebhooks = 0): Record<string, unknown> {
  return {
    id: event.id,
    object: "event",
    api_version: API_VERSION,
    created: event.created,
    data: {
      object: event.object,
      ...(event.previousAttributes === null ? {} : { previous_attributes: event.previousAttributes }),
    },
    livemode: false,
    pending_webhooks: pendingWebhooks,
    request: { id: event.requestId, idempotency_key: event.idempotencyKey },
    type: event.type,
  };
}

/** Changes a customer's balance and records the transaction. A negative balance is credit. */
export function changeBalance(
  world: World,
  now: number,
  customer: CustomerRecord,
  change: Pick<BalanceTransactionRecord, "amount" | "type"> & Partial<BalanceTransactionRecord>,
): BalanceTransactionRecord {
  customer.balance += change.amount;
  const transaction: BalanceTransactionRecord = {
    id: nextId(world, "cbtxn"),
    created: now,
    customer: customer.id,
    amount: change.amount,
    endingBalance: customer.balance,
    type: change.type,
    description: change.description ?? null,
    invoice: change.invoice ?? null,
    metadata: change.metadata ?? {},
  };
  world.balanceTransactions[transaction.id] = transaction;
  return transaction;
}
