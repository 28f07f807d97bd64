import { BillingUnavailableError } from "#app/adapters/billing.server.ts";
import {
  closeIntent,
  consumeDowngrade,
  findIntent,
  openIntent,
  type PlanIntent,
} from "#app/db/billing/plan-intents.server.ts";
import type { SubscriptionFacts } from "#app/domain/plans/billing-facts.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { planStep } from "#app/domain/plans/plan-offer.ts";
import type { PlanRefused } from "#app/domain/plans/plan-refused.ts";
import { japanMonth } from "#app/domain/racing/japan-time.ts";
import { refused } from "#app/domain/refused.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { enqueueBillingSync } from "./billing-sync.server.ts";
import { lookAtPlan, orUnavailable, presentOf, read } from "./plans.server.ts";

/** During the lease no other request may change the plan. */
const LEASE_SECONDS = 60;
/** Older amounts are no longer exact. */
const PREVIEW_MAX_AGE_SECONDS = 15 * 60;
const CLOCK_SKEW_SECONDS = 10;
const WAIT_MS = 8_000;
const POLL_MS = 250;

/** A new month, charged at once. @param input prorationDate: of the preview; omitted by the API */
export async function change(
  deps: Deps,
  { user, plan, prorationDate: shown }: { user: PlanHolder; plan: number; prorationDate?: number },
): Promise<{ kind: "changed"; plan: number } | PlanRefused> {
  return orUnavailable(async () => {
    const present = await lookAtPlan(deps, user);
    const step = planStep(present.plan, plan);
    if (step === "same") return refused("same-plan");
    if (step === "checkout") return refused("needs-checkout");
    if (step === "not-offered" || step === "cancel") return refused("not-offered");
    if (present.live === null) return refused("needs-checkout");
    const now = deps.machineNow();
    const prorationDate = shown ?? presentOf(present.live, now);
    if (!isFresh(prorationDate, present.live, now)) return refused("preview-outdated");

    const id = deps.newId();
    const opened = await openIntent(deps.db, {
      id,
      userId: user.id,
      kind: "change",
      fromPlan: present.plan,
      plan,
      createdAt: now,
      expiresAt: now + LEASE_SECONDS,
    });
    if (opened === null) return refused("busy");
    if (!opened.isMine) {
      const { intent } = opened;
      return intent.kind === "change" && intent.plan === plan ? waitFor(deps, { user, intent, step }) : refused("busy");
    }

    const end = async (status: "done" | "refused") =>
      closeIntent(deps.db, { intentId: id, status, now: deps.machineNow() });
    if (step === "downgrade") {
      const month = japanMonth(now);
      if (!(await consumeDowngrade(deps.db, { userId: user.id, month, intentId: id, now }))) {
        await end("refused");
        return refused("downgraded-this-month");
      }
    }
    try {
      const { id: subscriptionId, itemId } = present.live;
      const idempotencyKey = `change:${id}`;
      const result = await deps.billing.changePlan({ subscriptionId, itemId, plan, prorationDate, idempotencyKey });
      if (result.kind === "refused") {
        await end("refused");
        return result;
      }
      const { plan: changed } = await lookAtPlan(deps, user);
      await end("done");
      return { kind: "changed", plan: changed };
    } catch (error) {
      // Unknown outcome: the next synchronisation settles it.
      if (error instanceof BillingUnavailableError) await enqueueBillingSync(deps, { userId: user.id });
      throw error;
    }
  });
}

function isFresh(prorationDate: number, live: SubscriptionFacts, now: number): boolean {
  return (
    prorationDate >= live.currentPeriodStart &&
    prorationDate >= now - PREVIEW_MAX_AGE_SECONDS &&
    prorationDate <= presentOf(live, now) + CLOCK_SKEW_SECONDS
  );
}

/** A double click: waits for the first request. */
async function waitFor(
  deps: Deps,
  { user, intent, step }: { user: PlanHolder; intent: PlanIntent; step: "upgrade" | "downgrade" },
): Promise<{ kind: "changed"; plan: number } | PlanRefused> {
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const status = (await findIntent(deps.db, { intentId: intent.id }))?.status;
    if (status === "done") return { kind: "changed", plan: intent.plan };
    if (status === "open") continue;
    // If the request died, the reason is unknown.
    if (deps.machineNow() >= intent.expiresAt) break;
    // A refused charge returns the downgrade, so a used one was the reason.
    const isUsed = step === "downgrade" && (await read(deps, { user })).hasDowngradedThisMonth;
    return refused(isUsed ? "downgraded-this-month" : "card-declined");
  }
  return refused("busy");
}

/** At once, without refund; forfeits credit. */
export async function cancel(deps: Deps, { user }: { user: PlanHolder }): Promise<{ kind: "cancelled" } | PlanRefused> {
  return orUnavailable(async () => {
    const present = await lookAtPlan(deps, user);
    const step = planStep(present.plan, 1);
    if (step !== "cancel") return step === "same" ? refused("same-plan") : refused("not-offered");
    // Only the operator revokes plans granted by the operator.
    if (present.live === null) return refused("not-offered");
    await deps.billing.cancelSubscription({ subscriptionId: present.live.id, reason: "user" });
    await lookAtPlan(deps, user);
    return { kind: "cancelled" };
  });
}
