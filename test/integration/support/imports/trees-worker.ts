import { createPace } from "#app/domain/learning/pace.ts";
import { openKernel } from "#app/domain/learning/trees/kernel.ts";
import type { TreeRaces, TreeSettings } from "#app/domain/learning/trees/settings.ts";
import { trainTrees } from "#app/domain/learning/trees/train-trees.ts";
import { serialiseTrees } from "#app/domain/learning/trees/tree-bytes.ts";
import kernel from "./trees.wasm";

export interface TrainingRequest {
  raceStart: number[];
  place: number[];
  features: number[][];
  startScores: number[] | null;
  settings: TreeSettings;
}

/** Trains the given task in workerd, with the kernel as a module of the Worker; responds with the model's bytes. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { features, startScores, settings, ...races } = (await request.json()) as TrainingRequest;
    const taken: TreeRaces = { raceStart: Uint32Array.from(races.raceStart), place: Uint8Array.from(races.place) };
    let breaths = 0;
    const pace = createPace(async () => {
      breaths++;
      await new Promise((resolve) => setTimeout(resolve, 0));
    }, 1_000_000);
    const model = await trainTrees(
      {
        kernel: openKernel(kernel),
        races: taken,
        featureCount: features.length,
        readFeature: async (feature) => Uint16Array.from(features[feature] ?? []),
        startScores,
        settings,
      },
      { pace, report: async () => {}, goOn: () => true },
    );
    return new Response(serialiseTrees(model), { headers: { "x-breaths": String(breaths) } });
  },
};
