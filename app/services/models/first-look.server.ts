import { getArtifact } from "#app/adapters/artifact-store.server.ts";
import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import { readFirstLook as readRecord } from "#app/db/models/first-look.server.ts";
import { openFor } from "#app/domain/learning/artifact.ts";
import { addDays, japanDay } from "#app/domain/racing/japan-time.ts";
import type { ListedRace, Runner } from "#app/domain/racing/records.ts";
import { refuseModelForRace } from "#app/domain/scoring/analysis-refusal.ts";
import { type PlacedHorse, placeHorses } from "#app/domain/scoring/place-horses.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";
import type { FirstLook, ModelSummary } from "#app/domain/views/models.ts";
import type { Deps } from "#app/services/deps.server.ts";

type Finished = Pick<ModelSummary, "modelId" | "venueType" | "isWeight" | "status" | "disabled" | "completedAt">;

const DAYS_OF_MAIN_RACES = 8;

/**
 * What a finished model says of the next race and of last week's main races. Reads only: no use, nothing stored. The
 * next race is the first after the training, so that a model shows one race only, however often its page is opened.
 */
export async function readFirstLook(
  deps: Deps,
  { user, model }: { user: { id: number }; model: Finished },
): Promise<FirstLook | null> {
  const { modelId, venueType, completedAt } = model;
  if (completedAt === null) return null;
  const day = japanDay(completedAt);
  const found = await readRecord(deps.db, {
    ...{ userId: user.id, modelId, venueType, day, at: completedAt },
    weekBefore: addDays(day, -DAYS_OF_MAIN_RACES),
  });
  if (found === null) return null;
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
