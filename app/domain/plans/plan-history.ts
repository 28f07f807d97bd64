/** The plan of a user as a function of what Stripe knows, whatever was delivered when (README, "Money"). */

import type { BillingFacts, InvoiceFacts, SubscriptionFacts } from "./billing-facts.ts";
import { Plan } from "./plans.ts";

/** Added to a paid plan whose renewal failed (restricted mode). */
const RESTRICTED_OFFSET = 100;

export interface PlanFact {
  plan: number;
  /** Unix seconds of the fact, not of its delivery. */
  at: number;
  reason: "subscribed" | "changed" | "renewed" | "renewal-failed" | "cancelled";
}

/** Oldest first: the one that stays when, against all care, there are two. */
function oldestFirst(a: SubscriptionFacts, b: SubscriptionFacts): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}

/** Subscriptions that are charged beside an older one: two tabs that both paid. */
export function findDuplicates({ subscriptions }: Pick<BillingFacts, "subscriptions">): SubscriptionFacts[] {
  return subscriptions
    .filter(({ status }) => status !== "ended")
    .sort(oldestFirst)
    .slice(1);
}

/** The subscription that is charged, or null. */
export function findLiveSubscription({ subscriptions }: Pick<BillingFacts, "subscriptions">): SubscriptionFacts | null {
  return subscriptions.filter(({ status }) => status !== "ended").sort(oldestFirst)[0] ?? null;
}

/**
 * Every plan that the subscriptions of a customer gave, oldest first, without repetitions: paid from the instant of the
 * payment, restricted from the first failed try of a renewal, and after the end Free, or restricted where the end was
 * that of a failed renewal. Empty when nothing was ever paid.
 *
 * @param facts any order of subscriptions and invoices gives the same history
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
    // An old invoice paid after the end buys nothing: it is paid back.
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
