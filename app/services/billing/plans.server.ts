import { BillingUnavailableError } from "#app/adapters/billing.server.ts";
import { readPlanState } from "#app/db/billing/plan-intents.server.ts";
import type { SubscriptionFacts } from "#app/domain/plans/billing-facts.ts";
import { findLiveSubscription } from "#app/domain/plans/plan-history.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { planStep } from "#app/domain/plans/plan-offer.ts";
import type { PlanPreview } from "#app/domain/plans/plan-preview.ts";
import type { PlanRefused } from "#app/domain/plans/plan-refused.ts";
import { PLANS } from "#app/domain/plans/plans.ts";
import { japanMonth } from "#app/domain/racing/japan-time.ts";
import { refused } from "#app/domain/refused.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { syncBilling } from "./billing-sync.server.ts";

/** Outages become a refusal. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T | PlanRefused> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BillingUnavailableError)) throw error;
    console.error(JSON.stringify({ event: "billing.unavailable", error: error.message }));
    return refused("unavailable");
  }
}

/** Without a customer, the plan in D1. */
export async function lookAtPlan(
  deps: Deps,
  user: PlanHolder,
): Promise<{ plan: number; customerId: string | null; live: SubscriptionFacts | null; creditYen: number }> {
  const synced = await syncBilling(deps, { userId: user.id });
  if (synced.kind === "no-customer") return { plan: user.plan, customerId: null, live: null, creditYen: 0 };
  const { facts, plan } = synced;
  return { plan, customerId: facts.customerId, live: findLiveSubscription(facts), creditYen: facts.creditYen };
}

/** As in D1. */
export async function read(deps: Deps, { user }: { user: PlanHolder }) {
  const now = deps.machineNow();
  const state = await readPlanState(deps.db, { userId: user.id, month: japanMonth(now), now });
  return (
    state ?? {
      plan: user.plan,
      currentPeriodEnd: null,
      hasDowngradedThisMonth: false,
      checkoutOpenedAt: null,
      isCustomer: false,
    }
  );
}

/** Queries Stripe, changes nothing. */
export async function preview(
  deps: Deps,
  { user, plan }: { user: PlanHolder; plan: number },
): Promise<PlanPreview | PlanRefused> {
  return orUnavailable(async () => {
    const present = await lookAtPlan(deps, user);
    const priceYen = PLANS.find((row) => row.plan === plan)?.priceYen ?? 0;
    const step = planStep(present.plan, plan);
    switch (step) {
      case "same":
        return refused("same-plan");
      case "not-offered":
        return refused("not-offered");
      case "checkout":
        return present.live === null
          ? { kind: "checkout", plan, priceYen, creditYen: present.creditYen }
          : refused("already-subscribed");
      case "cancel":
        // Plans granted by the operator have no subscription.
        return present.live === null ? refused("not-offered") : { kind: "cancel", creditYen: present.creditYen };
      case "upgrade":
      case "downgrade": {
        const { live, customerId } = present;
        if (live === null || customerId === null)
          return { kind: "checkout", plan, priceYen, creditYen: present.creditYen };
        if (step === "downgrade" && (await read(deps, { user })).hasDowngradedThisMonth)
          return refused("downgraded-this-month");
        const prorationDate = presentOf(live, deps.machineNow());
        const { id: subscriptionId, itemId } = live;
        const amounts = await deps.billing.previewChange({ customerId, subscriptionId, itemId, plan, prorationDate });
        return { kind: "change", direction: step, plan, priceYen, prorationDate, ...amounts };
      }
      default:
        return step satisfies never;
    }
  });
}

/** Stripe's clock may be ahead. */
export function presentOf({ currentPeriodStart }: SubscriptionFacts, now: number): number {
  return Math.max(now, currentPeriodStart);
}

/** Returning users need not wait for a webhook. */
export async function refresh(
  deps: Deps,
  { user }: { user: PlanHolder },
): Promise<{ kind: "read"; plan: number } | PlanRefused> {
  return orUnavailable(async () => ({ kind: "read", plan: (await lookAtPlan(deps, user)).plan }));
}

/** A lookup key or Stripe's id. */
export function findPlanOfPrice(deps: Deps, input: { priceId: string }): Promise<number | null> {
  return deps.billing.findPlanOfPrice(input);
}

/** Customers only. A new card arrives by webhook or synchronisation. */
export function portal(
  deps: Deps,
  { user }: { user: PlanHolder },
): Promise<{ kind: "opened"; url: string } | PlanRefused> {
  return orUnavailable(async () => {
    const { customerId } = await lookAtPlan(deps, user);
    if (customerId === null) return refused("no-customer");
    const { url } = await deps.billing.openPortal({ customerId, returnUrl: `${deps.config.publicUrl}/subscriptions` });
    return { kind: "opened", url };
  });
}
