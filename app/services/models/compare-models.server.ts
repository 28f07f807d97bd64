import { getUnseenRaces } from "#app/adapters/artifact-store.server.ts";
import { listModelsWithArtifacts } from "#app/db/models/models.server.ts";
import {
  compareModels,
  FEWEST_COMPARED,
  MOST_COMPARED,
  type ModelComparison,
} from "#app/domain/comparing/compare-models.ts";
import type { SkillReport } from "#app/domain/learning/artifact.ts";
import { byPreference } from "#app/domain/learning/model-preference.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import type { ModelChooser } from "#app/domain/plans/plan-holder.ts";
import type { ComparedModel, ModelsCompared } from "#app/domain/views/models.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** On races that none had seen; one read of R2 per model. baseId: default the first. Null: unknown or another's. */
export async function compare(
  deps: Deps,
  { user, modelIds, baseId }: { user: ModelChooser; modelIds: readonly number[]; baseId: number | null },
): Promise<ModelsCompared | null> {
  const own = await listModelsWithArtifacts(deps.db, { userId: user.id });
  const complete = own.filter(({ model }) => model.status === ModelStatus.complete);
  const choices = byPreference(
    complete.map(({ model: { report, ...model } }) => ({
      ...model,
      report: report === null ? null : (JSON.parse(report) as SkillReport),
    })),
    user.defaultModelId,
  ).map(toCompared);
  const asked = modelIds.map((id) => own.find(({ model }) => model.modelId === id));
  if (asked.some((found) => found === undefined)) return null;
  const nothing = { choices, asked: modelIds, models: [], untrained: [], unrecorded: [], base: 0, comparison: null };
  if (modelIds.length > MOST_COMPARED) return { ...nothing, kind: "too-many" };
  const read = await Promise.all(
    asked
      .flatMap((found) => found ?? [])
      .map(async ({ model, artifactKey }) => {
        const isTrained = model.status === ModelStatus.complete && artifactKey !== null;
        const races = isTrained ? await getUnseenRaces(deps.store, artifactKey) : null;
        return { model: toCompared(model), isTrained, races };
      }),
  );
  const untrained = read.filter(({ isTrained }) => !isTrained).map(({ model }) => model);
  const unrecorded = read.filter(({ isTrained, races }) => isTrained && races === null).map(({ model }) => model);
  const usable = read.flatMap(({ model, races }) => (races === null ? [] : [{ model, races }]));
  const models = usable.map(({ model }) => model);
  const known = { ...nothing, models, untrained, unrecorded };
  if (usable.length < FEWEST_COMPARED) return { ...known, kind: "too-few" };
  const base = Math.max(
    0,
    models.findIndex(({ modelId }) => modelId === baseId),
  );
  const comparison: ModelComparison | null = compareModels(
    usable.map(({ races }) => races),
    base,
  );
  return { ...known, base, comparison, kind: "compared" };
}

function toCompared({ modelId, name, venueType, featureCount }: ComparedModel): ComparedModel {
  return { modelId, name, venueType, featureCount };
}
