import type Stripe from "stripe";
import { addCustomer } from "#test/fakes/stripe/world/checkout.ts";
import { changeBalance, emit, emitChange } from "#test/fakes/stripe/world/events.ts";
import { invalidParameter, noSuch, noSuchParameter, notAllowed } from "#test/fakes/stripe/world/fault.ts";
import { isCreatedWithin, LIST_PARAMETERS, pageOf } from "#test/fakes/stripe/world/lists.ts";
import {
  allow,
  findChoice,
  findFlag,
  findGroup,
  findInteger,
  findText,
  findTexts,
  mergeMetadata,
  type Params,
  requireInteger,
  requireText,
} from "#test/fakes/stripe/world/params.ts";
import {
  type CustomerRecord,
  nextId,
  type PaymentMethodRecord,
  type PriceRecord,
  type ProductRecord,
  type World,
} from "#test/fakes/stripe/world/records.ts";
import {
  renderBalanceTransaction,
  renderCustomer,
  renderDeletedCustomer,
  renderPaymentMethod,
  renderPrice,
  renderProduct,
} from "#test/fakes/stripe/world/rendering/render-customers.ts";
import type { Route } from "#test/fakes/stripe/world/route.ts";
import { cancelSubscription } from "#test/fakes/stripe/world/subscriptions.ts";

const CUSTOMER_PARAMETERS: readonly (keyof Stripe.CustomerUpdateParams)[] = [
  "balance",
  "description",
  "email",
  "invoice_settings",
  "metadata",
  "name",
  "preferred_locales",
];

/** Returns a customer that is not deleted, or throws. */
export function requireCustomer(world: World, id: string, param?: string): CustomerRecord {
  const customer = world.customers[id];
  if (customer !== undefined && !customer.deleted) return customer;
  throw param === undefined ? noSuch("customer", id) : noSuchParameter("customer", id, param);
}

function writeCustomer(world: World, now: number, customer: CustomerRecord, params: Params): void {
  const before = renderCustomer(world, customer);
  const settings = findGroup(params, "invoice_settings") ?? {};
  allow<Stripe.CustomerUpdateParams.InvoiceSettings>(settings, ["default_payment_method"], "invoice_settings");
  const method = findText(settings, "default_payment_method");
  if (method !== null && world.paymentMethods[method]?.customer !== customer.id) {
    throw noSuchParameter("PaymentMethod", method, "invoice_settings[default_payment_method]");
  }
  const balance = findInteger(params, "balance");
  const metadata = mergeMetadata(customer.metadata, params);
  if ("email" in params) customer.email = findText(params, "email");
  if ("name" in params) customer.name = findText(params, "name");
  if ("description" in params) customer.description = findText(params, "description");
  if ("preferred_locales" in params) customer.preferredLocales = findTexts(params, "preferred_locales") ?? [];
  if ("default_payment_method" in settings) customer.defaultPaymentMethod = method;
  customer.metadata = metadata;
  if (balance !== null && balance !== customer.balance) {
    changeBalance(world, now, customer, { amount: balance - customer.balance, type: "adjustment" });
  }
  emitChange(world, now, "customer.updated", before, renderCustomer(world, customer));
}

/** Returns a card that is attached to a customer; others cannot be changed. */
function requireAttachedMethod(world: World, id: string): PaymentMethodRecord {
  const method = world.paymentMethods[id];
  if (method === undefined) throw noSuch("PaymentMethod", id, "payment_method");
  if (method.customer === null) throw notAllowed("The payment method is not attached to a customer.");
  return method;
}

function requireProduct(world: World, id: string, param?: string): ProductRecord {
  const product = world.products[id];
  if (product !== undefined) return product;
  throw param === undefined ? noSuch("product", id) : noSuchParameter("product", id, param);
}

/** Ensures that a lookup key belongs to one price only; `transfer_lookup_key` removes it from the other price. */
function claimLookupKey(world: World, key: string | null, isTransferred: boolean, owner: string | null): void {
  if (key === null) return;
  const holder = Object.values(world.prices).find((price) => price.lookupKey === key && price.id !== owner);
  if (holder === undefined) return;
  if (!isTransferred) {
    throw invalidParameter(
      "lookup_key",
      `A price (\`${holder.id}\`) already uses that lookup key. Use transfer_lookup_key=true to take it.`,
    );
  }
  holder.lookupKey = null;
}

function addPrice(world: World, now: number, params: Params): PriceRecord {
  allow<Stripe.PriceCreateParams>(params, [
    "active",
    "currency",
    "lookup_key",
    "metadata",
    "nickname",
    "product",
    "recurring",
    "tax_behavior",
    "transfer_lookup_key",
    "unit_amount",
  ]);
  const currency = requireText(params, "currency");
  if (currency !== "jpy") throw invalidParameter("currency", "The stand-in sells in jpy only");
  const product = requireProduct(world, requireText(params, "product"), "product");
  const recurring = findGroup(params, "recurring");
  if (recurring !== null) {
    allow<Stripe.PriceCreateParams.Recurring>(recurring, ["interval", "interval_count", "usage_type"], "recurring");
    if (requireText(recurring, "interval") !== "month" || (findInteger(recurring, "interval_count") ?? 1) !== 1) {
      throw invalidParameter("recurring[interval]", "The stand-in bills by the month only");
    }
  }
  const unitAmount = requireInteger(params, "unit_amount");
  if (unitAmount < 0)
    throw invalidParameter("unit_amount", "Invalid non-negative integer", "parameter_invalid_integer");
  const lookupKey = findText(params, "lookup_key");
  claimLookupKey(world, lookupKey, findFlag(params, "transfer_lookup_key") ?? false, null);
  const price: PriceRecord = {
    id: nextId(world, "price"),
    created: now,
    active: findFlag(params, "active") ?? true,
    product: product.id,
    currency,
    unitAmount,
    lookupKey,
    nickname: findText(params, "nickname"),
    metadata: mergeMetadata({}, params),
    taxBehavior: findChoice(params, "tax_behavior", ["exclusive", "inclusive", "unspecified"]) ?? "unspecified",
    isMonthly: recurring !== null,
  };
  world.prices[price.id] = price;
  emit(world, now, "price.created", renderPrice(price));
  return price;
}

/** Calls for customers, their balance and cards, products and prices. */
export const CUSTOMER_ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: "/v1/customers",
    answer: ({ world, now, params }) => {
      allow<Stripe.CustomerUpdateParams>(params, CUSTOMER_PARAMETERS);
      const customer = addCustomer(world, now, {
        email: findText(params, "email"),
        name: findText(params, "name"),
        description: findText(params, "description"),
        metadata: mergeMetadata({}, params),
        preferredLocales: findTexts(params, "preferred_locales") ?? [],
        balance: findInteger(params, "balance") ?? 0,
      });
      return renderCustomer(world, customer);
    },
  },
  {
    method: "GET",
    path: "/v1/customers",
    answer: ({ world, params }) => {
      allow<Stripe.CustomerListParams>(params, [...LIST_PARAMETERS, "created", "email"]);
      const email = findText(params, "email");
      const found = Object.values(world.customers).filter(
        (customer) =>
          !customer.deleted &&
          (email === null || customer.email === email) &&
          isCreatedWithin(params, customer.created),
      );
      return pageOf(found, params, "/v1/customers", (customer) => renderCustomer(world, customer));
    },
  },
  {
    method: "GET",
    path: "/v1/customers/:id",
    answer: ({ world, params, id }) => {
      allow(params, []);
      const customer = world.customers[id];
      if (customer === undefined) throw noSuch("customer", id);
      return customer.deleted ? renderDeletedCustomer(customer) : renderCustomer(world, customer);
    },
  },
  {
    method: "POST",
    path: "/v1/customers/:id",
    answer: ({ world, now, params, id }) => {
      allow<Stripe.CustomerUpdateParams>(params, CUSTOMER_PARAMETERS);
      const customer = requireCustomer(world, id);
      writeCustomer(world, now, customer, params);
      return renderCustomer(world, customer);
    },
  },
  {
    method: "DELETE",
    path: "/v1/customers/:id",
    answer: ({ world, now, id }) => {
      const customer = requireCustomer(world, id);
      for (const subscription of Object.values(world.subscriptions)) {
        if (subscription.customer !== id || subscription.status === "canceled") continue;
        cancelSubscription(world, now, subscription, { reason: "cancellation_requested" });
      }
      customer.deleted = true;
      emit(world, now, "customer.deleted", renderCustomer(world, customer));
      return renderDeletedCustomer(customer);
    },
  },
  {
    method: "POST",
    path: "/v1/customers/:id/balance_transactions",
    answer: ({ world, now, params, id }) => {
      allow<Stripe.CustomerCreateBalanceTransactionParams>(params, ["amount", "currency", "description", "metadata"]);
      const customer = requireCustomer(world, id);
      const amount = requireInteger(params, "amount");
      if (requireText(params, "currency") !== "jpy") throw invalidParameter("currency", "The stand-in keeps jpy only");
      const before = renderCustomer(world, customer);
      const description = findText(params, "description");
      const metadata = mergeMetadata({}, params);
      const transaction = changeBalance(world, now, customer, { amount, type: "adjustment", description, metadata });
      emitChange(world, now, "customer.updated", before, renderCustomer(world, customer));
      return renderBalanceTransaction(transaction);
    },
  },
  {
    method: "GET",
    path: "/v1/customers/:id/balance_transactions",
    answer: ({ world, params, id }) => {
      allow<Stripe.CustomerListBalanceTransactionsParams>(params, [...LIST_PARAMETERS]);
      requireCustomer(world, id);
      const found = Object.values(world.balanceTransactions).filter((each) => each.customer === id);
      return pageOf(found, params, `/v1/customers/${id}/balance_transactions`, renderBalanceTransaction);
    },
  },
  {
    method: "GET",
    path: "/v1/customers/:id/payment_methods",
    answer: ({ world, params, id }) => {
      allow<Stripe.CustomerListPaymentMethodsParams>(params, [...LIST_PARAMETERS, "type"]);
      requireCustomer(world, id);
      const found = Object.values(world.paymentMethods).filter((method) => method.customer === id);
      return pageOf(found, params, `/v1/customers/${id}/payment_methods`, renderPaymentMethod);
    },
  },
  {
    method: "GET",
    path: "/v1/payment_methods/:id",
    answer: ({ world, id }) => {
      const method = world.paymentMethods[id];
      if (method === undefined) throw noSuch("PaymentMethod", id, "payment_method");
      return renderPaymentMethod(method);
    },
  },
  {
    method: "POST",
    path: "/v1/payment_methods/:id",
    answer: ({ world, now, params, id }) => {
      allow<Stripe.PaymentMethodUpdateParams>(params, ["billing_details"]);
      const method = requireAttachedMethod(world, id);
      const details = findGroup(params, "billing_details") ?? {};
      allow<Stripe.PaymentMethodUpdateParams.BillingDetails>(details, ["name", "email", "phone"], "billing_details");
      const before = renderPaymentMethod(method);
      if ("name" in details) method.holder = findText(details, "name");
      emitChange(world, now, "payment_method.updated", before, renderPaymentMethod(method));
      return renderPaymentMethod(method);
    },
  },
  {
    method: "POST",
    path: "/v1/payment_methods/:id/detach",
    answer: ({ world, now, params, id }) => {
      allow(params, []);
      const method = requireAttachedMethod(world, id);
      const customer = method.customer === null ? undefined : world.customers[method.customer];
      if (customer?.defaultPaymentMethod === id) customer.defaultPaymentMethod = null;
      method.customer = null;
      emit(world, now, "payment_method.detached", renderPaymentMethod(method));
      return renderPaymentMethod(method);
    },
  },
  {
    method: "POST",
    path: "/v1/products",
    answer: ({ world, now, params }) => {
      allow<Stripe.ProductCreateParams>(params, ["active", "description", "id", "metadata", "name"]);
      const id = findText(params, "id") ?? nextId(world, "prod");
      if (world.products[id] !== undefined) throw notAllowed("Product already exists.", "resource_already_exists");
      const product: ProductRecord = {
        id,
        created: now,
        updated: now,
        active: findFlag(params, "active") ?? true,
        name: requireText(params, "name"),
        description: findText(params, "description"),
        metadata: mergeMetadata({}, params),
      };
      world.products[id] = product;
      emit(world, now, "product.created", renderProduct(product));
      return renderProduct(product);
    },
  },
  {
    method: "GET",
    path: "/v1/products",
    answer: ({ world, params }) => {
      allow<Stripe.ProductListParams>(params, [...LIST_PARAMETERS, "active", "ids"]);
      const active = findFlag(params, "active");
      const ids = findTexts(params, "ids");
      const found = Object.values(world.products).filter(
        (product) => (active === null || product.active === active) && (ids === null || ids.includes(product.id)),
      );
      return pageOf(found, params, "/v1/products", renderProduct);
    },
  },
  { method: "GET", path: "/v1/products/:id", answer: ({ world, id }) => renderProduct(requireProduct(world, id)) },
  {
    method: "POST",
    path: "/v1/products/:id",
    answer: ({ world, now, params, id }) => {
      allow<Stripe.ProductUpdateParams>(params, ["active", "description", "metadata", "name"]);
      const product = requireProduct(world, id);
      const before = renderProduct(product);
      product.metadata = mergeMetadata(product.metadata, params);
      product.active = findFlag(params, "active") ?? product.active;
      product.name = findText(params, "name") ?? product.name;
      if ("description" in params) product.description = findText(params, "description");
      product.updated = now;
      emitChange(world, now, "product.updated", before, renderProduct(product));
      return renderProduct(product);
    },
  },
  {
    method: "POST",
    path: "/v1/prices",
    answer: ({ world, now, params }) => renderPrice(addPrice(world, now, params)),
  },
  {
    method: "GET",
    path: "/v1/prices",
    answer: ({ world, params }) => {
      allow<Stripe.PriceListParams>(params, [...LIST_PARAMETERS, "active", "lookup_keys", "product"]);
      const active = findFlag(params, "active");
      const keys = findTexts(params, "lookup_keys");
      if (keys !== null && keys.length > 10)
        throw invalidParameter("lookup_keys", "Array must have at most 10 elements");
      const product = findText(params, "product");
      const found = Object.values(world.prices).filter(
        (price) =>
          (active === null || price.active === active) &&
          (keys === null || (price.lookupKey !== null && keys.includes(price.lookupKey))) &&
          (product === null || price.product === product),
      );
      return pageOf(found, params, "/v1/prices", renderPrice);
    },
  },
  {
    method: "GET",
    path: "/v1/prices/:id",
    answer: ({ world, id }) => {
      const price = world.prices[id];
      if (price === undefined) throw noSuch("price", id, "price");
      return renderPrice(price);
    },
  },
  {
    method: "POST",
    path: "/v1/prices/:id",
    answer: ({ world, now, params, id }) => {
      allow<Stripe.PriceUpdateParams>(params, ["active", "lookup_key", "metadata", "nickname", "transfer_lookup_key"]);
      const price = world.prices[id];
      if (price === undefined) throw noSuch("price", id, "price");
      const before = renderPrice(price);
      if ("lookup_key" in params) {
        claimLookupKey(world, findText(params, "lookup_key"), findFlag(params, "transfer_lookup_key") ?? false, id);
        price.lookupKey = findText(params, "lookup_key");
      }
      price.metadata = mergeMetadata(price.metadata, params);
      price.active = findFlag(params, "active") ?? price.active;
      if ("nickname" in params) price.nickname = findText(params, "nickname");
      emitChange(world, now, "price.updated", before, renderPrice(price));
      return renderPrice(price);
    },
  },
];
