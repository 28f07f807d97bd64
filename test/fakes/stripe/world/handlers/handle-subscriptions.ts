import type Stripe from "stripe";
import {
  invalidParameter,
  missingParameter,
  noSuch,
  noSuchParameter,
  notAllowed,
} from "#test/fakes/stripe/world/fault.ts";
import { isCreatedWithin, LIST_PARAMETERS, pageOf } from "#test/fakes/stripe/world/lists.ts";
import { nextPeriodEnd } from "#test/fakes/stripe/world/months.ts";
import {
  allow,
  findChoice,
  findFlag,
  findGroup,
  findGroups,
  findInteger,
  findText,
  mergeMetadata,
  type Params,
  requireText,
} from "#test/fakes/stripe/world/params.ts";
import type { PriceRecord, SubscriptionRecord, World } from "#test/fakes/stripe/world/records.ts";
import { renderSubscription } from "#test/fakes/stripe/world/rendering/render-billing.ts";
import type { Route } from "#test/fakes/stripe/world/route.ts";
import {
  cancelSubscription,
  changePrice,
  changeSubscription,
  type PriceChange,
} from "#test/fakes/stripe/world/subscriptions.ts";

const PRORATION_BEHAVIORS = ["always_invoice", "create_prorations", "none"] as const;
const PAYMENT_BEHAVIORS = ["allow_incomplete", "error_if_incomplete", "pending_if_incomplete"] as const;
/** Parameters that change price or period; changing others charges nothing. */
const PRICE_PARAMETERS: readonly (keyof Stripe.SubscriptionUpdateParams)[] = [
  "billing_cycle_anchor",
  "items",
  "proration_behavior",
  "proration_date",
];

function requireSubscription(world: World, id: string, param?: string): SubscriptionRecord {
  const subscription = world.subscriptions[id];
  if (subscription !== undefined) return subscription;
  throw param === undefined ? noSuch("subscription", id) : noSuchParameter("subscription", id, param);
}

/** Returns an active monthly price, or throws. */
export function requireMonthlyPrice(world: World, id: string, param: string): PriceRecord {
  const price = world.prices[id];
  if (price === undefined) throw noSuchParameter("price", id, param);
  if (!price.active) {
    throw invalidParameter(param, "The price specified is inactive. This field only accepts active prices.");
  }
  if (!price.isMonthly) throw invalidParameter(param, "The price specified is not a recurring price.");
  return price;
}

/** Reads a change of price or period, for an update or its preview; null if none is requested. */
export function readPriceChange(
  world: World,
  now: number,
  subscription: SubscriptionRecord,
  params: Params,
): (Omit<PriceChange, "paymentBehavior"> & { behavior: (typeof PRORATION_BEHAVIORS)[number] }) | null {
  const items = findGroups(params, "items");
  // An object in this version of the API; the string "now" is refused.
  const anchorGiven = findGroup(params, "billing_cycle_anchor") ?? {};
  allow<Stripe.SubscriptionUpdateParams.BillingCycleAnchor>(anchorGiven, ["type"], "billing_cycle_anchor");
  const anchor = findChoice(anchorGiven, "type", ["now", "unchanged"]);
  const behavior = findChoice(params, "proration_behavior", PRORATION_BEHAVIORS) ?? "create_prorations";
  const prorationDate = findInteger(params, "proration_date") ?? now;
  if (items === null && anchor !== "now") return null;
  if (items !== null && items.length !== 1)
    throw invalidParameter("items", "The stand-in keeps one item a subscription");
  const [item = {}] = items ?? [];
  allow<Stripe.SubscriptionUpdateParams.Item>(item, ["id", "price", "quantity"], "items[0]");
  const itemId = findText(item, "id");
  if (items !== null && itemId === null) {
    throw invalidParameter(
      "items[0][id]",
      "Without the item's id Stripe would add a second price; the stand-in keeps one",
    );
  }
  if (itemId !== null && itemId !== subscription.itemId) {
    throw noSuchParameter("subscription item", itemId, "items[0][id]");
  }
  const quantity = findInteger(item, "quantity") ?? subscription.quantity;
  if (quantity < 1)
    throw invalidParameter("items[0][quantity]", "Invalid positive integer", "parameter_invalid_integer");
  const priceId = findText(item, "price");
  const price = priceId === null ? subscription.price : requireMonthlyPrice(world, priceId, "items[0][price]").id;
  if (prorationDate < subscription.periodStart || prorationDate > subscription.periodEnd) {
    throw invalidParameter("proration_date", "Cannot specify a proration date outside of the current period.");
  }
  const newPeriod = anchor === "now" ? { start: now, end: nextPeriodEnd(now, now) } : null;
  return {
    price,
    quantity,
    prorationDate,
    newPeriod,
    isProrated: behavior !== "none",
    isInvoicedNow: behavior === "always_invoice" || newPeriod !== null,
    behavior,
  };
}

function readCancellation(params: Params): { comment: string | null; feedback: string | null } {
  const details = findGroup(params, "cancellation_details") ?? {};
  allow<Stripe.SubscriptionUpdateParams.CancellationDetails>(details, ["comment", "feedback"], "cancellation_details");
  return { comment: findText(details, "comment"), feedback: findText(details, "feedback") };
}

function updateSubscription(world: World, now: number, subscription: SubscriptionRecord, params: Params): void {
  const paymentBehavior = findChoice(params, "payment_behavior", PAYMENT_BEHAVIORS) ?? "allow_incomplete";
  const isOver = subscription.status === "canceled";
  const isPriceChange = PRICE_PARAMETERS.some((name) => name in params);
  const isEnding = findFlag(params, "cancel_at_period_end");
  if (isOver && (isPriceChange || isEnding !== null)) {
    throw notAllowed("A canceled subscription can only update its cancellation_details and metadata.");
  }
  if (paymentBehavior === "pending_if_incomplete" && "metadata" in params) {
    throw invalidParameter(
      "metadata",
      "You can not pass in `metadata` when `payment_behavior` is `pending_if_incomplete`.",
    );
  }
  const method = findText(params, "default_payment_method");
  if (method !== null && world.paymentMethods[method]?.customer !== subscription.customer) {
    throw noSuchParameter("PaymentMethod", method, "default_payment_method");
  }
  const metadata = mergeMetadata(subscription.metadata, params);
  const cancellation = readCancellation(params);
  const change = readPriceChange(world, now, subscription, params);
  const changeTheRest = () => {
    subscription.metadata = metadata;
    // If it is empty, the customer's default card is charged.
    if ("default_payment_method" in params) subscription.defaultPaymentMethod = method;
    if ("description" in params) subscription.description = findText(params, "description");
    subscription.cancelComment = cancellation.comment ?? subscription.cancelComment;
    subscription.cancelFeedback = cancellation.feedback ?? subscription.cancelFeedback;
    if (isEnding === null || isEnding === subscription.cancelAtPeriodEnd) return;
    subscription.cancelAtPeriodEnd = isEnding;
    subscription.canceledAt = isEnding ? now : null;
    subscription.cancelReason = isEnding ? "cancellation_requested" : null;
  };
  if (change === null) changeSubscription(world, now, subscription, changeTheRest);
  else changePrice(world, now, subscription, { ...change, paymentBehavior }, changeTheRest);
}

/** Calls for subscriptions. */
export const SUBSCRIPTION_ROUTES: readonly Route[] = [
  {
    method: "GET",
    path: "/v1/subscriptions",
    answer: ({ world, params }) => {
      allow<Stripe.SubscriptionListParams>(params, [...LIST_PARAMETERS, "created", "customer", "price", "status"]);
      const customer = findText(params, "customer");
      const price = findText(params, "price");
      const status = findText(params, "status");
      const isWanted = (subscription: SubscriptionRecord) => {
        if (status === "all") return true;
        if (status === "ended") return subscription.status === "canceled";
        return status === null ? subscription.status !== "canceled" : subscription.status === status;
      };
      const found = Object.values(world.subscriptions).filter(
        (subscription) =>
          isWanted(subscription) &&
          (customer === null || subscription.customer === customer) &&
          (price === null || subscription.price === price) &&
          isCreatedWithin(params, subscription.created),
      );
      return pageOf(found, params, "/v1/subscriptions", (subscription) => renderSubscription(world, subscription));
    },
  },
  {
    method: "GET",
    path: "/v1/subscriptions/:id",
    answer: ({ world, params, id }) => {
      allow(params, []);
      return renderSubscription(world, requireSubscription(world, id));
    },
  },
  {
    method: "POST",
    path: "/v1/subscriptions/:id",
    answer: ({ world, now, params, id }) => {
      allow<Stripe.SubscriptionUpdateParams>(params, [
        ...PRICE_PARAMETERS,
        "cancel_at_period_end",
        "cancellation_details",
        "default_payment_method",
        "description",
        "metadata",
        "off_session",
        "payment_behavior",
      ]);
      const subscription = requireSubscription(world, id);
      updateSubscription(world, now, subscription, params);
      return renderSubscription(world, subscription);
    },
  },
  {
    method: "DELETE",
    path: "/v1/subscriptions/:id",
    answer: ({ world, now, params, id }) => {
      allow<Stripe.SubscriptionCancelParams>(params, ["cancellation_details", "invoice_now", "prorate"]);
      const subscription = requireSubscription(world, id);
      if (subscription.status === "canceled") throw noSuch("subscription", id);
      cancelSubscription(world, now, subscription, {
        reason: "cancellation_requested",
        ...readCancellation(params),
        isProrated: findFlag(params, "prorate") ?? false,
        isInvoicedNow: findFlag(params, "invoice_now") ?? false,
      });
      return renderSubscription(world, subscription);
    },
  },
];

/** Returns the subscription of a preview, or throws. */
export function requirePreviewed(world: World, params: Params): SubscriptionRecord {
  if (findText(params, "subscription") === null) throw missingParameter("subscription");
  return requireSubscription(world, requireText(params, "subscription"), "subscription");
}
