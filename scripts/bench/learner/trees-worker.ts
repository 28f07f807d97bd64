import { createPace } from "#app/domain/learning/pace.ts";
import { openKernel } from "#app/domain/learning/trees/kernel.ts";
import type { TreeSettings } from "#app/domain/learning/trees/settings.ts";
import { trainTrees } from "#app/domain/learning/trees/train-trees.ts";
import { serialiseTrees } from "#app/domain/learning/trees/tree-bytes.ts";
import { makeTask, takeRaces } from "./tree-task.ts";
import kernel from "./trees.wasm";

export interface TrainingRequest {
  /** Number of races generated, and of those, the first ones, trained on. */
  madeRaces: number;
  raceCount: number;
  featureCount: number;
  settings: TreeSettings;
}

/** Trains in workerd, yielding like the product; responds with the model's bytes. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { madeRaces, raceCount, featureCount, settings } = (await request.json()) as TrainingRequest;
    const { races, features } = takeRaces(makeTask(madeRaces, settings, featureCount), 0, raceCount);
    const model = await trainTrees(
      {
        ...{ kernel: openKernel(kernel), races, featureCount, startScores: null, settings },
        readFeature: async (feature) => features[feature]!,
      },
      {
        pace: createPace(() => new Promise((resolve) => setTimeout(resolve, 0))),
        report: async () => {},
        goOn: () => true,
      },
    );
    return new Response(serialiseTrees(model));
  },
};
