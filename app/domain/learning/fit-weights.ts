import { type DesignMatrix, multiply, multiplyTransposed, parameterCount } from "./design-matrix.ts";
import { createCurvatureHistory, dot, searchLine } from "./minimise.ts";
import type { Pace } from "./pace.ts";
import { type RaceOutcomes, raceLogLoss, raceLossSlope } from "./race-likelihood.ts";

/** Steps that the quasi-Newton search remembers. */
const HISTORY = 20;
const MAX_ITERATIONS = 300;
/** A fit ends when a step gains less than this much of mean log loss: pseudo-R² moves by less than a tenth of it. */
const SMALLEST_GAIN = 2e-7;

export interface FitTask {
  matrix: DesignMatrix;
  races: RaceOutcomes;
  /** The fit sees the races [0, raceEnd). */
  raceEnd: number;
  /** Minimised is the mean log loss + ridge / 2 · |weights|². */
  ridge: number;
  start: Float64Array;
}

export interface Fit {
  weights: Float64Array;
  iterations: number;
  /** Penalised objective at the weights. */
  objective: number;
}

/**
 * Fits a conditional logit by L-BFGS. One iteration reads the matrix twice; the line search needs only the outputs.
 *
 * @param onIteration told after each iteration, with its number
 */
export async function fitWeights(
  { matrix, races, raceEnd, ridge, start }: FitTask,
  pace: Pace,
  onIteration: (iteration: number) => Promise<void> = async () => {},
): Promise<Fit> {
  const rowEnd = races.raceStart[raceEnd]!;
  const size = parameterCount(matrix);
  const weights = start.slice();
  const outputs = new Float64Array(matrix.rowCount);
  const residual = new Float64Array(matrix.rowCount);
  const along = new Float64Array(matrix.rowCount);
  const history = createCurvatureHistory(HISTORY);

  const differentiate = async (): Promise<{ objective: number; gradient: Float64Array }> => {
    const loss = raceLogLoss(races, 0, raceEnd, outputs, residual);
    const gradient = new Float64Array(size);
    await multiplyTransposed(matrix, residual, rowEnd, gradient, pace);
    for (let i = 0; i < size; i++) gradient[i]! += ridge * weights[i]!;
    return { objective: loss + (ridge / 2) * dot(weights, weights), gradient };
  };

  await multiply(matrix, weights, 0, rowEnd, outputs, pace);
  let { objective, gradient } = await differentiate();
  let iterations = 0;
  let smallGains = 0;
  while (iterations < MAX_ITERATIONS && smallGains < 2 && size > 0) {
    const direction = history.direction(gradient);
    const slopeAtZero = dot(gradient, direction);
    if (!(slopeAtZero < 0)) break;
    await multiply(matrix, direction, 0, rowEnd, along, pace);
    const weightsAlong = dot(weights, direction);
    const squareAlong = dot(direction, direction);
    let tries = 0;
    const t = searchLine(
      (at) => {
        tries++;
        const slope = raceLossSlope(races, 0, raceEnd, outputs, along, at);
        return {
          first: slope.first + ridge * (weightsAlong + at * squareAlong),
          second: slope.second + ridge * squareAlong,
        };
      },
      slopeAtZero,
      1,
    );
    for (let i = 0; i < size; i++) weights[i]! += t * direction[i]!;
    for (let row = 0; row < rowEnd; row++) outputs[row]! += t * along[row]!;
    const pause = pace.spend((tries + 1) * 20 * rowEnd);
    if (pause !== null) await pause;

    const next = await differentiate();
    const change = next.gradient.map((value, i) => value - gradient[i]!);
    history.push(
      direction.map((value) => t * value),
      change,
    );
    smallGains = objective - next.objective < SMALLEST_GAIN ? smallGains + 1 : 0;
    ({ objective, gradient } = next);
    iterations++;
    await onIteration(iterations);
  }
  return { weights, iterations, objective };
}
