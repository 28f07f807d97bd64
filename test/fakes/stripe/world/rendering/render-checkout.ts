import type Stripe from "stripe";
import type { SessionRecord, World } from "#test/fakes/stripe/world/records.ts";
import { renderPrice, toList } from "./render-customers.ts";

export function renderSession(world: World, session: SessionRecord): Stripe.Checkout.Session {
  const amount = world.prices[session.price]!.unitAmount * session.quantity;
  const customer = session.customer === null ? undefined : world.customers[session.customer];
  const isComplete = session.status === "complete";
  return {
    id: session.id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: session.created,
    currency: "jpy",
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: session.submitMessage === null ? null : { message: session.submitMessage },
      terms_of_service_acceptance: null,
    },
    customer: session.customer,
    customer_account: null,
    customer_creation: session.customer === null || session.customerEmail !== null ? "always" : null,
    customer_details:
      customer === undefined && session.customerEmail === null
        ? null
        : {
            address: null,
            business_name: null,
            email: customer?.email ?? session.customerEmail,
            individual_name: null,
            name: isComplete ? (customer?.name ?? null) : null,
            phone: null,
            tax_exempt: "none",
            tax_ids: isComplete ? [] : null,
          },
    customer_email: session.customerEmail,
    discounts: [],
    expires_at: session.expiresAt,
    integration_identifier: session.integrationIdentifier,
    invoice: session.invoice,
    invoice_creation: null,
    livemode: false,
    locale: session.locale,
    managed_payments: null,
    metadata: session.metadata,
    mode: "subscription",
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: "always",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: isComplete ? "paid" : "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: {
      allow_redisplay_filters: ["always"],
      payment_method_remove: "disabled",
      payment_method_save: null,
    },
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: session.status,
    submit_type: null,
    subscription: session.subscription,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: session.status === "open" ? `${world.pageOrigin}/c/pay/${session.id}` : null,
    wallet_options: null,
  };
}

/** Line items of a session, included in responses by `expand: ["line_items"]`, and listed by their own call. */
export function renderSessionLines(world: World, session: SessionRecord): Stripe.ApiList<Stripe.LineItem> {
  const price = world.prices[session.price]!;
  const amount = price.unitAmount * session.quantity;
  return toList(`/v1/checkout/sessions/${session.id}/line_items`, [
    {
      id: session.lineId,
      object: "item",
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: "jpy",
      description: world.products[price.product]?.name ?? null,
      metadata: {},
      price: renderPrice(price),
      quantity: session.quantity,
    },
  ]);
}
