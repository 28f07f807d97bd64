import { readFileSync } from "node:fs";
import { columnsOf } from "#app/domain/features/catalogue.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import { DEFAULT_LEARNER, findLearner } from "#app/domain/learning/learners.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { isFlat } from "#app/domain/learning/training-races.ts";
import { addDays, dayOfNumber } from "#app/domain/racing/japan-time.ts";
import { raceProbabilities, trainArtifact } from "#app/domain/training/train-artifact.ts";
import { ensureKernel } from "#scripts/kernel.mjs";
import type { Features } from "./features.ts";

const CENTRAL = 1;

/** Forecast of a race by a refit that had not seen it. */
export interface MarketForecast {
  raceId: string;
  /** Horse numbers, best first. */
  picks: number[];
  /** Win probability by horse number. */
  probabilities: ReadonlyMap<number, number>;
}

interface Walked {
  forecasts: MarketForecast[];
  pseudoR2: number;
}

/** Trains on all races as the product does, and returns the forecasts of the walk. */
export async function walkForward({ index, codes }: Features, choice: FeatureChoice): Promise<Walked> {
  const learner = findLearner(DEFAULT_LEARNER);
  if (learner === null) throw new Error("no learner");
  const columns = columnsOf(choice, CENTRAL);
  const result = await trainArtifact(
    {
      ...{ learner, index, columns, choice, venueType: CENTRAL, scope: "all" },
      cutoffDay: addDays(dayOfNumber(index.raceDay.at(-1)!), 1),
      kernel: new WebAssembly.Module(readFileSync(ensureKernel())),
      // The learner may overwrite the array.
      readColumn: async (id) => codes.get(id)!.slice(),
      manifest: { version: "market", importId: 1 },
      checkpoint: null,
    },
    {
      pace: createPace(async () => {}),
      report: async () => {},
      saveCheckpoint: async () => {},
      isPauseDue: () => false,
    },
  );
  if (result.kind !== "trained") throw new Error(`the training ended as ${result.kind}`);
  const { races, walk, artifact } = result;
  const probabilities = raceProbabilities(races, walk.firstRace, walk.outputs, walk.temperature);
  const forecasts: MarketForecast[] = [];
  for (let race = walk.firstRace; race < races.raceCount; race++) {
    if (!isFlat(races, race)) continue;
    const [start, end] = [races.raceStart[race]!, races.raceStart[race + 1]!];
    const numberOf = (row: number) => index.horseNum[races.sourceStart[race]! + row - start]!;
    const rows = Array.from({ length: end - start }, (_, at) => start + at);
    const picks = rows.toSorted((a, b) => walk.outputs[b]! - walk.outputs[a]! || numberOf(a) - numberOf(b));
    forecasts.push({
      raceId: index.raceIds[races.sourceRace[race]!]!,
      picks: picks.map(numberOf),
      probabilities: new Map(rows.map((row) => [numberOf(row), probabilities[row]!])),
    });
  }
  return { forecasts, pseudoR2: artifact.report.pseudoR2 };
}
