import { attachCard, type CardForm, type CardRefusal, cardRefusal } from "./checkout.ts";
import { emitChange } from "./events.ts";
import type { PortalSessionRecord, World } from "./records.ts";
import { renderCustomer } from "./render.ts";

/** Lifetime of a link to the portal. */
const SESSION_SECONDS = 3600;

export function findPortalSession(world: World, now: number, id: string): PortalSessionRecord | null {
  const session = world.portalSessions[id];
  if (session === undefined || now > session.created + SESSION_SECONDS) return null;
  return world.customers[session.customer]?.deleted === false ? session : null;
}

/**
 * Attaches a card and makes it the customer's default. A subscription with its own card still charges that one until the
 * product unsets it. No authentication is required.
 *
 * @returns why the card is refused, or null
 */
export function changeCard(
  world: World,
  now: number,
  session: PortalSessionRecord,
  form: CardForm,
): CardRefusal | null {
  const refusal = cardRefusal(now, form);
  if (refusal !== null) return refusal;
  const customer = world.customers[session.customer]!;
  emitChange(
    world,
    now,
    "customer.updated",
    () => renderCustomer(customer),
    () => {
      customer.defaultPaymentMethod = attachCard(world, now, customer, form).id;
    },
  );
  return null;
}
