import * as z from "zod";
import type { Billing } from "#app/adapters/billing.server.ts";
import { applyBilling } from "#app/db/billing/apply-billing.server.ts";
import {
  type BilledBy,
  drawBillingTicket,
  insertStripeEvent,
  isEventProcessed,
  markEventProcessed,
} from "#app/db/billing/billing.server.ts";
import { type BillingAction, planBillingActions } from "#app/domain/plans/billing-actions.ts";
import type { BillingFacts } from "#app/domain/plans/billing-facts.ts";
import { planHistory } from "#app/domain/plans/plan-history.ts";
import type { Refused } from "#app/domain/refused.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob, wakeJob } from "#app/services/jobs/jobs.server.ts";

/** A cancellation, its invoices, its refund. */
const MAX_ROUNDS = 5;

type SyncResult =
  | { kind: "synced"; userId: number; plan: number; facts: BillingFacts }
  /** No customer, or of no user here. */
  | { kind: "no-customer" };

/** The only path from Stripe to D1. Repeatable in any order: older reads never win. @throws BillingUnavailableError */
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
    // A newer read was stored; it may predate our write at Stripe.
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
      // If it was paid just now, the next round refunds it.
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

const payloadSchema = z.union([z.object({ customer_id: z.string() }), z.object({ user_id: z.int() })]);

/** After an outage, or for a new address. */
export async function enqueueBillingSync(deps: Deps, { userId }: { userId: number }): Promise<void> {
  // Always new: a running one may have missed the change.
  const subject = `user:${userId}:${deps.newId()}`;
  await enqueueJob(deps, { kind: "sync-billing", subject, payload: { user_id: userId } });
}

/** Skips an event that a later synchronisation covered. */
export async function runBillingSync(
  deps: Pick<Deps, "db" | "billing" | "machineNow">,
  { subject, payload }: Pick<ClaimedJob, "subject" | "payload">,
): Promise<void> {
  const about = payloadSchema.parse(payload);
  if ("user_id" in about) {
    await syncBilling(deps, { userId: about.user_id });
    return;
  }
  if (await isEventProcessed(deps.db, { eventId: subject })) return;
  const result = await syncBilling(deps, { customerId: about.customer_id });
  if (result.kind === "no-customer") {
    console.warn(JSON.stringify({ event: "billing.unknown-customer", customerId: about.customer_id }));
    await markEventProcessed(deps.db, { eventId: subject, now: deps.machineNow() });
  }
}

/** Idempotent. */
export async function receive(
  deps: Deps,
  { body, signature }: { body: string; signature: string | null },
): Promise<{ kind: "accepted" } | Refused<"bad-signature" | "malformed">> {
  const now = deps.machineNow();
  const event = await deps.billing.readEvent({ body, signature, receivedAt: now });
  if (event.kind === "refused") return event;
  const jobId = deps.newId();
  const isNew = await insertStripeEvent(deps.db, { ...event, jobId, now });
  if (isNew && event.customerId !== null) await wakeJob(deps, { id: jobId, kind: "sync-billing" });
  return { kind: "accepted" };
}
