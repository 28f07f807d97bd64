import type Stripe from "stripe";
import { emitChange, renderEvent } from "#test/fakes/stripe/world/events.ts";
import { invalidParameter, noSuch, noSuchParameter, notAllowed } from "#test/fakes/stripe/world/fault.ts";
import { draftInvoice, finalizeInvoice, settle, voidInvoice } from "#test/fakes/stripe/world/invoices.ts";
import { isCreatedWithin, LIST_PARAMETERS, pageOf } from "#test/fakes/stripe/world/lists.ts";
import { nextPeriodEnd } from "#test/fakes/stripe/world/months.ts";
import {
  allow,
  findFlag,
  findGroup,
  findText,
  findTexts,
  mergeMetadata,
  type Params,
} from "#test/fakes/stripe/world/params.ts";
import { periodLine, planLines } from "#test/fakes/stripe/world/proration.ts";
import { type EventRecord, type InvoiceRecord, nextId, type World } from "#test/fakes/stripe/world/records.ts";
import { renderInvoice, renderLine, renderPaymentIntent } from "#test/fakes/stripe/world/rendering/render-billing.ts";
import { toList } from "#test/fakes/stripe/world/rendering/render-customers.ts";
import type { Route } from "#test/fakes/stripe/world/route.ts";
import { payInvoice } from "#test/fakes/stripe/world/subscriptions.ts";
import { readPriceChange, requirePreviewed } from "./handle-subscriptions.ts";

/** Stripe keeps events for thirty days. */
const EVENT_SECONDS = 30 * 86_400;

function requireInvoice(world: World, id: string): InvoiceRecord {
  const invoice = world.invoices[id];
  if (invoice === undefined) throw noSuch("invoice", id);
  return invoice;
}

/** Previews the next invoice: of the given change if it is charged now, else of the renewal. */
function previewInvoice(world: World, now: number, params: Params): object {
  allow<Stripe.InvoiceCreatePreviewParams>(params, [
    "currency",
    "customer",
    "preview_mode",
    "subscription",
    "subscription_details",
  ]);
  const subscription = requirePreviewed(world, params);
  const customerId = findText(params, "customer");
  if (customerId !== null && customerId !== subscription.customer) {
    throw noSuchParameter("subscription", subscription.id, "subscription");
  }
  if (subscription.status === "canceled") {
    throw notAllowed("No upcoming invoices for this canceled subscription.", "invoice_upcoming_none");
  }
  const details = findGroup(params, "subscription_details") ?? {};
  allow<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails>(
    details,
    ["billing_cycle_anchor", "items", "proration_behavior", "proration_date"],
    "subscription_details",
  );
  const change = readPriceChange(world, now, subscription, details);
  const lines = [...subscription.pendingLines, ...(change === null ? [] : planLines(world, subscription, change))];
  const isNow = change?.isInvoicedNow ?? false;
  if (!isNow) {
    const period = { start: subscription.periodEnd, end: nextPeriodEnd(subscription.anchor, subscription.periodEnd) };
    const price = change?.price ?? subscription.price;
    lines.push(periodLine(world, subscription, price, change?.quantity ?? subscription.quantity, period));
  }
  const invoice = draftInvoice(world, isNow ? now : subscription.periodEnd, nextId(world, "upcoming_in"), {
    subscription,
    billingReason: "subscription_update",
    lines,
    periodStart: subscription.periodStart,
    periodEnd: isNow ? now : subscription.periodEnd,
    prorationDate: change?.isProrated === true ? change.prorationDate : null,
  });
  return {
    ...renderInvoice(world, invoice),
    billing_reason: "upcoming",
    ending_balance: settle(invoice.total, invoice.startingBalance).balance,
  };
}

function requireEvent(world: World, id: string): EventRecord {
  const event = world.events.find((candidate) => candidate.id === id);
  if (event === undefined) throw noSuch("event", id);
  return event;
}

/** Matches a type, or a pattern such as `customer.subscription.*`. */
function isOfType(event: EventRecord, wanted: string): boolean {
  return wanted.endsWith("*") ? event.type.startsWith(wanted.slice(0, -1)) : event.type === wanted;
}

/** Calls for invoices, payment intents and events. */
export const INVOICE_ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: "/v1/invoices/create_preview",
    answer: ({ world, now, params }) => previewInvoice(world, now, params),
  },
  {
    method: "GET",
    path: "/v1/invoices",
    answer: ({ world, params }) => {
      allow<Stripe.InvoiceListParams>(params, [
        ...LIST_PARAMETERS,
        "collection_method",
        "created",
        "customer",
        "status",
        "subscription",
      ]);
      const wanted = { customer: findText(params, "customer"), subscription: findText(params, "subscription") };
      const status = findText(params, "status");
      const found = Object.values(world.invoices).filter(
        (invoice) =>
          (wanted.customer === null || invoice.customer === wanted.customer) &&
          (wanted.subscription === null || invoice.subscription === wanted.subscription) &&
          (status === null || invoice.status === status) &&
          isCreatedWithin(params, invoice.created),
      );
      return pageOf(found, params, "/v1/invoices", (invoice) => renderInvoice(world, invoice));
    },
  },
  {
    method: "GET",
    path: "/v1/invoices/:id",
    answer: ({ world, params, id }) => {
      allow(params, []);
      return renderInvoice(world, requireInvoice(world, id));
    },
  },
  {
    method: "POST",
    path: "/v1/invoices/:id",
    answer: ({ world, now, params, id }) => {
      allow<Stripe.InvoiceUpdateParams>(params, ["auto_advance", "metadata"]);
      const invoice = requireInvoice(world, id);
      const before = renderInvoice(world, invoice);
      const metadata = mergeMetadata(invoice.metadata, params);
      invoice.autoAdvance = findFlag(params, "auto_advance") ?? invoice.autoAdvance;
      invoice.metadata = metadata;
      emitChange(world, now, "invoice.updated", before, renderInvoice(world, invoice));
      return renderInvoice(world, invoice);
    },
  },
  {
    method: "GET",
    path: "/v1/invoices/:id/lines",
    answer: ({ world, params, id }) => {
      allow<Stripe.InvoiceListLineItemsParams>(params, LIST_PARAMETERS);
      const invoice = requireInvoice(world, id);
      const url = `/v1/invoices/${id}/lines`;
      return Object.keys(params).length === 0
        ? toList(
            url,
            invoice.lines.map((line) => renderLine(world, invoice, line)),
          )
        : pageOf(invoice.lines.toReversed(), params, url, (line) => renderLine(world, invoice, line));
    },
  },
  {
    method: "POST",
    path: "/v1/invoices/:id/finalize",
    answer: ({ world, now, params, id }) => {
      allow<Stripe.InvoiceFinalizeInvoiceParams>(params, ["auto_advance"]);
      const invoice = requireInvoice(world, id);
      if (invoice.status !== "draft") throw notAllowed("This invoice is already finalized.", "invoice_not_editable");
      finalizeInvoice(world, now, invoice);
      return renderInvoice(world, invoice);
    },
  },
  {
    method: "POST",
    path: "/v1/invoices/:id/pay",
    answer: ({ world, now, params, id }) => {
      allow<Stripe.InvoicePayParams>(params, ["off_session", "payment_method"]);
      const invoice = requireInvoice(world, id);
      if (invoice.status === "paid") throw notAllowed("Invoice is already paid");
      if (invoice.status === "void") throw notAllowed("This invoice has been voided and can no longer be paid.");
      const method = findText(params, "payment_method");
      if (method !== null && world.paymentMethods[method]?.customer !== invoice.customer) {
        throw noSuchParameter("PaymentMethod", method, "payment_method");
      }
      if (invoice.status === "draft") finalizeInvoice(world, now, invoice);
      if (invoice.status === "open") payInvoice(world, now, invoice, method);
      return renderInvoice(world, invoice);
    },
  },
  {
    method: "POST",
    path: "/v1/invoices/:id/void",
    answer: ({ world, now, params, id }) => {
      allow(params, []);
      const invoice = requireInvoice(world, id);
      voidInvoice(world, now, invoice);
      return renderInvoice(world, invoice);
    },
  },
  {
    method: "GET",
    path: "/v1/payment_intents/:id",
    answer: ({ world, id }) => {
      const intent = world.paymentIntents[id];
      if (intent === undefined) throw noSuch("payment_intent", id, "intent");
      return renderPaymentIntent(intent);
    },
  },
  {
    method: "GET",
    path: "/v1/events",
    answer: ({ world, now, params }) => {
      allow<Stripe.EventListParams>(params, [...LIST_PARAMETERS, "created", "type", "types"]);
      const type = findText(params, "type");
      const types = findTexts(params, "types");
      if (type !== null && types !== null) throw invalidParameter("types", "You may pass only one of type and types.");
      const wanted = type === null ? types : [type];
      const found = world.events.filter(
        (event) =>
          event.created > now - EVENT_SECONDS &&
          (wanted === null || wanted.some((each) => isOfType(event, each))) &&
          isCreatedWithin(params, event.created),
      );
      return pageOf(found, params, "/v1/events", (event) => renderEvent(event));
    },
  },
  {
    method: "GET",
    path: "/v1/events/:id",
    answer: ({ world, id }) => renderEvent(requireEvent(world, id)),
  },
];
