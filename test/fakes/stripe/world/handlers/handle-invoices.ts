import { emit, emitChange } from "#test/fakes/stripe/world/events.ts";
import { cardDeclined, invalidParameter, noSuchParameter, notAllowed } from "#test/fakes/stripe/world/fault.ts";
import { attemptPayment, draftInvoice, finalizeInvoice, voidInvoice } from "#test/fakes/stripe/world/invoices.ts";
import { findGroup, findText, mergeMetadata, type Params, requireText } from "#test/fakes/stripe/world/params.ts";
import { changeLines } from "#test/fakes/stripe/world/proration.ts";
import { type InvoiceRecord, nextId, type World } from "#test/fakes/stripe/world/records.ts";
import { renderInvoice, toList } from "#test/fakes/stripe/world/render.ts";
import { listRoute, matches, type Route, readRoute, requireRecord } from "#test/fakes/stripe/world/route.ts";
import { reactivate } from "#test/fakes/stripe/world/subscriptions.ts";
import { CHANGE_PARAMETERS, readPriceChange } from "./handle-subscriptions.ts";

/** Previews the invoice of a change that would be charged now. */
function previewInvoice(world: World, now: number, params: Params): object {
  const subscription = requireRecord(
    world.subscriptions,
    "subscription",
    requireText(params, "subscription"),
    "subscription",
  );
  if (!matches(params, "customer", subscription.customer))
    throw noSuchParameter("subscription", subscription.id, "subscription");
  if (subscription.status === "canceled") throw notAllowed("No upcoming invoices.", "invoice_upcoming_none");
  const change = readPriceChange(world, now, subscription, findGroup(params, "subscription_details"));
  if (change === null) throw invalidParameter("subscription_details", "The stand-in previews changes of plan only");
  const lines = changeLines(world, subscription, change);
  return renderInvoice(world, draftInvoice(world, now, { subscription, billingReason: "subscription_update", lines }));
}

function payInvoice(world: World, now: number, invoice: InvoiceRecord): void {
  if (invoice.status === "draft") finalizeInvoice(world, now, invoice);
  if (invoice.status !== "open") throw notAllowed(`This invoice is ${invoice.status}`);
  if (!attemptPayment(world, now, invoice)) throw cardDeclined();
  reactivate(world, now, invoice);
}

/** Refunds what is left of a card payment. */
function addRefund(world: World, now: number, params: Params) {
  const id = requireText(params, "payment_intent");
  const intent = requireRecord(world.paymentIntents, "payment_intent", id, "payment_intent");
  if (intent.status !== "succeeded") throw notAllowed("This PaymentIntent has no successful charge to refund.");
  if (intent.refunds.length > 0) throw notAllowed("Charge has already been refunded.", "charge_already_refunded");
  const refund = { id: nextId(world, "re"), amount: intent.amount };
  intent.refunds.push(refund);
  const rendered = { ...refund, object: "refund", payment_intent: id, customer: intent.customer, status: "succeeded" };
  emit(world, now, "refund.created", rendered);
  return rendered;
}

/** Calls for invoices, their payments and refunds. */
export const INVOICE_ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: "/v1/invoices/create_preview",
    accepts: ["customer", "subscription", ...CHANGE_PARAMETERS.map((name) => `subscription_details.${name}`)],
    handle: ({ world, now, params }) => previewInvoice(world, now, params),
  },
  listRoute(
    "/v1/invoices",
    ["customer", "status"],
    ({ invoices }) => invoices,
    ({ customer, status }, params) => matches(params, "customer", customer) && matches(params, "status", status),
    renderInvoice,
  ),
  readRoute("/v1/invoices", "invoice", ({ invoices }) => invoices, renderInvoice),
  {
    method: "POST",
    path: "/v1/invoices/:id",
    handle: ({ world, now, params, id }) => {
      const invoice = requireRecord(world.invoices, "invoice", id);
      const render = () => renderInvoice(world, invoice);
      emitChange(world, now, "invoice.updated", render, () => {
        invoice.metadata = mergeMetadata(invoice.metadata, params);
      });
      return render();
    },
  },
  {
    method: "POST",
    path: "/v1/invoices/:id/pay",
    handle: ({ world, now, id }) => {
      const invoice = requireRecord(world.invoices, "invoice", id);
      payInvoice(world, now, invoice);
      return renderInvoice(world, invoice);
    },
  },
  {
    method: "POST",
    path: "/v1/invoices/:id/void",
    handle: ({ world, now, id }) => {
      const invoice = requireRecord(world.invoices, "invoice", id);
      voidInvoice(world, now, invoice);
      return renderInvoice(world, invoice);
    },
  },
  {
    method: "GET",
    path: "/v1/invoice_payments",
    accepts: ["invoice", "limit", "status"],
    handle: ({ world, params }) => {
      const intent =
        world.paymentIntents[
          requireRecord(world.invoices, "invoice", requireText(params, "invoice")).paymentIntent ?? ""
        ];
      const isListed = intent !== undefined && findText(params, "status") === "paid" && intent.status === "succeeded";
      const payment = { type: "payment_intent", payment_intent: intent?.id };
      return toList("/v1/invoice_payments", isListed ? [{ id: `inpay_${intent.id}`, payment, status: "paid" }] : []);
    },
  },
  {
    method: "POST",
    path: "/v1/refunds",
    accepts: ["payment_intent"],
    handle: ({ world, now, params }) => addRefund(world, now, params),
  },
];
