import type { TrainingRaces } from "./training-races.ts";

type RaceOutcomes = Pick<TrainingRaces, "raceStart" | "isStarter" | "isWinner">;

/**
 * Mean over races [from, to) of −ln p(winner) under a softmax of `outputs`. A dead heat counts the mean over its
 * winners. `residual` receives the derivative by each row's output (0 outside the races).
 */
export function raceLogLoss(
  races: RaceOutcomes,
  from: number,
  to: number,
  outputs: Float64Array,
  residual: Float64Array | null = null,
): number {
  residual?.fill(0);
  const { raceStart, isStarter, isWinner } = races;
  const count = to - from;
  let total = 0;
  for (let race = from; race < to; race++) {
    const start = raceStart[race]!;
    const end = raceStart[race + 1]!;
    let highest = -Infinity;
    for (let row = start; row < end; row++)
      if (isStarter[row] === 1 && outputs[row]! > highest) highest = outputs[row]!;
    let sum = 0;
    let winners = 0;
    let ofWinners = 0;
    for (let row = start; row < end; row++) {
      if (isStarter[row] !== 1) continue;
      sum += Math.exp(outputs[row]! - highest);
      if (isWinner[row] !== 1) continue;
      winners++;
      ofWinners += outputs[row]!;
    }
    total += highest + Math.log(sum) - ofWinners / winners;
    if (residual === null) continue;
    for (let row = start; row < end; row++) {
      if (isStarter[row] !== 1) continue;
      const probability = Math.exp(outputs[row]! - highest) / sum;
      residual[row] = (probability - (isWinner[row] === 1 ? 1 / winners : 0)) / count;
    }
  }
  return count === 0 ? 0 : total / count;
}

/**
 * First and second derivative by t of the mean log loss of `t · direction` over races [from, to). The sums are weighted
 * by race and divided by the number of races.
 */
export function raceLossSlope(
  races: RaceOutcomes,
  from: number,
  to: number,
  direction: Float64Array,
  t: number,
  weights: Float64Array | null = null,
): { first: number; second: number } {
  const { raceStart, isStarter, isWinner } = races;
  let first = 0;
  let second = 0;
  for (let race = from; race < to; race++) {
    const start = raceStart[race]!;
    const end = raceStart[race + 1]!;
    let highest = -Infinity;
    for (let row = start; row < end; row++)
      if (isStarter[row] === 1 && t * direction[row]! > highest) highest = t * direction[row]!;
    let sum = 0;
    let moment = 0;
    let square = 0;
    let winners = 0;
    let ofWinners = 0;
    for (let row = start; row < end; row++) {
      if (isStarter[row] !== 1) continue;
      const step = direction[row]!;
      const weight = Math.exp(t * step - highest);
      sum += weight;
      moment += weight * step;
      square += weight * step * step;
      if (isWinner[row] !== 1) continue;
      winners++;
      ofWinners += step;
    }
    const mean = moment / sum;
    const share = weights?.[race] ?? 1;
    first += share * (mean - ofWinners / winners);
    second += share * Math.max(0, square / sum - mean * mean);
  }
  const count = Math.max(1, to - from);
  return { first: first / count, second: second / count };
}
