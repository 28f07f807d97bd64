import { byPreference, type Preferable } from "#app/domain/learning/model-preference.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";

/** Creating ones first, then the order of preference. */
export function modelsBySkill<M extends Preferable & { status: number }>(
  models: readonly M[],
  starred: number | null,
): M[] {
  const isCreating = ({ status }: M) => Number(status === ModelStatus.creating);
  return byPreference(models, starred).sort((one, other) => isCreating(other) - isCreating(one));
}
