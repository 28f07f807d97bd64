import { isHeld } from "#app/domain/learning/model-status.ts";
import { refuseModelByUse } from "#app/domain/plans/entitlements.ts";
import { planLimits, usesLeft } from "#app/domain/plans/plans.ts";
import { MODEL_REFUSALS, type RefusalText } from "./model-refusals.ts";

interface Creator {
  plan: number;
  modelCreationsThisMonth: number;
}

/** The refusal that another creation would get now, shown before the form is filled in. */
export function creationLimitReached(
  { plan, modelCreationsThisMonth }: Creator,
  models: readonly { status: number }[],
): RefusalText | null {
  const use = { createdThisMonth: modelCreationsThisMonth, held: countHeld(models) };
  const reason = refuseModelByUse(use, planLimits(plan));
  return reason === null ? null : MODEL_REFUSALS[reason];
}

/** By the limit that binds first; "" without a limit. */
export function creationsLeftText({ plan, modelCreationsThisMonth }: Creator, held: number): string {
  const limits = planLimits(plan);
  const ofMonth = usesLeft(limits.modelCreationsPerMonth, modelCreationsThisMonth);
  const places = usesLeft(limits.models, held);
  if (places !== null && (ofMonth === null || places < ofMonth)) {
    return places === 0
      ? `いまは所持数の上限（${limits.models}モデル）なので、つくる前に1つ削除してください。`
      : `所持できるのはあと${places}モデルです。`;
  }
  return ofMonth === null ? "" : `今月はあと${ofMonth}回つくれます。`;
}

export function countHeld(models: readonly { status: number }[]): number {
  return models.filter(({ status }) => isHeld(status)).length;
}
