import { isHeld } from "#app/domain/learning/model-status.ts";
import { refuseModelByUse } from "#app/domain/plans/entitlements.ts";
import { planLimits } from "#app/domain/plans/plans.ts";
import { MODEL_REFUSALS, type RefusalText } from "./model-refusals.ts";

/** The refusal that creating another model would get now: shown before the form is filled in. */
export function creationLimitReached(
  user: { plan: number; modelCreationsThisMonth: number },
  models: readonly { status: number }[],
): RefusalText | null {
  const held = models.filter(({ status }) => isHeld(status)).length;
  const reason = refuseModelByUse({ createdThisMonth: user.modelCreationsThisMonth, held }, planLimits(user.plan));
  return reason === null ? null : MODEL_REFUSALS[reason];
}

/** How many more models can be created this month; "" without a limit. */
export function creationsLeftText(creationsLeft: number | null): string {
  return creationsLeft === null ? "" : `今月はあと${creationsLeft}回つくれます。`;
}
