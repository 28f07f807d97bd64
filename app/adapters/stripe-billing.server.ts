import Stripe from "stripe";
import { planOfPriceKey } from "#app/domain/plans/plan-offer.ts";
import { type Billing, type BillingInput, BillingUnavailableError } from "./billing.server.ts";
import { type Operations, openStripeAccount, planOfPrice, type StripeSettings } from "./stripe-account.server.ts";
import { customers } from "./stripe-customers.server.ts";
import { idOf } from "./stripe-facts.server.ts";
import { subscriptions } from "./stripe-subscriptions.server.ts";

/** One per isolate: it caches prices. */
export function createStripeBilling(settings: StripeSettings): Billing {
  const account = openStripeAccount(settings);
  const operations: Operations = {
    ...customers,
    ...subscriptions,
    findPlanOfPrice: async (_, { priceId }) => planOfPriceKey(priceId) ?? (await planOfPrice(account, priceId)),
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

/** Stripe's own default. The library only checks the past, so the future is checked here. */
const TOLERANCE_SECONDS = 300;

async function readStripeEvent(
  stripe: Stripe,
  secrets: readonly string[],
  { body, signature, receivedAt }: BillingInput<"readEvent">,
): ReturnType<Billing["readEvent"]> {
  const signedAt = signature === null ? null : readSignedAt(signature);
  if (signature === null || signedAt === null || signedAt > receivedAt + TOLERANCE_SECONDS)
    return { kind: "refused", reason: "bad-signature" };
  for (const secret of secrets) {
    try {
      const event = await stripe.webhooks.constructEventAsync(
        body,
        signature,
        secret,
        TOLERANCE_SECONDS,
        Stripe.createSubtleCryptoProvider(),
        // In milliseconds, unlike everywhere else.
        receivedAt * 1000,
      );
      return describe(event);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) continue;
      return { kind: "refused", reason: "malformed" };
    }
  }
  return { kind: "refused", reason: "bad-signature" };
}

/** Null unless there is exactly one: the library could use another. */
function readSignedAt(signature: string): number | null {
  const times = signature.split(",").filter((part) => part.trim().split("=")[0]?.trim() === "t");
  const time = /^t=(\d+)$/.exec(times[0] ?? "")?.[1];
  return times.length === 1 && time !== undefined ? Number(time) : null;
}

function describe(event: Stripe.Event): Awaited<ReturnType<Billing["readEvent"]>> {
  const { id, type, created, data } = event;
  if (typeof id !== "string" || typeof type !== "string" || typeof created !== "number" || !data?.object)
    return { kind: "refused", reason: "malformed" };
  // A customer object is its own customer.
  const subject = data.object as { id?: string; object?: string; customer?: string | { id: string } | null };
  const customerId = subject.object === "customer" ? (subject.id ?? null) : idOf(subject.customer);
  return { kind: "event", id, type, createdAt: created, customerId };
}
