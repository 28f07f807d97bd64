import Stripe from "stripe";
import type {
  InvoiceRecord,
  LineRecord,
  PaymentIntentRecord,
  SubscriptionRecord,
  World,
} from "#test/fakes/stripe/world/records.ts";
import { renderPlan, renderPrice, toList } from "./render-customers.ts";

const NO_AUTOMATIC_TAX = { enabled: false, liability: null, provider: null, status: null };

export function renderSubscription(world: World, subscription: SubscriptionRecord): Stripe.Subscription {
  const price = world.prices[subscription.price]!;
  const pending = subscription.pendingUpdate;
  return {
    id: subscription.id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: subscription.anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: subscription.cancelAtPeriodEnd ? subscription.periodEnd : null,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.canceledAt,
    cancellation_details: {
      comment: subscription.cancelComment,
      feedback: subscription.cancelFeedback,
      feedback_option: null,
      reason: subscription.cancelReason,
    },
    collection_method: "charge_automatically",
    created: subscription.created,
    currency: price.currency,
    customer: subscription.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: subscription.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: subscription.description,
    discounts: [],
    ended_at: subscription.endedAt,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: toList(`/v1/subscription_items?subscription=${subscription.id}`, [
      renderSubscriptionItem(world, subscription),
    ]),
    latest_invoice: subscription.latestInvoice,
    livemode: false,
    managed_payments: null,
    metadata: subscription.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update:
      pending === null
        ? null
        : {
            billing_cycle_anchor: pending.anchor === subscription.anchor ? null : pending.anchor,
            cancel_at_period_end: null,
            discount: null,
            discounts: null,
            expires_at: pending.expiresAt,
            metadata: null,
            subscription_items: [
              renderSubscriptionItem(world, { ...subscription, price: pending.price, quantity: pending.quantity }),
            ],
            trial_end: null,
            trial_from_plan: null,
          },
    schedule: null,
    start_date: subscription.created,
    status: subscription.status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" } },
    trial_start: null,
  };
}

/** In this version of the API the item has the period, not the subscription. */
function renderSubscriptionItem(world: World, subscription: SubscriptionRecord): Stripe.SubscriptionItem {
  const price = world.prices[subscription.price]!;
  return {
    id: subscription.itemId,
    object: "subscription_item",
    billing_thresholds: null,
    created: subscription.created,
    current_period_end: subscription.periodEnd,
    current_period_start: subscription.periodStart,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: renderPlan(price),
    price: renderPrice(price),
    quantity: subscription.quantity,
    subscription: subscription.id,
    tax_rates: [],
  };
}

export function renderLine(world: World, invoice: InvoiceRecord, line: LineRecord): Stripe.InvoiceLineItem {
  const price = world.prices[line.price]!;
  const details = { proration: line.isProration, proration_details: null, subscription: line.subscription };
  return {
    id: line.id,
    object: "line_item",
    amount: line.amount,
    currency: price.currency,
    description: line.description,
    discount_amounts: [],
    discountable: !line.isProration,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: invoice.subscriptionMetadata,
    parent:
      line.invoiceItem === null
        ? {
            invoice_item_details: null,
            subscription_item_details: { ...details, invoice_item: null, subscription_item: line.subscriptionItem },
            type: "subscription_item_details",
          }
        : {
            invoice_item_details: { ...details, invoice_item: line.invoiceItem },
            subscription_item_details: null,
            type: "invoice_item_details",
          },
    period: { end: line.periodEnd, start: line.periodStart },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: "price_details",
      unit_amount_decimal: Stripe.Decimal.from(line.isProration ? line.amount : price.unitAmount),
    },
    quantity: line.quantity,
    quantity_decimal: Stripe.Decimal.from(line.quantity),
    subscription: line.subscription,
    subtotal: line.amount,
    taxes: [],
  };
}

export function renderInvoice(world: World, invoice: InvoiceRecord): Stripe.Invoice {
  const customer = world.customers[invoice.customer]!;
  const isSettled = invoice.status === "paid";
  return {
    id: invoice.id,
    object: "invoice",
    account_country: "JP",
    account_name: null,
    account_tax_ids: null,
    amount_due: invoice.amountDue,
    amount_overpaid: 0,
    amount_paid: invoice.amountPaid,
    amount_remaining: isSettled ? 0 : invoice.amountDue - invoice.amountPaid,
    amount_shipping: 0,
    application: null,
    attempt_count: invoice.attemptCount,
    attempted: invoice.attemptCount > 0 || isSettled,
    auto_advance: invoice.autoAdvance,
    automatic_tax: { ...NO_AUTOMATIC_TAX, disabled_reason: null },
    automatically_finalizes_at: invoice.status === "draft" && invoice.autoAdvance ? invoice.finalizesAt : null,
    billing_reason: invoice.billingReason,
    collection_method: "charge_automatically",
    created: invoice.created,
    currency: "jpy",
    custom_fields: null,
    customer: invoice.customer,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: invoice.finalizedAt,
    ending_balance: invoice.endingBalance,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: toList(
      `/v1/invoices/${invoice.id}/lines`,
      invoice.lines.map((line) => renderLine(world, invoice, line)),
    ),
    livemode: false,
    metadata: invoice.metadata,
    next_payment_attempt: invoice.nextPaymentAttempt,
    number: invoice.number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: invoice.subscriptionMetadata,
        subscription: invoice.subscription,
        ...(invoice.prorationDate === null ? {} : { subscription_proration_date: invoice.prorationDate }),
      },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: invoice.periodEnd,
    period_start: invoice.periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: invoice.startingBalance,
    statement_descriptor: null,
    status: invoice.status,
    status_transitions: {
      finalized_at: invoice.finalizedAt,
      marked_uncollectible_at: invoice.uncollectibleAt,
      paid_at: invoice.paidAt,
      voided_at: invoice.voidedAt,
    },
    subtotal: invoice.total,
    subtotal_excluding_tax: invoice.total,
    test_clock: null,
    total: invoice.total,
    total_discount_amounts: [],
    total_excluding_tax: invoice.total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

/** Payments of an invoice, included in responses only by `expand: ["payments"]`. */
export function renderInvoicePayments(world: World, invoice: InvoiceRecord): Stripe.ApiList<Stripe.InvoicePayment> {
  const intent = invoice.paymentIntent === null ? undefined : world.paymentIntents[invoice.paymentIntent];
  if (intent === undefined) return toList("/v1/invoice_payments", []);
  const isPaid = intent.status === "succeeded";
  return toList("/v1/invoice_payments", [
    {
      id: `inpay_${intent.id.slice(3)}`,
      object: "invoice_payment",
      amount_paid: isPaid ? intent.amount : null,
      amount_requested: intent.amount,
      created: intent.created,
      currency: "jpy",
      invoice: invoice.id,
      is_default: true,
      livemode: false,
      payment: { payment_intent: intent.id, type: "payment_intent" },
      status: isPaid ? "paid" : intent.status === "canceled" ? "canceled" : "open",
      status_transitions: {
        canceled_at: intent.status === "canceled" ? invoice.voidedAt : null,
        paid_at: isPaid ? invoice.paidAt : null,
      },
    },
  ]);
}

export function renderPaymentIntent(intent: PaymentIntentRecord): Stripe.PaymentIntent {
  return {
    id: intent.id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: intent.amount,
    amount_capturable: 0,
    amount_received: intent.status === "succeeded" ? intent.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: intent.status === "canceled" ? "void_invoice" : null,
    capture_method: "automatic",
    client_secret: `${intent.id}_secret_fake`,
    confirmation_method: "automatic",
    created: intent.created,
    currency: "jpy",
    customer: intent.customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: intent.isDeclined
      ? {
          code: "card_declined",
          decline_code: "generic_decline",
          message: "Your card was declined.",
          type: "card_error",
          ...(intent.charge === null ? {} : { charge: intent.charge }),
        }
      : null,
    latest_charge: intent.charge,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: intent.isDeclined ? null : intent.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: "off_session",
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  };
}
