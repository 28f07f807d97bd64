import type { Pace } from "#app/domain/learning/pace.ts";
import { type LogitMatrix, STEPS_PER_SD, TILE } from "./matrix.ts";

/** Sample size for the covariance; smaller with many columns. */
const ROWS = 8_000;
/** Units per product of two columns' cells: the kernel computes four at a time. */
const PRODUCT_UNITS = 0.25;
const RACES_PER_CALL = 16;

/** Newton steps if all runners of a race were equally likely to win. */
export type Curvature = Awaited<ReturnType<typeof measureCurvature>>;

const curvatures = new WeakMap<LogitMatrix, Promise<Curvature>>();

/** The mean within-race covariance, from a sample of the races that the matrix is scaled on. */
export function createCurvature(matrix: LogitMatrix, pace: Pace): Promise<Curvature> {
  const known = curvatures.get(matrix);
  if (known !== undefined) return known;
  const made = measureCurvature(matrix, pace);
  curvatures.set(matrix, made);
  return made;
}

async function measureCurvature(matrix: LogitMatrix, pace: Pace) {
  const { kernel, memory, plan, tileCount, scaleRaceEnd, holds } = matrix;
  const size = matrix.columns.length;
  const columns = tileCount * TILE;
  const at = plan.tiles + tileCount * plan.tileBytes;
  const lacking = at + 4 * columns * columns - memory.buffer.byteLength;
  if (lacking > 0) memory.grow(Math.ceil(lacking / 65_536));
  const rows = matrix.rowsBefore(scaleRaceEnd);
  const step = Math.max(1, Math.ceil(rows / ROWS));
  let count = 0;
  for (let from = 0; from < scaleRaceEnd; from += RACES_PER_CALL * step) {
    const to = Math.min(scaleRaceEnd, from + RACES_PER_CALL);
    kernel.addCovariances(plan.tiles, plan.tileBytes, tileCount, plan.raceStart, from, to, plan.line, plan.mean, at);
    count += to - from;
    const products = ((matrix.rowsBefore(to) - matrix.rowsBefore(from)) * columns * columns) / 2;
    await pace.spend(PRODUCT_UNITS * products);
  }
  const sums = new Float32Array(memory.buffer, at, columns * columns);
  const scale = 1 / (Math.max(1, count) * STEPS_PER_SD * STEPS_PER_SD);
  const factors = new Map<number, Float64Array>();
  return {
    /** (C + ridge · holds)⁻¹ · gradient. */
    solve(ridge: number, gradient: Float64Array): Float64Array {
      let factor = factors.get(ridge);
      if (factor === undefined) {
        factor = factorise(size, (i, j) => sums[i * columns + j]! * scale + (i === j ? ridge * holds[i]! : 0));
        factors.set(ridge, factor);
      }
      return solveFactorised(factor, gradient);
    },
  };
}

/** Lower triangle, row by row. @param entry of the positive definite matrix, j ≤ i */
function factorise(size: number, entry: (i: number, j: number) => number): Float64Array {
  const lower = new Float64Array((size * (size + 1)) / 2);
  for (let i = 0; i < size; i++) {
    const row = (i * (i + 1)) / 2;
    for (let j = 0; j <= i; j++) {
      const other = (j * (j + 1)) / 2;
      let sum = entry(i, j);
      for (let k = 0; k < j; k++) sum -= lower[row + k]! * lower[other + k]!;
      lower[row + j] = i === j ? Math.sqrt(Math.max(sum, 1e-9)) : sum / lower[other + j]!;
    }
  }
  return lower;
}

function solveFactorised(lower: Float64Array, right: Float64Array): Float64Array {
  const result = right.slice();
  const size = result.length;
  for (let i = 0; i < size; i++) {
    const row = (i * (i + 1)) / 2;
    let sum = result[i]!;
    for (let k = 0; k < i; k++) sum -= lower[row + k]! * result[k]!;
    result[i] = sum / lower[row + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    const row = (i * (i + 1)) / 2;
    const value = result[i]! / lower[row + i]!;
    result[i] = value;
    for (let k = 0; k < i; k++) result[k]! -= lower[row + k]! * value;
  }
  return result;
}
