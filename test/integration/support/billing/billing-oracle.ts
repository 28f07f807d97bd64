import { planOfPriceKey } from "#app/domain/plans/plan-offer.ts";
import type { SubscriptionRecord, World } from "#test/fakes/stripe/world/records.ts";

/** The required state of the mirror, computed from the stand-in's records without the product's code. */

const planOf = (world: World, { price }: SubscriptionRecord) => planOfPriceKey(world.prices[price]?.lookupKey ?? "");

/** A customer's subscriptions, oldest first. */
function subscriptionsOf(world: World, customer: string): SubscriptionRecord[] {
  return Object.values(world.subscriptions)
    .filter((subscription) => subscription.customer === customer)
    .sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
}

export function liveSubscriptionsOf(world: World, customer: string): SubscriptionRecord[] {
  return subscriptionsOf(world, customer).filter(({ status }) => status !== "canceled");
}

/** The plan that follows from a customer's state at Stripe. */
export function planAtStripe(world: World, customer: string): number {
  const [live] = liveSubscriptionsOf(world, customer);
  if (live !== undefined) {
    const plan = planOf(world, live) ?? 1;
    return live.status === "active" ? plan : plan + 100;
  }
  const last = subscriptionsOf(world, customer)
    .filter(({ cancelComment }) => cancelComment !== "duplicate")
    .sort((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0))
    .at(-1);
  if (last === undefined) return 1;
  const hasFailed = last.cancelComment === "renewal-failed" || last.cancelReason === "payment_failed";
  return hasFailed ? 100 + (planOf(world, last) ?? 0) : 1;
}

/** The rows of the mirror for a customer's subscriptions. */
export function subscriptionRowsAtStripe(world: World, customer: string, userId: number) {
  return subscriptionsOf(world, customer)
    .map((subscription) => ({
      user_id: userId,
      id: subscription.id,
      plan: planOf(world, subscription),
      status: subscription.status === "canceled" ? "ended" : subscription.status === "active" ? "active" : "overdue",
      current_period_start: subscription.periodStart,
      current_period_end: subscription.periodEnd,
      ended_at: subscription.endedAt,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
