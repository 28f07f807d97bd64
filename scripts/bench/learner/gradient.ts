import { readFileSync } from "node:fs";
import { meanLoss } from "#app/domain/learning/logit/fit-weights.ts";
import { openLogitKernel } from "#app/domain/learning/logit/kernel.ts";
import { readLogitMatrix } from "#app/domain/learning/logit/matrix.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { raceLogLoss } from "#app/domain/learning/race-likelihood.ts";
import { selectTrainingRaces } from "#app/domain/learning/training-races.ts";
import type { Benchmark } from "#scripts/bench/interleave.ts";
import { ensureKernel } from "#scripts/kernel.mjs";
import { makeSyntheticRaces } from "#test/unit/learning/synthetic-races.ts";

const RUNNERS = 10;
const ROWS = 100_000;
const COLUMNS = 80;

export function benchmarkGradient(): Benchmark {
  const pace = createPace(async () => {});
  const module = new WebAssembly.Module(readFileSync(ensureKernel()));
  const { index } = makeSyntheticRaces({ races: ROWS / RUNNERS, weights: [1], fieldSize: RUNNERS });
  const races = selectTrainingRaces(index, { fromDay: 0, toDay: Infinity, maxRows: Infinity });
  const codeOf = (row: number, column: number) => (row * 7919 + column * 104_729) % 65_521;
  const reading = readLogitMatrix(
    {
      races,
      scaleRaceEnd: races.raceCount,
      columns: Array.from({ length: COLUMNS }, (_, column) => ({ id: String(column), offset: 0, step: 1 })),
      readColumn: async (id) => Uint16Array.from({ length: ROWS }, (_, row) => codeOf(row, Number(id))),
      openKernel: (memory) => openLogitKernel(module, memory),
    },
    { pace, report: async () => {} },
  );
  const weights = new Float64Array(COLUMNS).fill(0.01);
  const gradient = new Float64Array(COLUMNS);
  const outputs = new Float64Array(ROWS);
  const residual = new Float64Array(ROWS);
  const dense = new Float64Array(ROWS * COLUMNS);
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS; column++) dense[row * COLUMNS + column] = codeOf(row, column) / 32_768 - 1;
  return {
    name: "loss and gradient over 100,000 rows × 80 columns",
    reference: "plain row-major loops over values as 64-bit floats (eight times the memory)",
    async subject() {
      await meanLoss(await reading, weights, 0, races.raceCount, pace, gradient);
    },
    baseline() {
      gradient.fill(0);
      for (let row = 0; row < ROWS; row++) {
        let output = 0;
        for (let column = 0; column < COLUMNS; column++)
          output += (dense[row * COLUMNS + column] ?? 0) * (weights[column] ?? 0);
        outputs[row] = output;
      }
      raceLogLoss(races, 0, races.raceCount, outputs, residual);
      for (let row = 0; row < ROWS; row++) {
        for (let column = 0; column < COLUMNS; column++)
          gradient[column] = (gradient[column] ?? 0) + (dense[row * COLUMNS + column] ?? 0) * (residual[row] ?? 0);
      }
    },
  };
}
