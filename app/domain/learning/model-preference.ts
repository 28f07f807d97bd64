export interface Preferable {
  modelId: number;
  report: { pseudoR2: number } | null;
}

/**
 * Order in which pages offer models; the first is preselected: the starred one, then by skill, then the newest. Models
 * without a measured skill come last.
 *
 * @param starred the user's default model, which may be missing here; null: none
 */
export function byPreference<Model extends Preferable>(models: readonly Model[], starred: number | null): Model[] {
  const isStarred = ({ modelId }: Model) => Number(modelId === starred);
  const skill = ({ report }: Model) => report?.pseudoR2 ?? -Number.MAX_VALUE;
  return models.toSorted(
    (one, other) => isStarred(other) - isStarred(one) || skill(other) - skill(one) || other.modelId - one.modelId,
  );
}
