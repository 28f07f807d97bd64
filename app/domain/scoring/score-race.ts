import type { RaceFeatures } from "../features/matrix.ts";
import type { Artifact } from "../learning/artifact.ts";
import type { Predictor } from "../learning/learner.ts";
import { winProbabilities } from "../learning/probabilities.ts";
import { roundNumber } from "../learning/round-number.ts";
import type { Runner } from "../racing/race.ts";
import type { Score } from "./score.ts";

export interface ScoringTask {
  artifact: Pick<Artifact, "temperature" | "sigma">;
  /** Of the race's day (`openFor`). */
  predictor: Predictor;
  /** Whether the predictor may have learnt from the race: scores are 参考値 then, without probability. */
  isLearntFrom: boolean;
  race: RaceFeatures;
  /** The card, for brackets and names. */
  runners: readonly Pick<Runner, "horseNum" | "bracketNum" | "horseName">[];
}

/**
 * Index and win probability of every declared runner, best index first (equal index: smaller horse number). The
 * index does not depend on who is scratched afterwards; a runner known not to start has probability 0.
 */
export function scoreRace({ artifact, predictor, isLearntFrom, race, runners }: ScoringTask): Score[] {
  const outputs = predictor.predict(race);
  const mean = outputs.reduce((sum, output) => sum + output, 0) / outputs.length;
  const probabilities = winProbabilities(outputs, race.isStarter, artifact.temperature);
  const card = new Map(runners.map((runner) => [runner.horseNum, runner]));
  return race.horseNums
    .map((horseNum, i) => ({
      horseNum,
      bracketNum: card.get(horseNum)?.bracketNum ?? null,
      horseName: card.get(horseNum)?.horseName ?? "",
      index: artifact.sigma === 0 ? 0 : roundToHundredths((outputs[i]! - mean) / artifact.sigma),
      probability: isLearntFrom ? null : roundNumber(probabilities[i]!),
      placeProbability: null,
    }))
    .sort((a, b) => b.index - a.index || a.horseNum - b.horseNum);
}

function roundToHundredths(value: number): number {
  // + 0 turns −0 into 0, which would show as "-0.00".
  return Math.round(value * 100) / 100 + 0;
}
