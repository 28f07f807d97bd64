import { getArtifact } from "#app/adapters/artifact-store.server.ts";
import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import { readWhatIf as readRecord } from "#app/db/analyses/what-if.server.ts";
import { columnsOf } from "#app/domain/features/catalogue.ts";
import type { StaticFeature } from "#app/domain/features/choice.ts";
import { MISSING_CODE } from "#app/domain/features/matrix.ts";
import { openFor, type SkillReport } from "#app/domain/learning/artifact.ts";
import { byPreference } from "#app/domain/learning/model-preference.ts";
import { mayOpenDay } from "#app/domain/plans/entitlements.ts";
import type { ModelChooser } from "#app/domain/plans/plan-holder.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { isStarter } from "#app/domain/racing/race.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { WhatIf, WhatIfGap, WhatIfResult } from "#app/domain/views/what-if.ts";
import { agreesWith, CHANGED_COLUMNS, changeRace, JOCKEY_COLUMNS } from "#app/domain/what-if/changed-race.ts";
import { compareConditions } from "#app/domain/what-if/compare-conditions.ts";
import { type AskedConditions, type Conditions, resolveConditions } from "#app/domain/what-if/conditions.ts";
import type { Deps } from "#app/services/deps.server.ts";

type Found = NonNullable<Awaited<ReturnType<typeof readRecord>>>;

/** Reads only: no use, nothing stored. Null: unknown, invisible or in the future; refused: not the user's model. */
export async function readWhatIf(
  deps: Deps,
  {
    user,
    raceId,
    modelId,
    asked,
  }: { user: ModelChooser; raceId: string; modelId: number | null; asked: AskedConditions },
): Promise<WhatIf | Refused<"model"> | null> {
  const withStarts = asked.going !== "" || asked.horses.some(({ jockey }) => jockey !== "");
  const found = await readRecord(deps.db, { raceId, userId: user.id, withStarts });
  if (found === null) return null;
  const { race, entries, analyses } = found;
  if (!mayOpenDay(user.plan, { date: race.date, today: japanDay(deps.now()) })) return null;
  const model = findModel(found, { asked: modelId, starred: user.defaultModelId });
  if (model === null && modelId !== null) return refused("model");
  const jockeys = found.jockeys.toSorted(
    (one, other) =>
      Number(other.venue === race.venue) - Number(one.venue === race.venue) ||
      one.venue.localeCompare(other.venue, "ja") ||
      one.name.localeCompare(other.name, "ja"),
  );
  const resolved = resolveConditions({ going: race.going, entries, jockeys }, asked);
  const analysis = analyses.find((each) => each.modelId === model?.modelId) ?? null;
  return {
    race,
    entries,
    jockeys,
    model,
    analysisId: analysis?.analysisId ?? null,
    ...resolved,
    result: await computeResult(deps, { found, modelId: model?.modelId ?? null, conditions: resolved.conditions }),
  };
}

/** Analyses outlive their models. */
function findModel(
  { analyses, models }: Found,
  { asked, starred }: { asked: number | null; starred: number | null },
): WhatIf["model"] {
  const reportOf = new Map(models.map(({ modelId, report }) => [modelId, report]));
  const analysing = analyses.map(({ modelId, modelName: name }) => {
    const report = reportOf.get(modelId) ?? null;
    return { modelId, name, report: report === null ? null : (JSON.parse(report) as SkillReport) };
  });
  const known = [...analysing, ...models];
  const found = asked === null ? byPreference(analysing, starred)[0] : known.find(({ modelId }) => modelId === asked);
  if (found === undefined) return null;
  const { modelId } = found;
  const name = [...models, ...known].find((model) => model.modelId === modelId)?.name ?? "";
  return { modelId, name };
}

async function computeResult(
  deps: Deps,
  { found, modelId, conditions }: { found: Found; modelId: number | null; conditions: Conditions },
): Promise<WhatIfResult | WhatIfGap> {
  const { race, entries } = found;
  const analysis = found.analyses.find((each) => each.modelId === modelId);
  const model = found.models.find((each) => each.modelId === modelId);
  if (race.status === "cancelled") return "cancelled";
  if (entries.length > 0 && !entries.some(({ status }) => isStarter(status))) return "no-starters";
  if (analysis === undefined) return "no-analysis";
  if (model === undefined || model.artifactKey === null) return "model-deleted";

  const features = createFeatureStore(deps.store);
  const [manifest, artifact] = await Promise.all([features.readManifest(), getArtifact(deps.store, model.artifactKey)]);
  const changed = conditions.horses.flatMap(({ jockey }) => jockey ?? []);
  const card = model.isWeight ? Math.max(found.inputsVersion, found.weightsVersion) : found.inputsVersion;
  const needed = Math.max(card, ...changed.map(({ inputsVersion }) => inputsVersion));
  if (manifest === null || manifest.importId < needed) return "features-missing";

  const day = await features.readDay(manifest, race, artifact.scope);
  const { predictor, isLearntFrom } = openFor(artifact, race.date);
  const chosen = columnsOf(artifact.choice, artifact.venueType).map(({ id }) => id);
  const columnIds = [...new Set([...predictor.columnIds, ...chosen, ...CHANGED_COLUMNS])];
  const before = day?.findRace(race.raceId, columnIds) ?? null;
  if (day === null || before === null || before.horseNums.length === 0) return "features-missing";
  const isHistoryRead = conditions.going !== null || changed.length > 0;
  const numbers = entries.map(({ horseNum }) => horseNum).join();
  if (numbers !== before.horseNums.join()) return "features-missing";
  if (isHistoryRead && !agreesWith(before, { going: race.going, entries }, found.starts ?? new Map())) {
    return "features-missing";
  }
  const jockeyCodes = new Map<string, number[]>();
  for (const { jockeyId, raceId, horseNum } of changed) {
    const mount = day.findRace(raceId, JOCKEY_COLUMNS);
    const row = mount?.horseNums.indexOf(horseNum) ?? -1;
    if (mount === null || row < 0) return "features-missing";
    jockeyCodes.set(
      jockeyId,
      JOCKEY_COLUMNS.map((id) => mount.codes.get(id)?.[row] ?? MISSING_CODE),
    );
  }
  const after = changeRace(before, { entries, conditions }, { starts: found.starts ?? new Map(), jockeyCodes });
  const horses = compareConditions({
    ...{ artifact, predictor, isLearntFrom, entries, conditions },
    ...{ before, after },
  });
  const indexOf = new Map(analysis.scores.map(({ horseNum, index }) => [horseNum, index]));
  return {
    horses,
    isLearntFrom,
    unread: CONDITION_FEATURES.filter((feature) => !artifact.choice.static.includes(feature)),
    isCardNewer: horses.some(({ horseNum, before: { index } }) => indexOf.get(horseNum) !== index),
  };
}

const CONDITION_FEATURES: readonly StaticFeature[] = ["騎手", "斤量", "枠番", "天気"];
