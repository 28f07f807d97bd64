import { invalidParameter, noSuch, noSuchParameter, notAllowed } from "#test/fakes/stripe/world/fault.ts";
import { nextPeriodEnd } from "#test/fakes/stripe/world/months.ts";
import {
  findFlag,
  findGroup,
  findInteger,
  findOnly,
  findText,
  mergeMetadata,
  type Params,
  requireText,
} from "#test/fakes/stripe/world/params.ts";
import type { PriceRecord, SubscriptionRecord, World } from "#test/fakes/stripe/world/records.ts";
import { renderSubscription } from "#test/fakes/stripe/world/render.ts";
import { listRoute, matches, type Route, readRoute, requireRecord } from "#test/fakes/stripe/world/route.ts";
import {
  cancelSubscription,
  changePrice,
  changeSubscription,
  type PriceChange,
} from "#test/fakes/stripe/world/subscriptions.ts";

/** Parameters of a change of plan, in an update and in its preview. */
export const CHANGE_PARAMETERS = [
  "billing_cycle_anchor.type",
  "items.id",
  "items.price",
  "proration_behavior",
  "proration_date",
];

/** Returns a price that can be bought, or throws. */
export function requireActivePrice(world: World, id: string, param: string): PriceRecord {
  const price = requireRecord(world.prices, "price", id, param);
  if (!price.active) throw invalidParameter(param, "This field only accepts active prices.");
  return price;
}

/** Reads a change to another price in a new period, charged at once. */
export function readPriceChange(
  world: World,
  now: number,
  subscription: SubscriptionRecord,
  params: Params,
): PriceChange | null {
  const item = findOnly(params, "items");
  if (item === null) return null;
  const anchor = findText(findGroup(params, "billing_cycle_anchor"), "type");
  if (anchor !== "now" || findText(params, "proration_behavior") !== "always_invoice")
    throw invalidParameter("items", "The stand-in changes prices from now, invoiced at once");
  const itemId = requireText(item, "id");
  if (itemId !== subscription.itemId) throw noSuchParameter("subscription item", itemId, "items[0][id]");
  const prorationDate = findInteger(params, "proration_date") ?? now;
  if (prorationDate < subscription.periodStart || prorationDate > subscription.periodEnd)
    throw invalidParameter("proration_date", "Cannot specify a proration date outside of the current period.");
  const price = requireActivePrice(world, requireText(item, "price"), "items[0][price]").id;
  return { price, prorationDate, newPeriod: { start: now, end: nextPeriodEnd(now, now) } };
}

/** Without proration, as in the dashboard, only the price changes; the next renewal charges it. */
function updateSubscription(world: World, now: number, subscription: SubscriptionRecord, params: Params): void {
  if (findText(params, "proration_behavior") === "none") {
    const price = requireActivePrice(world, requireText(findOnly(params, "items") ?? {}, "price"), "items[0][price]");
    changeSubscription(world, now, subscription, () => {
      subscription.price = price.id;
    });
    return;
  }
  const change = readPriceChange(world, now, subscription, params);
  if (change !== null) {
    if (subscription.status === "canceled") throw notAllowed("A canceled subscription cannot change its price.");
    if (findText(params, "payment_behavior") !== "error_if_incomplete")
      throw invalidParameter("payment_behavior", "The stand-in knows error_if_incomplete only");
    changePrice(world, now, subscription, change);
    return;
  }
  const method = findText(params, "default_payment_method");
  if (method !== null) throw invalidParameter("default_payment_method", "The stand-in only unsets it");
  const metadata = mergeMetadata(subscription.metadata, params);
  changeSubscription(world, now, subscription, () => {
    subscription.metadata = metadata;
    // Without a card of its own, the customer's default card is charged.
    if ("default_payment_method" in params) subscription.defaultPaymentMethod = null;
  });
}

/** Calls for subscriptions. */
export const SUBSCRIPTION_ROUTES: readonly Route[] = [
  listRoute(
    "/v1/subscriptions",
    ["customer", "status"],
    ({ subscriptions }) => subscriptions,
    ({ customer, status }, params) =>
      matches(params, "customer", customer) && (findText(params, "status") === "all" || status !== "canceled"),
    renderSubscription,
  ),
  readRoute("/v1/subscriptions", "subscription", ({ subscriptions }) => subscriptions, renderSubscription),
  {
    method: "POST",
    path: "/v1/subscriptions/:id",
    accepts: [...CHANGE_PARAMETERS, "default_payment_method", "payment_behavior"],
    handle: ({ world, now, params, id }) => {
      const subscription = requireRecord(world.subscriptions, "subscription", id);
      updateSubscription(world, now, subscription, params);
      return renderSubscription(world, subscription);
    },
  },
  {
    method: "DELETE",
    path: "/v1/subscriptions/:id",
    accepts: ["cancellation_details.comment", "invoice_now", "prorate"],
    handle: ({ world, now, params, id }) => {
      const subscription = requireRecord(world.subscriptions, "subscription", id);
      if (subscription.status === "canceled") throw noSuch("subscription", id);
      if (findFlag(params, "prorate") === true || findFlag(params, "invoice_now") === true)
        throw invalidParameter("prorate", "The stand-in ends subscriptions without a last invoice");
      const comment = findText(findGroup(params, "cancellation_details"), "comment");
      cancelSubscription(world, now, subscription, "cancellation_requested", comment);
      return renderSubscription(world, subscription);
    },
  },
];
