import { emit, emitChange } from "#test/fakes/stripe/world/events.ts";
import { noSuch, noSuchParameter, notAllowed } from "#test/fakes/stripe/world/fault.ts";
import { findGroup, findInteger, findText, mergeMetadata, type Params } from "#test/fakes/stripe/world/params.ts";
import { type CustomerRecord, nextId, type PaymentMethodRecord, type World } from "#test/fakes/stripe/world/records.ts";
import { renderCustomer, renderDeletedCustomer, renderPaymentMethod, toList } from "#test/fakes/stripe/world/render.ts";
import { isCreatedWithin, listRoute, type Route } from "#test/fakes/stripe/world/route.ts";
import { cancelSubscription } from "#test/fakes/stripe/world/subscriptions.ts";

/** Returns a customer that is not deleted, or throws. */
export function requireCustomer(world: World, id: string, param?: string): CustomerRecord {
  const customer = world.customers[id];
  if (customer !== undefined && !customer.deleted) return customer;
  throw param === undefined ? noSuch("customer", id) : noSuchParameter("customer", id, param);
}

function writeCustomer(customer: CustomerRecord, params: Params): void {
  customer.metadata = mergeMetadata(customer.metadata, params);
  customer.balance = findInteger(params, "balance") ?? customer.balance;
  if ("email" in params) customer.email = findText(params, "email");
  if ("name" in params) customer.name = findText(params, "name");
}

/** Returns a card that is attached to a customer; others cannot be changed. */
function requireAttachedMethod(world: World, id: string): PaymentMethodRecord {
  const method = world.paymentMethods[id];
  if (method === undefined) throw noSuch("PaymentMethod", id);
  if (method.customer === null) throw notAllowed("The payment method is not attached to a customer.");
  return method;
}

/** Calls for customers and their cards. */
export const CUSTOMER_ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: "/v1/customers",
    accepts: ["email", "preferred_locales"],
    handle: ({ world, now, params }) => {
      const customer: CustomerRecord = {
        id: nextId(world, "cus"),
        created: now,
        email: findText(params, "email"),
        name: null,
        metadata: mergeMetadata({}, params),
        balance: 0,
        defaultPaymentMethod: null,
        cardSwitch: null,
        invoiceSequence: 1,
        deleted: false,
      };
      world.customers[customer.id] = customer;
      emit(world, now, "customer.created", renderCustomer(customer));
      return renderCustomer(customer);
    },
  },
  listRoute(
    "/v1/customers",
    ["created.gte", "created.lte"],
    ({ customers }) => customers,
    ({ deleted, created }, params) => !deleted && isCreatedWithin(params, created),
    (_, customer) => renderCustomer(customer),
  ),
  {
    method: "GET",
    path: "/v1/customers/:id",
    handle: ({ world, id }) => {
      const customer = world.customers[id];
      if (customer === undefined) throw noSuch("customer", id);
      return customer.deleted ? renderDeletedCustomer(customer) : renderCustomer(customer);
    },
  },
  {
    method: "POST",
    path: "/v1/customers/:id",
    accepts: ["balance", "description", "email", "name"],
    handle: ({ world, now, params, id }) => {
      const customer = requireCustomer(world, id);
      const render = () => renderCustomer(customer);
      emitChange(world, now, "customer.updated", render, () => writeCustomer(customer, params));
      return render();
    },
  },
  {
    method: "DELETE",
    path: "/v1/customers/:id",
    handle: ({ world, now, id }) => {
      const customer = requireCustomer(world, id);
      for (const subscription of Object.values(world.subscriptions)) {
        if (subscription.customer !== id || subscription.status === "canceled") continue;
        cancelSubscription(world, now, subscription, "cancellation_requested");
      }
      customer.deleted = true;
      emit(world, now, "customer.deleted", renderCustomer(customer));
      return renderDeletedCustomer(customer);
    },
  },
  {
    method: "GET",
    path: "/v1/customers/:id/payment_methods",
    accepts: ["limit"],
    handle: ({ world, id }) => {
      requireCustomer(world, id);
      const found = Object.values(world.paymentMethods).filter(({ customer }) => customer === id);
      return toList(`/v1/customers/${id}/payment_methods`, found.map(renderPaymentMethod));
    },
  },
  {
    method: "POST",
    path: "/v1/payment_methods/:id",
    accepts: ["billing_details.name", "billing_details.email", "billing_details.phone"],
    handle: ({ world, now, params, id }) => {
      const method = requireAttachedMethod(world, id);
      const render = () => renderPaymentMethod(method);
      emitChange(world, now, "payment_method.updated", render, () => {
        method.holder = findText(findGroup(params, "billing_details"), "name");
      });
      return render();
    },
  },
  {
    method: "POST",
    path: "/v1/payment_methods/:id/detach",
    handle: ({ world, now, id }) => {
      const method = requireAttachedMethod(world, id);
      const customer = world.customers[method.customer ?? ""];
      if (customer?.defaultPaymentMethod === id) customer.defaultPaymentMethod = null;
      method.customer = null;
      emit(world, now, "payment_method.detached", renderPaymentMethod(method));
      return renderPaymentMethod(method);
    },
  },
];
