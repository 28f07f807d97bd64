import { raceLossSlope } from "#app/domain/learning/race-likelihood.ts";
import type { TrainingRaces } from "#app/domain/learning/training-races.ts";

const LOWEST = 0.05;
const HIGHEST = 20;

/** A normal prior of 1 / T. */
export interface TemperaturePrior {
  inverse: number;
  precision: number;
}

/**
 * Minimises the log loss of softmax(f / T) on held-back races; above 1 means the fit was overconfident. Newton's method
 * on 1 / T, in which the loss is convex, within [1/20, 20].
 *
 * @param weights of the races; null: 1 each
 */
export function fitTemperature(
  races: Pick<TrainingRaces, "raceCount" | "raceStart" | "isStarter" | "isWinner">,
  from: number,
  outputs: Float64Array,
  prior: TemperaturePrior | null = null,
  weights: Float64Array | null = null,
): number {
  const held = (prior?.precision ?? 0) / Math.max(1, races.raceCount - from);
  let low = 1 / HIGHEST;
  let high = 1 / LOWEST;
  let inverse = 1;
  const tried = new Set<number>();
  for (let attempt = 0; attempt < 60 && high - low > 1e-9; attempt++) {
    const slope = raceLossSlope(races, from, races.raceCount, outputs, inverse, weights);
    tried.add(inverse);
    const first = slope.first + held * (inverse - (prior?.inverse ?? 1));
    const second = slope.second + held;
    if (!(second > 0)) return 1;
    if (first > 0) high = inverse;
    else low = inverse;
    const newton = inverse - first / second;
    if (Math.abs(newton - inverse) < 1e-10) break;
    // Beyond a bound try the bound, then bisect.
    const bounded = Math.min(high, Math.max(low, newton));
    inverse = tried.has(bounded) ? (low + high) / 2 : bounded;
  }
  return 1 / inverse;
}

/** Pooled over the declared runners of races [from, raceCount). */
export function poolWithinRaceSpread(
  races: Pick<TrainingRaces, "raceCount" | "raceStart">,
  from: number,
  outputs: Float64Array,
): number {
  let squares = 0;
  let rows = 0;
  for (let race = from; race < races.raceCount; race++) {
    const start = races.raceStart[race]!;
    const end = races.raceStart[race + 1]!;
    let mean = 0;
    for (let row = start; row < end; row++) mean += outputs[row]! / (end - start);
    for (let row = start; row < end; row++) squares += (outputs[row]! - mean) ** 2;
    rows += end - start;
  }
  return rows === 0 ? 0 : Math.sqrt(squares / rows);
}
