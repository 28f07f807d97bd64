import { type CardForm, readCard } from "./checkout.ts";
import { emit, emitChange } from "./events.ts";
import { nextId, type PortalSessionRecord, type World } from "./records.ts";
import { renderCustomer, renderPaymentMethod } from "./rendering/render-customers.ts";

/** Lifetime of a link to the portal. */
const SESSION_SECONDS = 3600;

type CardChange = { kind: "changed" } | { kind: "refused"; reason: "number" | "expired-card" | "declined" };

export function findPortalSession(world: World, now: number, id: string): PortalSessionRecord | null {
  const session = world.portalSessions?.[id];
  if (session === undefined || now > session.created + SESSION_SECONDS) return null;
  return world.customers[session.customer]?.deleted === false ? session : null;
}

/**
 * Attaches a card and makes it the customer's default. A subscription with its own card still charges that one until the
 * product unsets it.
 */
export function changeCard(world: World, now: number, session: PortalSessionRecord, form: CardForm): CardChange {
  const card = readCard(now, form);
  if (card.kind === "refused") return card;
  const customer = world.customers[session.customer]!;
  const method = {
    id: nextId(world, "pm"),
    created: now,
    customer: customer.id,
    ...card.method,
  };
  world.paymentMethods[method.id] = method;
  emit(world, now, "payment_method.attached", renderPaymentMethod(method));
  const before = renderCustomer(world, customer);
  customer.defaultPaymentMethod = method.id;
  emitChange(world, now, "customer.updated", before, renderCustomer(world, customer));
  return { kind: "changed" };
}
