import { getArtifact } from "#app/adapters/artifact-store.server.ts";
import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import { type FirstLookRecord, listModelsWithFirstLook } from "#app/db/models/first-look.server.ts";
import {
  type ModelDetails,
  type PackedModelDetails,
  unpackModelDetails,
} from "#app/domain/evaluation/model-details.ts";
import { openFor } from "#app/domain/learning/artifact.ts";
import type { OwnModel } from "#app/domain/plans/plan-holder.ts";
import type { ListedRace, Runner } from "#app/domain/racing/records.ts";
import { refuseModelForRace } from "#app/domain/scoring/analysis-refusal.ts";
import { type PlacedHorse, placeHorses } from "#app/domain/scoring/place-horses.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";
import type { FirstLook, ModelSummary, ModelWithFigures } from "#app/domain/views/models.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { withFigures } from "./models.server.ts";

type Finished = Pick<ModelSummary, "venueType" | "isWeight" | "status" | "disabled">;

/** All models of the user and, if one of them is complete, its details and what {@link readFirstLook} needs. */
export async function listWithFirstLook(
  deps: Deps,
  { user, modelId }: OwnModel,
): Promise<{ models: ModelWithFigures[]; details: ModelDetails | null; record: FirstLookRecord | null }> {
  const { models, details, record } = await listModelsWithFirstLook(deps.db, { userId: user.id, modelId });
  return {
    models: withFigures(models, user),
    details: details === null ? null : unpackModelDetails(JSON.parse(details) as PackedModelDetails),
    record,
  };
}

/**
 * What a finished model says of the next race and of last week's main races. Reads only: no use, nothing stored. The
 * next race is the first after the training, so that a model shows one race only, however often its page is opened.
 */
export async function readFirstLook(
  deps: Deps,
  { model, record: found }: { model: Finished; record: FirstLookRecord },
): Promise<FirstLook | null> {
  const features = createFeatureStore(deps.store);
  const [manifest, artifact] = await Promise.all([features.readManifest(), getArtifact(deps.store, found.artifactKey)]);
  if (manifest === null) return null;

  /** Null if the model may have been trained on the race. */
  async function place(race: ListedRace): Promise<PlacedHorse<Score>[] | null> {
    const { predictor, isLearntFrom } = openFor(artifact, race.date);
    if (isLearntFrom || manifest === null) return null;
    const card = await features.readRace(manifest, race, artifact.scope, predictor.columnIds);
    if (card === null || card.horseNums.length === 0) return null;
    const runners = runnersOf(race);
    return placeHorses(scoreRace({ artifact, predictor, isLearntFrom, race: card, runners }), runners);
  }
  const runnersOf = ({ raceId }: ListedRace): Runner[] => found.runners.filter((runner) => runner.raceId === raceId);

  const mains = await Promise.all(
    found.mains.map(async (race) => {
      const best = (await place(race))?.find(({ mark }) => mark === "favourite")?.score;
      const runner = runnersOf(race).find(({ horseNum }) => horseNum === best?.horseNum);
      return best === undefined || runner === undefined
        ? []
        : [{ race, best, finish: { status: runner.status, position: runner.finishPosition } }];
    }),
  );
  const { next } = found;
  const isShown = next !== null && next.status !== "cancelled" && refuseModelForRace(model, next) === null;
  const placed = isShown ? await place(next) : null;
  return { next: next === null || placed === null ? null : { race: next, placed }, mains: mains.flat() };
}
