import { ModelStatus } from "#app/domain/learning/model-status.ts";

/** Creating ones first, then by 予測力, then those without. */
export function modelsBySkill<M extends { status: number; report: { pseudoR2: number } | null }>(
  models: readonly M[],
): M[] {
  const rank = ({ status, report }: M) =>
    status === ModelStatus.creating ? Number.MAX_VALUE : (report?.pseudoR2 ?? -Number.MAX_VALUE);
  return models.toSorted((one, other) => rank(other) - rank(one));
}
