import type { Pace } from "#app/domain/learning/pace.ts";
import type { Curvature } from "./curvature.ts";
import { createCurvatureHistory, dot } from "./curvature-history.ts";
import { type LogitMatrix, STEPS_PER_SD, TILE } from "./matrix.ts";

const HISTORY = 12;
const MAX_ITERATIONS = 60;
/** Ends when a step promises less than this gain of mean log loss. */
const SMALLEST_GAIN = 1e-7;
const CELLS_PER_CALL = 4_000_000;
/** Units per cell: one multiplication in each direction. */
const CELL_UNITS = 0.35;

interface FitTask {
  matrix: LogitMatrix;
  curvature: Curvature;
  raceEnd: number;
  ridge: number;
  start: Float64Array;
}

/** L-BFGS preconditioned with the curvature; nearly every step is accepted. */
export async function fitWeights(task: FitTask, pace: Pace): Promise<Float64Array> {
  const { matrix, curvature, raceEnd, ridge } = task;
  const { holds } = matrix;
  const history = createCurvatureHistory(HISTORY);
  const evaluate = async (weights: Float64Array) => {
    const gradient = new Float64Array(weights.length);
    const loss = await meanLoss(matrix, weights, 0, raceEnd, pace, gradient);
    const held = weights.map((weight, i) => ridge * holds[i]! * weight);
    for (let i = 0; i < weights.length; i++) gradient[i]! += held[i]!;
    return { weights, gradient, objective: loss + dot(held, weights) / 2 };
  };

  let here = await evaluate(task.start);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const direction = history.direction(here.gradient, (gradient) => curvature.solve(ridge, gradient));
    const slope = dot(here.gradient, direction);
    if (!(slope < -2 * SMALLEST_GAIN)) break;
    let share = 1;
    let next = await evaluate(move(here.weights, direction, share));
    while (next.objective > here.objective + 1e-4 * share * slope && share > 1e-3) {
      share /= 3;
      next = await evaluate(move(here.weights, direction, share));
    }
    if (!(next.objective < here.objective)) break;
    history.push(
      direction.map((value) => share * value),
      next.gradient.map((value, i) => value - here.gradient[i]!),
    );
    here = next;
  }
  return here.weights;
}

function move(weights: Float64Array, direction: Float64Array, share: number): Float64Array {
  return weights.map((weight, i) => weight + share * direction[i]!);
}

/** Mean log loss of races [from, to); 0 without races. Adds its derivative by the weights to `gradient`. */
export async function meanLoss(
  matrix: LogitMatrix,
  weights: Float64Array,
  from: number,
  to: number,
  pace: Pace,
  gradient: Float64Array | null = null,
): Promise<number> {
  const { kernel, memory, plan, tileCount } = matrix;
  const columns = tileCount * TILE;
  const given = new Float32Array(memory.buffer, plan.weights, columns);
  for (let i = 0; i < columns; i++) given[i] = (weights[i] ?? 0) / STEPS_PER_SD;
  const rowsPerCall = Math.ceil(CELLS_PER_CALL / Math.max(1, columns));
  let total = 0;
  for (let first = from; first < to; ) {
    let end = first + 1;
    while (end < to && matrix.rowsBefore(end) - matrix.rowsBefore(first) < rowsPerCall) end++;
    new Float32Array(memory.buffer, plan.gradient, columns).fill(0);
    kernel.evaluate(
      plan.tiles,
      plan.tileBytes,
      tileCount,
      plan.raceStart,
      plan.isWinner,
      first,
      end,
      plan.weights,
      gradient === null ? 0 : plan.gradient,
      plan.partial,
      plan.outputs,
      plan.result,
    );
    const [linear = 0, product = 1, taken = 0] = new Float64Array(memory.buffer, plan.result, 3);
    total += linear + Math.log(product) + taken * 512 * Math.LN2;
    if (gradient !== null) {
      const sums = new Float32Array(memory.buffer, plan.gradient, columns);
      for (let i = 0; i < gradient.length; i++) gradient[i]! += sums[i]! / (STEPS_PER_SD * (to - from));
    }
    const cells = columns * (matrix.rowsBefore(end) - matrix.rowsBefore(first));
    await pace.spend(CELL_UNITS * cells);
    first = end;
  }
  return to === from ? 0 : total / (to - from);
}
