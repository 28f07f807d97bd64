import { formatSkill } from "#app/components/parts/numbers.ts";
import { byPreference } from "#app/domain/learning/model-preference.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import type { ModelSummary } from "#app/domain/views/models.ts";

interface OfferableModel
  extends Pick<ModelSummary, "modelId" | "name" | "venueType" | "featureCount" | "isWeight" | "status"> {
  disabled: string | null;
  report: { pseudoR2: number } | null;
}

export interface OfferedModel {
  modelId: number;
  name: string;
  /** Skill and number of features, or why it cannot be used yet. */
  note: string;
  canUse: boolean;
}

/**
 * Enabled models of the race's venue type, by preference. Those in creation or without announced weights come last,
 * with the reason. Failed ones are left out.
 */
export function offerModels(
  models: readonly OfferableModel[],
  { race, starred }: { race: { venueType: number; isAcquiredWeight: boolean }; starred: number | null },
): OfferedModel[] {
  const offered = byPreference(models, starred)
    .filter((model) => model.venueType === race.venueType && model.disabled === null)
    .flatMap((model): OfferedModel[] => {
      const { modelId, name } = model;
      if (model.status === ModelStatus.creating)
        return [{ modelId, name, note: "作成が終わると使えます", canUse: false }];
      if (model.status !== ModelStatus.complete) return [];
      if (model.isWeight && !race.isAcquiredWeight) {
        return [{ modelId, name, note: "馬体重の発表後から使えます", canUse: false }];
      }
      const skill = model.report === null ? "" : `予測力 ${formatSkill(model.report.pseudoR2)}　`;
      return [{ modelId, name, note: `${skill}${model.featureCount}項目`, canUse: true }];
    });
  return [...offered.filter((model) => model.canUse), ...offered.filter((model) => !model.canUse)];
}
