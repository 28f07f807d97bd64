import type Stripe from "stripe";
import { emit } from "#test/fakes/stripe/world/events.ts";
import { invalidParameter, missingParameter, noSuch, notAllowed } from "#test/fakes/stripe/world/fault.ts";
import { isCreatedWithin, LIST_PARAMETERS, pageOf } from "#test/fakes/stripe/world/lists.ts";
import {
  allow,
  findChoice,
  findGroup,
  findGroups,
  findInteger,
  findText,
  mergeMetadata,
  type Params,
  requireText,
} from "#test/fakes/stripe/world/params.ts";
import { nextId, type SessionRecord, type World } from "#test/fakes/stripe/world/records.ts";
import { renderSession, renderSessionLines } from "#test/fakes/stripe/world/rendering/render-checkout.ts";
import type { Route } from "#test/fakes/stripe/world/route.ts";
import { requireCustomer } from "./handle-customers.ts";
import { requireMonthlyPrice } from "./handle-subscriptions.ts";

const DAY_SECONDS = 86_400;
const SHORTEST_SESSION_SECONDS = 1800;

/** Accepted without effect, because they only change the appearance of Stripe's page. */
const LOOKS: readonly (keyof Stripe.Checkout.SessionCreateParams)[] = [
  "allow_promotion_codes",
  "allowed_payment_method_types",
  "automatic_tax",
  "billing_address_collection",
  "branding_settings",
  "consent_collection",
  "customer_update",
  "origin_context",
  "payment_method_collection",
  "payment_method_options",
  "phone_number_collection",
  "saved_payment_method_options",
  "tax_id_collection",
  "ui_mode",
];

function requireUrl(params: Params, name: string): string {
  const url = requireText(params, name);
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw invalidParameter(name, "Not a valid URL", "url_invalid");
  return url;
}

/**
 * Reads an expiry in the world's time, or in the product's time if the world was moved ahead: Stripe's sessions do not
 * follow its test clocks either. Null outside of Stripe's limits.
 */
function readExpiry(world: World, now: number, given: number): number | null {
  const isTaken = (at: number) => at >= now + SHORTEST_SESSION_SECONDS && at <= now + DAY_SECONDS;
  return [given, given + (world.aheadSeconds ?? 0)].find(isTaken) ?? null;
}

function addSession(world: World, now: number, params: Params): SessionRecord {
  allow<Stripe.Checkout.SessionCreateParams>(params, [
    ...LOOKS,
    "cancel_url",
    "client_reference_id",
    "custom_text",
    "customer",
    "customer_email",
    "expires_at",
    "integration_identifier",
    "line_items",
    "locale",
    "metadata",
    "mode",
    "subscription_data",
    "success_url",
  ]);
  if (requireText(params, "mode") !== "subscription")
    throw invalidParameter("mode", "The stand-in sells subscriptions only");
  const items = findGroups(params, "line_items");
  if (items === null) throw missingParameter("line_items");
  const [item, ...others] = items;
  if (item === undefined || others.length > 0)
    throw invalidParameter("line_items", "The stand-in sells one price a session");
  allow<Stripe.Checkout.SessionCreateParams.LineItem>(item, ["price", "quantity"], "line_items[0]");
  const price = requireMonthlyPrice(world, requireText(item, "price"), "line_items[0][price]");
  const quantity = findInteger(item, "quantity");
  if (quantity === null || quantity < 1) throw missingParameter("line_items[0][quantity]");
  const customerId = findText(params, "customer");
  const customerEmail = findText(params, "customer_email");
  if (customerId !== null && customerEmail !== null) {
    throw invalidParameter("customer", "You may only specify one of these parameters: customer, customer_email.");
  }
  const customer = customerId === null ? null : requireCustomer(world, customerId, "customer");
  const expiresAt = readExpiry(world, now, findInteger(params, "expires_at") ?? now + DAY_SECONDS);
  if (expiresAt === null) {
    throw invalidParameter(
      "expires_at",
      "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
    );
  }
  const subscriptionData = findGroup(params, "subscription_data") ?? {};
  allow<Stripe.Checkout.SessionCreateParams.SubscriptionData>(
    subscriptionData,
    ["description", "metadata"],
    "subscription_data",
  );
  const customText = findGroup(params, "custom_text") ?? {};
  allow<Stripe.Checkout.SessionCreateParams.CustomText>(
    customText,
    ["after_submit", "shipping_address", "submit", "terms_of_service_acceptance"],
    "custom_text",
  );
  const submit = findGroup(customText, "submit");
  const successUrl = requireUrl(params, "success_url");
  const cancelUrl = findText(params, "cancel_url") === null ? null : requireUrl(params, "cancel_url");
  const id = nextId(world, "cs_test");
  const session: SessionRecord = {
    id,
    created: now,
    expiresAt,
    status: "open",
    customer: customer?.id ?? null,
    customerEmail,
    clientReferenceId: findText(params, "client_reference_id"),
    metadata: mergeMetadata({}, params),
    subscriptionMetadata: mergeMetadata({}, subscriptionData),
    subscriptionDescription: findText(subscriptionData, "description"),
    price: price.id,
    quantity,
    lineId: nextId(world, "li"),
    locale: findText(params, "locale"),
    successUrl,
    cancelUrl,
    submitMessage: submit === null ? null : findText(submit, "message"),
    integrationIdentifier: findText(params, "integration_identifier"),
    subscription: null,
    invoice: null,
  };
  world.sessions[id] = session;
  return session;
}

function requireSession(world: World, id: string): SessionRecord {
  const session = world.sessions[id];
  if (session === undefined) throw noSuch("checkout.session", id, "session");
  return session;
}

/** Calls for checkout sessions; they are paid on the hosted page. */
export const CHECKOUT_ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: "/v1/checkout/sessions",
    answer: ({ world, now, params }) => renderSession(world, addSession(world, now, params)),
  },
  {
    method: "GET",
    path: "/v1/checkout/sessions",
    answer: ({ world, params }) => {
      allow<Stripe.Checkout.SessionListParams>(params, [
        ...LIST_PARAMETERS,
        "created",
        "customer",
        "status",
        "subscription",
      ]);
      const customer = findText(params, "customer");
      const subscription = findText(params, "subscription");
      const status = findChoice(params, "status", ["open", "complete", "expired"]);
      const found = Object.values(world.sessions).filter(
        (session) =>
          (customer === null || session.customer === customer) &&
          (subscription === null || session.subscription === subscription) &&
          (status === null || session.status === status) &&
          isCreatedWithin(params, session.created),
      );
      return pageOf(found, params, "/v1/checkout/sessions", (session) => renderSession(world, session));
    },
  },
  {
    method: "GET",
    path: "/v1/checkout/sessions/:id",
    answer: ({ world, params, id }) => {
      allow(params, []);
      return renderSession(world, requireSession(world, id));
    },
  },
  {
    method: "POST",
    path: "/v1/checkout/sessions/:id/expire",
    answer: ({ world, now, params, id }) => {
      allow(params, []);
      const session = requireSession(world, id);
      if (session.status !== "open") {
        throw notAllowed(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
        );
      }
      session.status = "expired";
      emit(world, now, "checkout.session.expired", renderSession(world, session));
      return renderSession(world, session);
    },
  },
  {
    method: "GET",
    path: "/v1/checkout/sessions/:id/line_items",
    answer: ({ world, id }) => renderSessionLines(world, requireSession(world, id)),
  },
];
