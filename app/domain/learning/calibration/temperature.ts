import { raceLossSlope } from "#app/domain/learning/race-likelihood.ts";
import type { TrainingRaces } from "#app/domain/learning/training-races.ts";

const LOWEST = 0.05;
const HIGHEST = 20;

/**
 * The temperature T at which softmax(f / T) loses least on held-back races: above 1 the fit was too sure of itself.
 * Newton steps on 1 / T, in which the loss is convex, inside [1/20, 20].
 *
 * @param outputs f per row of the races
 * @param hold how firmly 1 / T is held to 1: the inverse variance of a normal prior; 0 = not at all
 */
export function fitTemperature(
  races: Pick<TrainingRaces, "raceCount" | "raceStart" | "isStarter" | "isWinner">,
  from: number,
  outputs: Float64Array,
  hold = 0,
): number {
  const held = hold / Math.max(1, races.raceCount - from);
  let low = 1 / HIGHEST;
  let high = 1 / LOWEST;
  let inverse = 1;
  const tried = new Set<number>();
  for (let attempt = 0; attempt < 60 && high - low > 1e-9; attempt++) {
    const slope = raceLossSlope(races, from, races.raceCount, outputs, inverse);
    tried.add(inverse);
    const first = slope.first + held * (inverse - 1);
    const second = slope.second + held;
    if (!(second > 0)) return 1;
    if (first > 0) high = inverse;
    else low = inverse;
    const newton = inverse - first / second;
    if (Math.abs(newton - inverse) < 1e-10) break;
    // Beyond its bounds a step goes to the bound, which may be the best there is; from there to the middle.
    const bounded = Math.min(high, Math.max(low, newton));
    inverse = tried.has(bounded) ? (low + high) / 2 : bounded;
  }
  return 1 / inverse;
}

/** Pooled within-race standard deviation of f over the declared runners of the races [from, raceCount). */
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
