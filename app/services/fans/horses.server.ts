import { readHorse } from "#app/db/fans/horses.server.ts";
import { lastOpenDay } from "#app/domain/plans/entitlements.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { isStarter } from "#app/domain/racing/race.ts";
import type { HorseRun, HorseView } from "#app/domain/views/horse.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** Default: the model with the most indices. Null: no visible race of the horse. */
export async function readPage(
  deps: Deps,
  { user, horseId, modelId = null }: { user: PlanHolder; horseId: string; modelId?: number | null },
): Promise<HorseView | null> {
  const today = japanDay(deps.now());
  const found = await readHorse(deps.db, { horseId, userId: user.id, lastDay: lastOpenDay(user.plan, today) });
  const [newest] = found.runs;
  if (newest === undefined) return null;
  const models = modelsOf(found.indices);
  const chosen = models.find((model) => model.modelId === modelId) ?? models[0] ?? null;
  const marks = new Map(found.marks.map(({ raceId, mark }) => [raceId, mark]));
  const indices = new Map<string, HorseRun["index"]>();
  for (const { raceId, index, place, analysisId, modelId: of } of found.indices) {
    if (of !== chosen?.modelId || index === null || place === null || indices.has(raceId)) continue;
    indices.set(raceId, { analysisId, index, place });
  }
  const runs = found.runs.map((run) => ({
    ...run,
    mark: marks.get(run.raceId) ?? null,
    index: indices.get(run.raceId) ?? null,
  }));
  const isToCome = (run: HorseRun) => run.raceStatus === "scheduled" && run.date >= today;
  const { horseName, sex, age, trainerName } = newest;
  return {
    ...{ horseId, horseName, sex, age, trainerName },
    bornIn: age === null ? null : Number(newest.date.slice(0, 4)) - age,
    sireName: found.runs.find((run) => run.sireName !== null)?.sireName ?? null,
    damSireName: found.runs.find((run) => run.damSireName !== null)?.damSireName ?? null,
    next: runs.findLast((run) => isToCome(run) && isStarter(run.status)) ?? null,
    runs: runs.filter(({ status, raceStatus }) => raceStatus === "result" && status !== "entered" && isStarter(status)),
    note: found.note,
    isFavourite: found.isFavourite,
    models,
    modelId: chosen?.modelId ?? null,
  };
}

/** Most races first, then the newest. */
function modelsOf(indices: readonly { modelId: number; modelName: string; raceId: string }[]): HorseView["models"] {
  const races = new Map<number, { modelName: string; raceIds: Set<string> }>();
  for (const { modelId, modelName, raceId } of indices) {
    const model = races.get(modelId) ?? { modelName, raceIds: new Set() };
    model.raceIds.add(raceId);
    races.set(modelId, model);
  }
  return [...races]
    .map(([modelId, { modelName, raceIds }]) => ({ modelId, modelName, runs: raceIds.size }))
    .sort((one, other) => other.runs - one.runs);
}
