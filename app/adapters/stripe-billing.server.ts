import Stripe from "stripe";
import { type Billing, BillingUnavailableError } from "./billing.server.ts";
import { findPlanOfPrice, openStripeAccount, type StripeSettings } from "./stripe-account.server.ts";
import * as customers from "./stripe-customers.server.ts";
import * as subscriptions from "./stripe-subscriptions.server.ts";
import { readStripeEvent } from "./stripe-webhook.server.ts";

/** One per isolate: it caches prices. */
export function createStripeBilling(settings: StripeSettings): Billing {
  const account = openStripeAccount(settings);
  return withOutages({
    readFacts: (input) => customers.readFacts(account, input),
    createCustomer: (input) => customers.createCustomer(account, input),
    listCustomers: (input) => customers.listCustomers(account, input),
    deleteCustomer: (input) => customers.deleteCustomer(account, input),
    setEmail: (input) => customers.setEmail(account, input),
    clearCredit: (input) => customers.clearCredit(account, input),
    openPortal: (input) => customers.openPortal(account, input),
    openCheckout: (input) => subscriptions.openCheckout(account, input),
    findCheckout: (input) => subscriptions.findCheckout(account, input),
    expireCheckout: (input) => subscriptions.expireCheckout(account, input),
    chargeCustomerCard: (input) => subscriptions.chargeCustomerCard(account, input),
    previewChange: (input) => subscriptions.previewChange(account, input),
    changePlan: (input) => subscriptions.changePlan(account, input),
    cancelSubscription: (input) => subscriptions.cancelSubscription(account, input),
    listLiveSubscriptions: (input) => subscriptions.listLiveSubscriptions(account, input),
    voidInvoice: (input) => subscriptions.voidInvoice(account, input),
    refundInvoice: (input) => subscriptions.refundInvoice(account, input),
    findPlanOfPrice: (input) => findPlanOfPrice(account, input),
    readEvent: (input) => readStripeEvent(account.stripe, settings.webhookSecrets, input),
  });
}

function withOutages(billing: Billing): Billing {
  const wrapped = Object.entries(billing).map(([name, call]) => [
    name,
    async (input: never) => {
      try {
        return await (call as (input: never) => Promise<unknown>)(input);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error;
        throw new BillingUnavailableError(`${name}: ${error.type} ${error.statusCode ?? ""} ${error.message}`, {
          cause: error,
        });
      }
    },
  ]);
  return Object.fromEntries(wrapped) as Billing;
}
