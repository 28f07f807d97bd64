import Stripe from "stripe";
import { type Billing, type BillingInput, BillingUnavailableError } from "./billing.server.ts";
import {
  findPlanOfPrice,
  openStripeAccount,
  type StripeAccount,
  type StripeSettings,
} from "./stripe-account.server.ts";
import * as customers from "./stripe-customers.server.ts";
import * as subscriptions from "./stripe-subscriptions.server.ts";
import { readStripeEvent } from "./stripe-webhook.server.ts";

type Operations = {
  [Name in keyof Billing]: (account: StripeAccount, input: BillingInput<Name>) => ReturnType<Billing[Name]>;
};

/** One per isolate: it caches prices. */
export function createStripeBilling(settings: StripeSettings): Billing {
  const account = openStripeAccount(settings);
  const operations: Operations = {
    ...customers,
    ...subscriptions,
    findPlanOfPrice,
    readEvent: ({ stripe }, input) => readStripeEvent(stripe, settings.webhookSecrets, input),
  };
  const bound = Object.entries(operations).map(([name, operation]) => [
    name,
    async (input: never) => {
      try {
        return await operation(account, input);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error;
        throw new BillingUnavailableError(`${name}: ${error.type} ${error.statusCode ?? ""} ${error.message}`, {
          cause: error,
        });
      }
    },
  ]);
  return Object.fromEntries(bound) as Billing;
}
