import type { RaceFeatures } from "../features/matrix.ts";
import type { Artifact } from "../learning/artifact.ts";
import type { Predictor } from "../learning/learner.ts";
import { winProbabilities } from "../learning/probabilities.ts";
import { roundNumber } from "../learning/round-number.ts";
import type { Runner } from "../racing/race.ts";
import type { Score } from "./score.ts";

/** A race before the cut-off was learnt from: its scores are 参考値, without probability, and in no statistic. */
export function isLearntFrom(artifact: Pick<Artifact, "cutoffDay">, raceDay: string): boolean {
  return raceDay < artifact.cutoffDay;
}

export interface ScoringTask {
  artifact: Pick<Artifact, "cutoffDay" | "temperature" | "sigma">;
  predictor: Predictor;
  race: RaceFeatures;
  /** Japan's day of the race. */
  raceDay: string;
  /** The card, for brackets and names. */
  runners: readonly Pick<Runner, "horseNum" | "bracketNum" | "horseName">[];
}

/**
 * Index and win probability of every declared runner, best index first (equal index: smaller horse number). The
 * index does not depend on who is scratched afterwards; a runner known not to start has probability 0.
 */
export function scoreRace({ artifact, predictor, race, raceDay, runners }: ScoringTask): Score[] {
  const outputs = predictor.predict(race);
  const mean = outputs.reduce((sum, output) => sum + output, 0) / outputs.length;
  const learntFrom = isLearntFrom(artifact, raceDay);
  const probabilities = winProbabilities(outputs, race.isStarter, artifact.temperature);
  const card = new Map(runners.map((runner) => [runner.horseNum, runner]));
  return race.horseNums
    .map((horseNum, i) => ({
      horseNum,
      bracketNum: card.get(horseNum)?.bracketNum ?? null,
      horseName: card.get(horseNum)?.horseName ?? "",
      index: artifact.sigma === 0 ? 0 : roundToHundredths((outputs[i]! - mean) / artifact.sigma),
      probability: learntFrom ? null : roundNumber(probabilities[i]!),
    }))
    .sort((a, b) => b.index - a.index || a.horseNum - b.horseNum);
}

function roundToHundredths(value: number): number {
  // + 0 turns −0 into 0, which would show as "-0.00".
  return Math.round(value * 100) / 100 + 0;
}
