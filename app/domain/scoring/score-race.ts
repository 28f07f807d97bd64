import type { RaceFeatures } from "#app/domain/features/matrix.ts";
import type { Artifact } from "#app/domain/learning/artifact.ts";
import { countPaidPlaces, placeProbabilities } from "#app/domain/learning/calibration/order-probabilities.ts";
import { winProbabilities } from "#app/domain/learning/calibration/probabilities.ts";
import type { Predictor } from "#app/domain/learning/learner.ts";
import { roundNumber } from "#app/domain/learning/round-number.ts";
import { roundTo } from "#app/domain/racing/plain/round-to.ts";
import type { Runner } from "#app/domain/racing/records.ts";
import type { Score } from "./score.ts";

interface ScoringTask {
  artifact: Pick<Artifact, "temperature" | "sigma" | "orderExponents">;
  /** The predictor for the race's day (`openFor`). */
  predictor: Pick<Predictor, "predict">;
  isLearntFrom: boolean;
  race: RaceFeatures;
  runners: readonly Pick<Runner, "horseNum" | "bracketNum" | "horseName">[];
}

/**
 * Best first (ties: smaller horse number). Later scratchings do not change the index; known non-starters have chance 0.
 */
export function scoreRace({ artifact, predictor, isLearntFrom, race, runners }: ScoringTask): Score[] {
  const outputs = predictor.predict(race);
  const indexes = indexesOf(outputs, artifact.sigma);
  const probabilities = winProbabilities(outputs, race.isStarter, artifact.temperature);
  // Places are fixed when sales open.
  const places = isLearntFrom ? 0 : countPaidPlaces(race.horseNums.length);
  const placed = places === 0 ? null : placeProbabilities(probabilities, places, artifact.orderExponents);
  const card = new Map(runners.map((runner) => [runner.horseNum, runner]));
  return race.horseNums
    .map((horseNum, i) => ({
      horseNum,
      bracketNum: card.get(horseNum)?.bracketNum ?? null,
      horseName: card.get(horseNum)?.horseName ?? "",
      index: indexes[i]!,
      probability: isLearntFrom ? null : roundNumber(probabilities[i]!),
      placeProbability: placed === null ? null : roundNumber(placed[i]!),
    }))
    .sort((a, b) => b.index - a.index || a.horseNum - b.horseNum);
}

/** (f − mean of f over the declared runners) / sigma, two decimals; 0 if f is constant within every race. */
export function indexesOf(outputs: Float64Array, sigma: number): number[] {
  const mean = outputs.reduce((sum, output) => sum + output, 0) / outputs.length;
  return Array.from(outputs, (output) => (sigma === 0 ? 0 : roundTo((output - mean) / sigma, 2)));
}
