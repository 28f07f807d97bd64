import { findOpenIntent } from "#app/db/billing/plan-intents.server.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import { stopSharesOfUser } from "#app/services/analyses/sharing.server.ts";
import { closeOpenCheckout } from "#app/services/billing/plan-checkout.server.ts";
import { lookAtPlan, orUnavailable } from "#app/services/billing/plans.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { deleteRows, eraseAtOnce } from "./account-erasure.server.ts";
import { checkCurrentPassword } from "./current-password.server.ts";
import { requireFactor } from "./second-factor.server.ts";

/**
 * Ends the subscription first; without Stripe nothing is deleted. A job repeats what fails after the transaction.
 * @param input password: omitted by the API; code: required with a second factor
 */
export async function deleteAccount(
  deps: Deps,
  { user, password, code }: { user: PlanHolder; password?: string; code?: string | undefined },
): Promise<
  { kind: "deleted" } | Refused<"wrong-password" | "no-code" | "wrong-code" | "busy" | "billing-unavailable"> | TooMany
> {
  if (password !== undefined) {
    const checked = await checkCurrentPassword(deps, { userId: user.id, password });
    if (checked.kind === "refused") return checked;
  }
  const proven = await requireFactor(deps, { userId: user.id, code });
  if (proven.kind === "refused") return proven;
  const ended = await orUnavailable(() => endBilling(deps, user));
  if (ended !== null) return refused("billing-unavailable");
  await stopSharesOfUser(deps, { userId: user.id });
  await deleteRows(deps, { userId: user.id, now: deps.now() });
  await eraseAtOnce(deps, { userId: user.id });
  return { kind: "deleted" };
}

async function endBilling(deps: Deps, user: PlanHolder): Promise<null> {
  await closeOpenCheckout(deps, { user, intent: await findOpenIntent(deps.db, { userId: user.id }) });
  const { live } = await lookAtPlan(deps, user);
  if (live === null) return null;
  await deps.billing.cancelSubscription({ subscriptionId: live.id, reason: "account-deletion" });
  await lookAtPlan(deps, user);
  return null;
}
