interface Preferable {
  modelId: number;
  /** Null without a measured skill. */
  report: { pseudoR2: number } | null;
}

/**
 * Models in the order in which pages offer them, the first of which they preselect: the starred one, then by skill, then
 * the newest. Those without a measured skill come last.
 *
 * @param starred the user's default model, which need not be among them; null: none
 */
export function byPreference<Model extends Preferable>(models: readonly Model[], starred: number | null): Model[] {
  const isStarred = ({ modelId }: Model) => Number(modelId === starred);
  const skill = ({ report }: Model) => report?.pseudoR2 ?? -Number.MAX_VALUE;
  return models.toSorted(
    (one, other) => isStarred(other) - isStarred(one) || skill(other) - skill(one) || other.modelId - one.modelId,
  );
}
