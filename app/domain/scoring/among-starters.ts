import {
  countPaidPlaces,
  type OrderExponents,
  placeProbabilities,
  USUAL_EXPONENTS,
} from "#app/domain/learning/calibration/order-probabilities.ts";
import { isStarter, type RunnerStatus } from "#app/domain/racing/race.ts";
import { type AnalysisDetails, likeliestPairs } from "./analysis-details.ts";
import type { Score } from "./score.ts";

/**
 * Chances of a stored analysis among the remaining starters; 0 for the others. Softmax probabilities keep their ratios,
 * so this equals a forecast of the smaller field; the paid places are those of all declared runners. Withdrawn horses
 * keep their place, as bets on them are refunded and not replaced.
 */
export function amongStarters(
  scores: readonly Score[],
  {
    quinella,
    orderExponents = USUAL_EXPONENTS,
  }: { quinella: AnalysisDetails["quinella"]; orderExponents?: OrderExponents },
  runners: readonly { horseNum: number; status: RunnerStatus }[],
): { scores: Score[]; quinella: AnalysisDetails["quinella"] } {
  const starters = new Set(runners.filter(({ status }) => isStarter(status)).map(({ horseNum }) => horseNum));
  const isLeft = ({ horseNum }: Score) => starters.has(horseNum);
  const left = scores.filter(isLeft).reduce((sum, { probability }) => sum + (probability ?? 0), 0);
  const isAnyWithdrawn = scores.some((score) => !isLeft(score) && (score.probability ?? 0) > 0);
  if (!isAnyWithdrawn) return { scores: [...scores], quinella };
  if (left === 0) return { scores: scores.map(withoutChance), quinella: [] };
  const wins = scores.map((score) => (isLeft(score) ? (score.probability ?? 0) / left : 0));
  const places = countPaidPlaces(scores.length);
  const placed = places === 0 ? null : placeProbabilities(wins, places, orderExponents);
  const shown = scores.map((score, place) => ({
    ...score,
    probability: wins[place] ?? 0,
    placeProbability: score.placeProbability === null ? null : (placed?.[place] ?? null),
  }));
  return { scores: shown, quinella: quinella.length === 0 ? [] : likeliestPairs(shown, { orderExponents }) };
}

function withoutChance(score: Score): Score {
  return { ...score, probability: 0, placeProbability: score.placeProbability === null ? null : 0 };
}
