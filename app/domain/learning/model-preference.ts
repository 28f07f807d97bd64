export interface Preferable {
  modelId: number;
  report: { pseudoR2: number } | null;
}

/** Offered models, the first preselected: the starred one, then by skill (unmeasured ones last), then the newest. */
export function byPreference<Model extends Preferable>(models: readonly Model[], starred: number | null): Model[] {
  const isStarred = ({ modelId }: Model) => Number(modelId === starred);
  const skill = ({ report }: Model) => report?.pseudoR2 ?? -Number.MAX_VALUE;
  return models.toSorted(
    (one, other) => isStarred(other) - isStarred(one) || skill(other) - skill(one) || other.modelId - one.modelId,
  );
}
