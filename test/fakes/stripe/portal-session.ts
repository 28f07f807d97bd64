import { type PageAnswer, readTypedCard } from "./pay-session.ts";
import { renderMissingPage } from "./payment-page.ts";
import { listInvoices, renderInvoicePage, renderPortal } from "./portal-page.ts";
import { attachCard, type CardForm, type CardRefusal, cardRefusal } from "./world/checkout.ts";
import { advance } from "./world/clock.ts";
import { emitChange } from "./world/events.ts";
import type { PortalSessionRecord, World } from "./world/records.ts";
import { renderCustomer } from "./world/render.ts";

const PATH = /^\/p\/session\/([\w-]+)(?:\/invoice\/([\w-]+))?$/;

/** Responds with a page of the portal, or submits its form; null if the address is not the portal's. */
export function handlePortal(
  world: World,
  now: number,
  target: string,
  form: URLSearchParams | null,
): PageAnswer | null {
  const { pathname, searchParams } = new URL(target, "http://portal.invalid");
  const [, id, invoiceId] = PATH.exec(pathname) ?? [];
  if (id === undefined) return null;
  advance(world, now);
  const missing: PageAnswer = { kind: "page", status: 404, html: renderMissingPage() };
  const session = findPortalSession(world, world.now, id);
  if (session === null) return missing;
  if (invoiceId !== undefined) {
    const invoice = listInvoices(world, session).find((one) => one.id === invoiceId);
    return invoice === undefined ? missing : { kind: "page", status: 200, html: renderInvoicePage(session, invoice) };
  }
  if (form === null)
    return {
      kind: "page",
      status: 200,
      html: renderPortal(world, session, { isChanged: searchParams.has("changed") }),
    };
  const { typed, card } = readTypedCard(form);
  const reason = changeCard(world, world.now, session, card);
  if (reason === null) return { kind: "redirect", to: `/p/session/${id}?changed` };
  return {
    kind: "page",
    status: 402,
    html: renderPortal(world, session, { refused: { reason, typed } }),
  };
}

/** Lifetime of a link to the portal. */
const SESSION_SECONDS = 3600;

function findPortalSession(world: World, now: number, id: string): PortalSessionRecord | null {
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
function changeCard(world: World, now: number, session: PortalSessionRecord, form: CardForm): CardRefusal | null {
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
