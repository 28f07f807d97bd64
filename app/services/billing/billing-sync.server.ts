import type { Billing } from "#app/adapters/billing.server.ts";
import { applyBilling } from "#app/db/billing/apply-billing.server.ts";
import { type BilledBy, drawBillingTicket } from "#app/db/billing/billing.server.ts";
import { type BillingAction, planBillingActions } from "#app/domain/plans/billing-actions.ts";
import type { BillingFacts } from "#app/domain/plans/billing-facts.ts";
import { planHistory } from "#app/domain/plans/plan-history.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** Most rounds per call: a cancellation, then the invoices it left, then its refund. */
const MAX_ROUNDS = 5;

type SyncResult =
  | { kind: "synced"; userId: number; plan: number; facts: BillingFacts }
  /** Nothing to mirror: the user is no customer, or the customer belongs to no user here. */
  | { kind: "no-customer" };

/**
 * The only path from Stripe to D1: reads the customer's current state, corrects it at Stripe if necessary (an overdue
 * or duplicate subscription, forfeited credit), and mirrors the result. Calls may be repeated, reordered and
 * concurrent: each depends only on Stripe's state, and an older read never overwrites a newer one.
 *
 * @throws BillingUnavailableError if Stripe is unavailable; nothing is mirrored then
 */
export async function syncBilling(
  deps: Pick<Deps, "db" | "billing" | "machineNow">,
  by: BilledBy,
): Promise<SyncResult> {
  const { db, billing } = deps;
  for (;;) {
    const drawn = await drawBillingTicket(db, by);
    if (drawn === null) return { kind: "no-customer" };
    const { user } = drawn;
    const facts = await settleAtStripe(billing, user);
    if (facts === null) return { kind: "no-customer" };
    const plan = await applyBilling(db, {
      ...drawn,
      subscriptions: facts.subscriptions,
      history: planHistory(facts),
      now: deps.machineNow(),
    });
    if (plan !== null) return { kind: "synced", userId: user.userId, plan, facts };
    // A newer read was stored first. It may still predate our caller's write at Stripe, so read again.
  }
}

async function settleAtStripe(
  billing: Billing,
  user: { customerId: string; email: string | null; deletedAt: number | null },
): Promise<BillingFacts | null> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const facts = await billing.readFacts(user);
    if (facts === null) return null;
    const actions = planBillingActions(facts, user);
    if (actions.length === 0) return facts;
    for (const action of actions) await perform(billing, facts, action);
  }
  throw new Error(`customer ${user.customerId} is not settled after ${MAX_ROUNDS} rounds`);
}

async function perform(billing: Billing, { customerId, creditYen }: BillingFacts, action: BillingAction) {
  switch (action.kind) {
    case "cancel":
      return billing.cancelSubscription(action);
    case "void":
      // If it was paid at this very moment, the next round refunds it.
      await billing.voidInvoice(action);
      return;
    case "refund":
      return billing.refundInvoice(action);
    case "clear-credit":
      return billing.clearCredit({ customerId, creditYen });
    case "set-email":
      return billing.setEmail({ customerId, email: action.email });
    case "charge-customer-card":
      return billing.chargeCustomerCard(action);
    default:
      return action satisfies never;
  }
}
