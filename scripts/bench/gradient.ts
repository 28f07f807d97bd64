import { type DesignMatrix, multiply, multiplyTransposed, parameterCount } from "#app/domain/learning/design-matrix.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import type { Benchmark } from "./interleave.ts";

const ROWS = 100_000;
const COLUMNS = 80;

/** One evaluation of the conditional logit's gradient: the two products with the design matrix. */
export function benchmarkGradient(): Benchmark {
  const matrix: DesignMatrix = {
    rowCount: ROWS,
    values: Array.from({ length: COLUMNS }, (_, column) => {
      const values = new Int16Array(ROWS);
      for (let row = 0; row < ROWS; row++) values[row] = ((row * 7919 + column * 104_729) % 65_536) - 32_768;
      return values;
    }),
    indicators: [],
  };
  const weights = new Float64Array(parameterCount(matrix)).fill(0.01);
  const outputs = new Float64Array(ROWS);
  const gradient = new Float64Array(weights.length);
  const dense = new Float64Array(ROWS * COLUMNS);
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS; column++) dense[row * COLUMNS + column] = matrix.values[column]?.[row] ?? 0;
  return {
    name: "gradient over 100,000 rows × 80 columns",
    reference: "plain row-major loops over the same values as 64-bit floats (four times the memory)",
    async subject() {
      const pace = createPace(async () => {});
      await multiply(matrix, weights, 0, ROWS, outputs, pace);
      await multiplyTransposed(matrix, outputs, ROWS, gradient, pace);
    },
    baseline() {
      gradient.fill(0);
      for (let row = 0; row < ROWS; row++) {
        const start = row * COLUMNS;
        let output = 0;
        for (let column = 0; column < COLUMNS; column++)
          output += (dense[start + column] ?? 0) * (weights[column] ?? 0);
        for (let column = 0; column < COLUMNS; column++)
          gradient[column] = (gradient[column] ?? 0) + (dense[start + column] ?? 0) * output;
      }
    },
  };
}
