import { emit } from "#test/fakes/stripe/world/events.ts";
import { invalidParameter, notAllowed } from "#test/fakes/stripe/world/fault.ts";
import {
  findGroup,
  findInteger,
  findOnly,
  findText,
  mergeMetadata,
  type Params,
  requireText,
} from "#test/fakes/stripe/world/params.ts";
import { nextId, type SessionRecord, type World } from "#test/fakes/stripe/world/records.ts";
import { renderSession } from "#test/fakes/stripe/world/render.ts";
import { listRoute, matches, type Route, readRoute, requireRecord } from "#test/fakes/stripe/world/route.ts";
import { requireCustomer } from "./handle-customers.ts";
import { requireActivePrice } from "./handle-subscriptions.ts";

const DAY_SECONDS = 86_400;
const SHORTEST_SESSION_SECONDS = 1800;

function requireUrl(params: Params, name: string): string {
  const url = requireText(params, name);
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw invalidParameter(name, "Not a valid URL");
  return url;
}

/**
 * Reads an expiry in the world's time, or in the product's time if the world was moved ahead: Stripe's sessions do not
 * follow its test clocks either.
 */
function readExpiry(world: World, now: number, given: number): number {
  const isAllowed = (at: number) => at >= now + SHORTEST_SESSION_SECONDS && at <= now + DAY_SECONDS;
  const at = [given, given + world.aheadSeconds].find(isAllowed);
  if (at === undefined) throw invalidParameter("expires_at", "must be between 30 minutes and 24 hours from creation");
  return at;
}

function addSession(world: World, now: number, params: Params): SessionRecord {
  if (requireText(params, "mode") !== "subscription")
    throw invalidParameter("mode", "The stand-in sells subscriptions only");
  const item = findOnly(params, "line_items") ?? {};
  if (findInteger(item, "quantity") !== 1) throw invalidParameter("line_items[0][quantity]", "The stand-in sells one");
  const session: SessionRecord = {
    id: nextId(world, "cs_test"),
    expiresAt: readExpiry(world, now, findInteger(params, "expires_at") ?? now + DAY_SECONDS),
    status: "open",
    customer: requireCustomer(world, requireText(params, "customer"), "customer").id,
    subscriptionMetadata: mergeMetadata({}, findGroup(params, "subscription_data")),
    price: requireActivePrice(world, requireText(item, "price"), "line_items[0][price]").id,
    successUrl: requireUrl(params, "success_url"),
    cancelUrl: findText(params, "cancel_url") === null ? null : requireUrl(params, "cancel_url"),
  };
  world.sessions[session.id] = session;
  return session;
}

/** Calls for checkout sessions; they are paid on the hosted page. */
export const CHECKOUT_ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: "/v1/checkout/sessions",
    accepts: [
      "allowed_payment_method_types",
      "cancel_url",
      "client_reference_id",
      "customer",
      "expires_at",
      "line_items.price",
      "line_items.quantity",
      "locale",
      "mode",
      "success_url",
    ],
    handle: ({ world, now, params }) => renderSession(world, addSession(world, now, params)),
  },
  listRoute(
    "/v1/checkout/sessions",
    ["customer", "status"],
    ({ sessions }) => sessions,
    ({ customer, status }, params) => matches(params, "customer", customer) && matches(params, "status", status),
    renderSession,
  ),
  readRoute("/v1/checkout/sessions", "checkout.session", ({ sessions }) => sessions, renderSession),
  {
    method: "POST",
    path: "/v1/checkout/sessions/:id/expire",
    handle: ({ world, now, id }) => {
      const session = requireRecord(world.sessions, "checkout.session", id);
      if (session.status !== "open") throw notAllowed("Only Checkout Sessions that are open can be expired.");
      session.status = "expired";
      emit(world, now, "checkout.session.expired", renderSession(world, session));
      return renderSession(world, session);
    },
  },
];
