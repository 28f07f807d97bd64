import Stripe from "stripe";
import type {
  BalanceTransactionRecord,
  CustomerRecord,
  PaymentMethodRecord,
  PriceRecord,
  ProductRecord,
  World,
} from "#test/fakes/stripe/world/records.ts";

/** Stripe's list object. */
export function toList<T>(url: string, data: T[], hasMore = false): Stripe.ApiList<T> {
  return { object: "list", data, has_more: hasMore, url };
}

export function renderCustomer(world: World, customer: CustomerRecord): Stripe.Customer {
  const invoices = Object.values(world.invoices).filter((invoice) => invoice.customer === customer.id);
  return {
    id: customer.id,
    object: "customer",
    address: null,
    balance: customer.balance,
    created: customer.created,
    currency: customer.currency,
    customer_account: null,
    default_source: null,
    delinquent: invoices.some((invoice) => invoice.status === "open" && invoice.attemptCount > 0),
    description: customer.description,
    discount: null,
    email: customer.email,
    invoice_prefix: invoicePrefix(customer),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: customer.defaultPaymentMethod,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: customer.metadata,
    name: customer.name,
    next_invoice_sequence: customer.invoiceSequence,
    phone: null,
    preferred_locales: customer.preferredLocales,
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}

/** Prefix of the customer's invoice numbers. */
export function invoicePrefix(customer: CustomerRecord): string {
  return customer.id.slice(-8).toUpperCase();
}

export function renderDeletedCustomer(customer: CustomerRecord): Stripe.DeletedCustomer {
  return { id: customer.id, object: "customer", deleted: true };
}

export function renderBalanceTransaction(transaction: BalanceTransactionRecord): Stripe.CustomerBalanceTransaction {
  return {
    id: transaction.id,
    object: "customer_balance_transaction",
    amount: transaction.amount,
    checkout_session: null,
    created: transaction.created,
    credit_note: null,
    currency: "jpy",
    customer: transaction.customer,
    customer_account: null,
    description: transaction.description,
    ending_balance: transaction.endingBalance,
    invoice: transaction.invoice,
    livemode: false,
    metadata: transaction.metadata,
    type: transaction.type,
  };
}

export function renderProduct(product: ProductRecord): Stripe.Product {
  return {
    id: product.id,
    object: "product",
    active: product.active,
    created: product.created,
    default_price: null,
    description: product.description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: product.metadata,
    name: product.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: product.updated,
    url: null,
  };
}

export function renderPrice(price: PriceRecord): Stripe.Price {
  return {
    id: price.id,
    object: "price",
    active: price.active,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: price.lookupKey,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    recurring: price.isMonthly
      ? { interval: "month", interval_count: 1, meter: null, trial_period_days: null, usage_type: "licensed" }
      : null,
    tax_behavior: price.taxBehavior,
    tiers_mode: null,
    transform_quantity: null,
    type: price.isMonthly ? "recurring" : "one_time",
    unit_amount: price.unitAmount,
    unit_amount_decimal: Stripe.Decimal.from(price.unitAmount),
  };
}

/** A price in the older shape, which subscription items still include. */
export function renderPlan(price: PriceRecord): Stripe.Plan {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unitAmount,
    amount_decimal: Stripe.Decimal.from(price.unitAmount),
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: "month",
    interval_count: 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

export function renderPaymentMethod(method: PaymentMethodRecord): Stripe.PaymentMethod {
  return {
    id: method.id,
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: { address: null, email: null, name: method.holder, phone: null, tax_id: null },
    card: {
      brand: method.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: method.brand,
      exp_month: method.expiryMonth,
      exp_year: method.expiryYear,
      fingerprint: `fake${method.last4}`,
      funding: "credit",
      generated_from: null,
      last4: method.last4,
      networks: { available: [method.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: method.created,
    customer: method.customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}
