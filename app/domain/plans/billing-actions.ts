/** Corrections at Stripe that bring a customer into a supported state (README, "Money"). */

import type { BillingFacts, EndReason, SubscriptionFacts } from "./billing-facts.ts";
import { findDuplicates, findLiveSubscription } from "./plan-history.ts";

export type BillingAction =
  | { kind: "cancel"; subscriptionId: string; reason: EndReason }
  | { kind: "void"; invoiceId: string }
  | { kind: "refund"; invoiceId: string }
  | { kind: "clear-credit" }
  | { kind: "set-email"; email: string }
  | { kind: "charge-customer-card"; subscriptionId: string };

export interface BilledAccount {
  email: string | null;
  deletedAt: number | null;
}

/**
 * Idempotent and safe to interrupt: the next call, on fresh facts, returns the remaining actions. Cancellations are
 * returned alone, so that the next call sees their effects.
 */
export function planBillingActions(facts: BillingFacts, account: BilledAccount): BillingAction[] {
  const cancellations = planCancellations(facts, account.deletedAt === null);
  if (cancellations.length > 0) return cancellations;
  const actions: BillingAction[] = facts.subscriptions
    .filter(({ status }) => status === "ended")
    .flatMap((subscription) => planEnded(subscription, account));
  if (facts.creditYen > 0 && isCreditForfeited(facts)) actions.push({ kind: "clear-credit" });
  if (account.email !== null && facts.email !== account.email)
    actions.push({ kind: "set-email", email: account.email });
  return [
    ...actions,
    ...facts.outdatedCards.map((subscriptionId) => ({ kind: "charge-customer-card" as const, subscriptionId })),
  ];
}

function planCancellations(facts: BillingFacts, hasAccount: boolean): BillingAction[] {
  const live = facts.subscriptions.filter(({ status }) => status !== "ended");
  if (!hasAccount) return live.map(({ id }) => ({ kind: "cancel", subscriptionId: id, reason: "after-deletion" }));
  const duplicates = findDuplicates(facts);
  return live.flatMap((subscription): BillingAction[] => {
    const { id, status } = subscription;
    if (duplicates.includes(subscription)) return [{ kind: "cancel", subscriptionId: id, reason: "duplicate" }];
    return status === "overdue" ? [{ kind: "cancel", subscriptionId: id, reason: "renewal-failed" }] : [];
  });
}

/** Voids open invoices of an ended subscription and refunds payments that bought nothing. */
function planEnded(
  { endedFor, endedAt, createdAt, invoices }: SubscriptionFacts,
  { deletedAt }: BilledAccount,
): BillingAction[] {
  return invoices.flatMap((invoice): BillingAction[] => {
    const { id, status, reason, failedAt, paidAt, chargedYen, isRefunded } = invoice;
    if (status === "open" || status === "uncollectible") return [{ kind: "void", invoiceId: id }];
    if (status !== "paid" || isRefunded || chargedYen === 0 || paidAt === null || endedAt === null) return [];
    const boughtNothing =
      endedFor === "duplicate" ||
      // Found alive, or begun, after the account was deleted.
      endedFor === "after-deletion" ||
      paidAt > endedAt ||
      // Paid in the same second as the deletion.
      (endedFor === "account-deletion" && paidAt === endedAt) ||
      // Paid while the failed renewal was being cancelled.
      (endedFor === "renewal-failed" && reason === "renewal" && failedAt !== null && invoice === latest(invoices)) ||
      // Paid on a page left open after the account was deleted.
      createdAt > (deletedAt ?? Number.POSITIVE_INFINITY);
    return boughtNothing ? [{ kind: "refund", invoiceId: id }] : [];
  });
}

function latest(invoices: SubscriptionFacts["invoices"]): SubscriptionFacts["invoices"][number] | undefined {
  return [...invoices].sort((a, b) => (a.failedAt ?? a.paidAt ?? 0) - (b.failedAt ?? b.paidAt ?? 0)).at(-1);
}

const FORFEITS_CREDIT: readonly (EndReason | null)[] = ["user", "account-deletion", "after-deletion"];

/** Whether remaining credit is erased: after choosing Free or deleting the account, but not after a failed renewal. */
function isCreditForfeited(facts: BillingFacts): boolean {
  if (findLiveSubscription(facts) !== null) return false;
  const last = [...facts.subscriptions].sort((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0)).at(-1);
  return last !== undefined && FORFEITS_CREDIT.includes(last.endedFor);
}
