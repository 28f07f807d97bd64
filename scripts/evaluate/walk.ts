import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import { columnsOf } from "#app/domain/features/catalogue.ts";
import { createBoostedTrees, TREE_SETTINGS } from "#app/domain/learning/boosted-trees.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { raceLogLoss } from "#app/domain/learning/race-likelihood.ts";
import { isFlat, sliceRaces } from "#app/domain/learning/training-races.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import { type TrainingResult, trainArtifact } from "#app/domain/training/train-artifact.ts";
import { closeWalk, USUAL_TEMPERATURE } from "#app/domain/training/walk-forward.ts";
import type { Requests, WalkLosses } from "./protocol.ts";

/** Codes that walks have read: all of them read the same. And trainings, which do not depend on the prior. */
const codes = new Map<string, Promise<Uint16Array>>();
const trainings = new Map<string, ReturnType<typeof train>>();

/** Losses of the tested flat races of a walk. The temperature of a period is fitted on the periods before it. */
export async function walk(
  env: { STORE: R2Bucket },
  kernel: WebAssembly.Module,
  task: Requests["/walk"],
): Promise<WalkLosses> {
  const { without, placeWeights, inverse } = task.setting;
  const key = JSON.stringify([without, placeWeights, task.seed]);
  const training = trainings.get(key) ?? train(env, kernel, task);
  trainings.set(key, training);
  const { races, walk } = await training;
  const prior = { ...USUAL_TEMPERATURE, inverse: inverse ?? USUAL_TEMPERATURE.inverse };
  const losses: WalkLosses = { days: [], losses: [], uniform: [] };
  for (const [at, { firstRace, endRace }] of walk.periods.entries()) {
    const earlier = closeWalk(
      sliceRaces(races, 0, firstRace),
      walk.periods.slice(0, at),
      { refits: [], outputs: walk.outputs },
      prior,
    );
    const scaled = walk.outputs.map((output) => output / earlier.temperature);
    for (let race = firstRace; race < endRace; race += 1) {
      const starters = races.isStarter
        .subarray(races.raceStart[race], races.raceStart[race + 1])
        .reduce((sum, flag) => sum + flag, 0);
      if (!isFlat(races, race) || starters < 2) continue;
      losses.days.push(races.raceDay[race] ?? 0);
      losses.losses.push(raceLogLoss(races, race, race + 1, scaled));
      losses.uniform.push(Math.log(starters));
    }
  }
  return losses;
}

async function train(
  { STORE }: { STORE: R2Bucket },
  kernel: WebAssembly.Module,
  { choice, trainUntil, setting, seed }: Requests["/walk"],
): Promise<Pick<Extract<TrainingResult, { kind: "trained" }>, "races" | "walk">> {
  const features = createFeatureStore(STORE);
  const manifest = await features.readManifest();
  if (manifest === null) throw new Error("the features are not built");
  const without = setting.without === undefined ? null : new RegExp(setting.without);
  const placeWeights = setting.placeWeights ?? TREE_SETTINGS.placeWeights;
  const rows = { venueType: VenueType.central, scope: "all" } as const;
  const result = await trainArtifact(
    {
      ...{ ...rows, choice, kernel, manifest, checkpoint: null },
      learner: createBoostedTrees(undefined, { ...TREE_SETTINGS, placeWeights, seed }),
      index: await features.readRowIndex(manifest, rows.venueType),
      columns: columnsOf(choice, rows.venueType).filter(({ id }) => without?.test(id) !== true),
      cutoffDay: addDays(trainUntil, 1),
      async readColumn(id) {
        const read = codes.get(id) ?? features.readColumn(manifest, rows.venueType, rows.scope, id);
        codes.set(id, read);
        // The learner may overwrite the array.
        return (await read).slice();
      },
    },
    {
      pace: createPace(async () => {}),
      report: async () => {},
      saveCheckpoint: async () => {},
      isPauseDue: () => false,
    },
  );
  if (result.kind !== "trained") throw new Error(`the walk ended as ${result.kind}`);
  return { races: result.races, walk: result.walk };
}
