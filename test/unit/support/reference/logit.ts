import { MISSING_CODE } from "#app/domain/features/matrix.ts";
import type { LogitKernel } from "#app/domain/learning/logit/kernel.ts";

const TILE = 16;
const LIMIT = 124;
const round = Math.fround;
/** 2^0, 2^−1, 2^−2, …, exact. */
const POWERS = Float64Array.from({ length: 1023 }, () => 1);
for (let k = 1; k < POWERS.length; k++) POWERS[k] = POWERS[k - 1]! / 2;

/** kernel/logit.ts in plain TypeScript: tests compare the kernel with it, byte for byte. */
export function createReference(memory: WebAssembly.Memory): LogitKernel {
  return new ReferenceKernel(memory);
}

class ReferenceKernel implements LogitKernel {
  readonly #memory: WebAssembly.Memory;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  measureCodes(codesAt: number, raceStartAt: number, raceCount: number, result: number): void {
    const { buffer } = this.#memory;
    const codes = new Uint16Array(buffer, codesAt);
    const raceStart = new Uint32Array(buffer, raceStartAt, raceCount + 1);
    let squares = 0;
    let known = 0;
    let varies = 0;
    for (let race = 0; race < raceCount; race++) {
      const { count, sum, square } = sumKnown(codes, raceStart[race]!, raceStart[race + 1]!);
      if (count === 0) continue;
      if (count !== raceStart[race + 1]! - raceStart[race]!) varies = 1;
      known += count;
      squares += (count * square - sum * sum) / count;
    }
    new Float64Array(buffer, result, 3).set([squares, known, varies]);
  }

  writeValues(
    codesAt: number,
    raceStartAt: number,
    raceCount: number,
    isStarterAt: number,
    factor: number,
    out: number,
  ): void {
    const { buffer } = this.#memory;
    const codes = new Uint16Array(buffer, codesAt);
    const raceStart = new Uint32Array(buffer, raceStartAt, raceCount + 1);
    const isStarter = new Uint8Array(buffer, isStarterAt);
    const cells = new Int8Array(buffer, out);
    let at = 0;
    for (let race = 0; race < raceCount; race++) {
      const { count, sum } = sumKnown(codes, raceStart[race]!, raceStart[race + 1]!);
      const mean = count === 0 ? 0 : sum / count;
      for (let row = raceStart[race]!; row < raceStart[race + 1]!; row++) {
        if (isStarter[row] === 0) continue;
        const code = codes[row]!;
        const value = code === MISSING_CODE ? 0 : Math.floor((code - mean) * factor + 0.5);
        cells[at] = Math.max(-LIMIT, Math.min(LIMIT, value));
        at += TILE;
      }
    }
  }

  writeMissing(codesAt: number, rowCount: number, isStarterAt: number, mark: number, out: number): void {
    const { buffer } = this.#memory;
    const codes = new Uint16Array(buffer, codesAt, rowCount);
    const isStarter = new Uint8Array(buffer, isStarterAt, rowCount);
    const cells = new Int8Array(buffer, out);
    let at = 0;
    for (let row = 0; row < rowCount; row++) {
      if (isStarter[row] === 0) continue;
      cells[at] = codes[row] === MISSING_CODE ? mark : 0;
      at += TILE;
    }
  }

  areSame(a: number, b: number, rowCount: number): number {
    const cells = new Int8Array(this.#memory.buffer);
    for (let row = 0; row < rowCount; row++) if (cells[a + row * TILE] !== cells[b + row * TILE]) return 0;
    return 1;
  }

  evaluate(
    tiles: number,
    tileBytes: number,
    tileCount: number,
    raceStartAt: number,
    isWinnerAt: number,
    from: number,
    to: number,
    weightsAt: number,
    gradientAt: number,
    _partial: number,
    _outputs: number,
    result: number,
  ): void {
    const { buffer } = this.#memory;
    const cells = new Int8Array(buffer);
    const raceStart = new Uint32Array(buffer, raceStartAt, to + 1);
    const isWinner = new Uint8Array(buffer, isWinnerAt);
    const weights = new Float32Array(buffer, weightsAt, tileCount * TILE);
    const gradient = gradientAt === 0 ? null : new Float32Array(buffer, gradientAt, tileCount * TILE);
    let linear = 0;
    let product = 1;
    let taken = 0;
    for (let race = from; race < to; race++) {
      const start = raceStart[race]!;
      const end = raceStart[race + 1]!;
      const rows = tiles + start * TILE;
      const outputs = Float64Array.from({ length: end - start }, (_, i) =>
        multiplyRow(cells, weights, rows + i * TILE, tileBytes),
      );
      const { residuals, sum, margin } = measureRace(outputs, isWinner.subarray(start, end));
      linear += margin;
      product *= sum;
      if (product >= 1.3407807929942597e154) {
        product *= 7.458340731200207e-155;
        taken++;
      }
      if (gradient === null) continue;
      for (const [i, residual] of residuals.entries()) addRow(cells, gradient, rows + i * TILE, tileBytes, residual);
    }
    new Float64Array(buffer, result, 3).set([linear, product, taken]);
  }

  addCovariances(
    tiles: number,
    tileBytes: number,
    tileCount: number,
    raceStartAt: number,
    from: number,
    to: number,
    _line: number,
    _mean: number,
    matrix: number,
  ): void {
    const { buffer } = this.#memory;
    const cells = new Int8Array(buffer);
    const raceStart = new Uint32Array(buffer, raceStartAt, to + 1);
    const columns = tileCount * TILE;
    const sums = new Float32Array(buffer, matrix, columns * columns);
    const cellAt = (row: number, j: number) => cells[tiles + (j >> 4) * tileBytes + row * TILE + (j & 15)]!;
    const line = new Float32Array(columns);
    const mean = new Float32Array(columns);
    for (let race = from; race < to; race++) {
      const start = raceStart[race]!;
      const end = raceStart[race + 1]!;
      const share = round(1 / (end - start));
      for (let j = 0; j < columns; j++) {
        let sum = 0;
        for (let row = start; row < end; row++) sum += cellAt(row, j);
        mean[j] = sum * share;
      }
      for (let row = start; row < end; row++) {
        for (let j = 0; j < columns; j++) line[j] = cellAt(row, j) - mean[j]!;
        addProducts(line, share, sums);
      }
    }
  }
}

function sumKnown(codes: Uint16Array, from: number, to: number): { count: number; sum: number; square: number } {
  let count = 0;
  let sum = 0;
  let square = 0;
  for (let row = from; row < to; row++) {
    const code = codes[row]!;
    if (code === MISSING_CODE) continue;
    count++;
    sum += code;
    square += code * code;
  }
  return { count, sum, square };
}

/** Sums in the order of the kernel's four lanes. @param at offset of the row's cells in the first tile */
function multiplyRow(cells: Int8Array, weights: Float32Array, at: number, tileBytes: number): number {
  const lanes = new Float32Array(4);
  for (let tile = 0; tile < weights.length; tile += TILE, at += tileBytes) {
    for (let lane = 0; lane < 4; lane++) {
      const low = round(term(cells, weights, at, tile, lane) + term(cells, weights, at, tile, lane + 4));
      const high = round(term(cells, weights, at, tile, lane + 8) + term(cells, weights, at, tile, lane + 12));
      lanes[lane]! += round(low + high);
    }
  }
  return round(round(lanes[0]! + lanes[1]!) + round(lanes[2]! + lanes[3]!));
}

function term(cells: Int8Array, weights: Float32Array, at: number, tile: number, column: number): number {
  return round(cells[at + column]! * weights[tile + column]!);
}

interface RaceLoss {
  /** Derivative of the race's loss with respect to each runner's f. */
  residuals: Float32Array;
  /** Σ exp(f − highest). */
  sum: number;
  /** Highest f − mean f of the winners. */
  margin: number;
}

function measureRace(outputs: Float64Array, isWinner: Uint8Array): RaceLoss {
  const highest = Math.max(...outputs);
  let sum = 0;
  let winners = 0;
  let ofWinners = 0;
  for (const [i, output] of outputs.entries()) {
    if (isWinner[i] === 1) {
      winners++;
      ofWinners += output;
    }
    outputs[i] = exponential(output - highest);
    sum += outputs[i]!;
  }
  const share = 1 / sum;
  const residuals = Float32Array.from(outputs, (e, i) => e * share - (isWinner[i] === 1 ? 1 / winners : 0));
  return { residuals, sum, margin: highest - ofWinners / winners };
}

function addRow(cells: Int8Array, gradient: Float32Array, at: number, tileBytes: number, residual: number): void {
  for (let tile = 0; tile < gradient.length; tile += TILE, at += tileBytes) {
    for (let column = 0; column < TILE; column++) gradient[tile + column]! += round(cells[at + column]! * residual);
  }
}

/** Adds the products of a row's deviations, as far beyond the diagonal as the kernel, which adds four at once. */
function addProducts(line: Float32Array, share: number, sums: Float32Array): void {
  for (let j = 0; j < line.length; j++) {
    const factor = round(line[j]! * share);
    if (factor === 0) continue;
    for (let k = 0; k < (j & ~3) + 4; k++) sums[j * line.length + k]! += round(factor * line[k]!);
  }
}

function exponential(x: number): number {
  if (x < -700) return 0;
  const k = Math.floor(x * Math.LOG2E + 0.5);
  const r = x - k * Math.LN2;
  let sum = 1 / 40320;
  for (const coefficient of [1 / 5040, 1 / 720, 1 / 120, 1 / 24, 1 / 6, 0.5, 1, 1]) sum = sum * r + coefficient;
  return sum * POWERS[-k]!;
}
