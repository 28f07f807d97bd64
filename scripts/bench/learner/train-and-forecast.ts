import { readFileSync } from "node:fs";
import { columnsOf } from "#app/domain/features/catalogue.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import { type Artifact, openFor } from "#app/domain/learning/artifact.ts";
import { DEFAULT_LEARNER, findLearner } from "#app/domain/learning/learners.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import type { TrainingRaces } from "#app/domain/learning/training-races.ts";
import { trainArtifact } from "#app/domain/training/train-artifact.ts";
import type { Features } from "#scripts/bench/market/features.ts";
import { ensureKernel } from "#scripts/kernel.mjs";

interface TrainingTask {
  choice: FeatureChoice;
  /** 1 central, 2 regional. */
  venueType: number;
  /** Day after the last one that is learnt from, YYYY-MM-DD. */
  cutoffDay: string;
}

/** Trains as the product does, in Node and without a store, with the default learner. Null: with too few races. */
export async function trainOn({ index, codes }: Features, { choice, venueType, cutoffDay }: TrainingTask) {
  const learner = findLearner(DEFAULT_LEARNER);
  if (learner === null) throw new Error("no learner");
  const result = await trainArtifact(
    {
      ...{ learner, index, columns: columnsOf(choice, venueType), choice, cutoffDay, venueType },
      ...{ scope: "all", checkpoint: null, manifest: { version: "bench", importId: 1 } },
      kernel: new WebAssembly.Module(readFileSync(ensureKernel())),
      // The learner may overwrite the array.
      readColumn: async (id) => codes.get(id)!.slice(),
    },
    {
      pace: createPace(async () => {}),
      report: async () => {},
      saveCheckpoint: async () => {},
      isPauseDue: () => false,
    },
  );
  if (result.kind === "refused") return null;
  if (result.kind !== "trained") throw new Error(`the training ended as ${result.kind}`);
  return result;
}

/** f of every runner of these races by the final fit, in row order. @param day the model's cut-off, or a later day */
export function forecastOutputs(
  artifact: Artifact,
  { index, codes }: Features,
  { test, day }: { test: TrainingRaces; day: string },
): Float64Array {
  const { predictor } = openFor(artifact, day);
  const outputs = new Float64Array(test.rowCount);
  for (let race = 0; race < test.raceCount; race++) {
    const [start, end] = [test.raceStart[race]!, test.raceStart[race + 1]!];
    const rows = test.sourceRow.subarray(start, end);
    const forecast = predictor.predict({
      raceId: index.raceIds[test.sourceRace[race]!]!,
      horseNums: Array.from(test.horseNum.subarray(start, end)),
      isStarter: Array.from(test.isStarter.subarray(start, end), (flag) => flag === 1),
      codes: new Map(predictor.columnIds.map((id) => [id, Uint16Array.from(rows, (row) => codes.get(id)![row]!)])),
    });
    outputs.set(forecast, start);
  }
  return outputs;
}
