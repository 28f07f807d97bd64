/** Derives a user's plan history from the state at Stripe, independently of the order of webhooks (README, "Money"). */

import type { BillingFacts, InvoiceFacts, SubscriptionFacts } from "./billing-facts.ts";
import { Plan, RESTRICTED_OFFSET } from "./plans.ts";

export interface PlanFact {
  plan: number;
  /** Time of the event, not of its delivery; unix seconds. */
  at: number;
  reason: "subscribed" | "changed" | "renewed" | "renewal-failed" | "cancelled";
}

/** The first of two live subscriptions stays. */
function oldestFirst(a: SubscriptionFacts, b: SubscriptionFacts): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}

/** Subscriptions charged in addition to an older one, as when two tabs paid. */
export function findDuplicates({ subscriptions }: Pick<BillingFacts, "subscriptions">): SubscriptionFacts[] {
  return subscriptions
    .filter(({ status }) => status !== "ended")
    .sort(oldestFirst)
    .slice(1);
}

export function findLiveSubscription({ subscriptions }: Pick<BillingFacts, "subscriptions">): SubscriptionFacts | null {
  return subscriptions.filter(({ status }) => status !== "ended").sort(oldestFirst)[0] ?? null;
}

/**
 * All plans granted by a customer's subscriptions, oldest first, without repetitions: paid from the payment, restricted
 * from the first failed renewal attempt, after the end Free or restricted. Empty if nothing was ever paid.
 * Subscriptions and invoices may be in any order.
 */
export function planHistory(facts: Pick<BillingFacts, "subscriptions">): PlanFact[] {
  const duplicates = new Set(findDuplicates(facts));
  const history = facts.subscriptions
    .filter((subscription) => subscription.endedFor !== "duplicate" && !duplicates.has(subscription))
    .sort(oldestFirst)
    .flatMap(factsOfSubscription)
    .map((fact, position) => ({ fact, position }))
    .sort((a, b) => a.fact.at - b.fact.at || a.position - b.position)
    .map(({ fact }) => fact);
  return history.filter((fact, index) => fact.plan !== history[index - 1]?.plan);
}

function factsOfSubscription(subscription: SubscriptionFacts): PlanFact[] {
  const { endedAt, endedFor } = subscription;
  const facts = [...subscription.invoices]
    .sort(byInstant)
    .flatMap(factsOfInvoice)
    // An old invoice paid after the end buys nothing; it is refunded.
    .filter(({ at }) => endedAt === null || at <= endedAt);
  if (facts.length === 0 || endedAt === null) return facts;
  const last = (facts.at(-1) as PlanFact).plan;
  const isRestricted = endedFor === "renewal-failed";
  if (isRestricted) return [...facts, { plan: restrict(last), at: endedAt, reason: "renewal-failed" }];
  return [...facts, { plan: Plan.free, at: endedAt, reason: "cancelled" }];
}

function byInstant(a: InvoiceFacts, b: InvoiceFacts): number {
  return instant(a) - instant(b) || ORDER_IN_A_SECOND[a.reason] - ORDER_IN_A_SECOND[b.reason] || (a.id < b.id ? -1 : 1);
}

const ORDER_IN_A_SECOND = { start: 0, renewal: 1, change: 2, other: 3 } as const;

function instant({ failedAt, paidAt }: InvoiceFacts): number {
  return failedAt ?? paidAt ?? Number.POSITIVE_INFINITY;
}

function factsOfInvoice({ reason, plan, failedAt, paidAt }: InvoiceFacts): PlanFact[] {
  if (plan === null || reason === "other") return [];
  const facts: PlanFact[] = [];
  if (reason === "renewal" && failedAt !== null)
    facts.push({ plan: restrict(plan), at: failedAt, reason: "renewal-failed" });
  if (paidAt !== null) {
    const paid = { start: "subscribed", change: "changed", renewal: "renewed" } as const;
    facts.push({ plan, at: paidAt, reason: paid[reason] });
  }
  return facts;
}

function restrict(plan: number): number {
  return plan >= RESTRICTED_OFFSET ? plan : plan + RESTRICTED_OFFSET;
}
