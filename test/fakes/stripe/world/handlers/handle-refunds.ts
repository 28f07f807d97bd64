import type Stripe from "stripe";
import { emit } from "#test/fakes/stripe/world/events.ts";
import { invalidParameter, noSuchParameter, notAllowed } from "#test/fakes/stripe/world/fault.ts";
import { LIST_PARAMETERS, pageOf } from "#test/fakes/stripe/world/lists.ts";
import {
  allow,
  findInteger,
  findText,
  mergeMetadata,
  type Params,
  requireText,
} from "#test/fakes/stripe/world/params.ts";
import { nextId, type PaymentIntentRecord, type RefundRecord, type World } from "#test/fakes/stripe/world/records.ts";
import { renderInvoicePayments } from "#test/fakes/stripe/world/rendering/render-billing.ts";
import { toList } from "#test/fakes/stripe/world/rendering/render-customers.ts";
import type { Route } from "#test/fakes/stripe/world/route.ts";

/** Refunds a card payment wholly or in part, never more than was charged. */
function addRefund(world: World, now: number, params: Params): Stripe.Refund {
  allow<Stripe.RefundCreateParams>(params, ["amount", "metadata", "payment_intent", "reason"]);
  const id = requireText(params, "payment_intent");
  const intent = world.paymentIntents[id];
  if (intent === undefined) throw noSuchParameter("payment_intent", id, "payment_intent");
  if (intent.status !== "succeeded")
    throw notAllowed("This PaymentIntent does not have a successful charge to refund.");
  const left = intent.amount - refundedOf(intent);
  if (left === 0) throw notAllowed(`Charge ${intent.charge} has already been refunded.`, "charge_already_refunded");
  const amount = findInteger(params, "amount") ?? left;
  if (amount < 1 || amount > left)
    throw invalidParameter(
      "amount",
      `Refund amount (¥${amount}) is greater than unrefunded amount on charge (¥${left})`,
    );
  const refund: RefundRecord = { id: nextId(world, "re"), created: now, amount, metadata: mergeMetadata({}, params) };
  intent.refunds = [...(intent.refunds ?? []), refund];
  const rendered = renderRefund(intent, refund);
  emit(world, now, "refund.created", rendered);
  return rendered;
}

function refundedOf({ refunds = [] }: PaymentIntentRecord): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

function renderRefund(intent: PaymentIntentRecord, { id, created, amount, metadata }: RefundRecord): Stripe.Refund {
  return {
    id,
    object: "refund",
    amount,
    balance_transaction: null,
    charge: intent.charge,
    created,
    currency: "jpy",
    customer: intent.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    metadata,
    payment_intent: intent.id,
    payment_method: intent.paymentMethod,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}

/** Calls for payments of invoices, and refunds. */
export const REFUND_ROUTES: readonly Route[] = [
  {
    method: "GET",
    path: "/v1/invoice_payments",
    answer: ({ world, params }) => {
      allow<Stripe.InvoicePaymentListParams>(params, [...LIST_PARAMETERS, "invoice", "status"]);
      const wanted = findText(params, "invoice");
      const status = findText(params, "status");
      const payments = Object.values(world.invoices)
        .filter(({ id }) => wanted === null || id === wanted)
        .flatMap((invoice) => renderInvoicePayments(world, invoice).data)
        .filter((payment) => status === null || payment.status === status);
      return pageOf(payments, params, "/v1/invoice_payments", (payment) => payment);
    },
  },
  {
    method: "POST",
    path: "/v1/refunds",
    answer: ({ world, now, params }) => addRefund(world, now, params),
  },
  {
    method: "GET",
    path: "/v1/refunds",
    answer: ({ world, params }) => {
      allow<Stripe.RefundListParams>(params, [...LIST_PARAMETERS, "payment_intent"]);
      const wanted = findText(params, "payment_intent");
      const intents = Object.values(world.paymentIntents).filter(({ id }) => wanted === null || id === wanted);
      const refunds = intents
        .flatMap((intent) => (intent.refunds ?? []).map((refund) => renderRefund(intent, refund)))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
      return refunds.length === 0 ? toList("/v1/refunds", []) : pageOf(refunds, params, "/v1/refunds", (each) => each);
    },
  },
];
