import type { Pace } from "./pace.ts";
import { STEPS_PER_SD } from "./standardise.ts";

/**
 * The inputs of a linear fit, column by column: standardised values as 16-bit integers and missing indicators as
 * bits. Indicators need no centring here: a constant added to a whole race changes no softmax of that race.
 */
export interface DesignMatrix {
  rowCount: number;
  values: Int16Array[];
  indicators: Uint32Array[];
}

/** Weights are in the order: all values, then all indicators. */
export function parameterCount(matrix: DesignMatrix): number {
  return matrix.values.length + matrix.indicators.length;
}

/** `out` = X · weights over rows [from, to); other rows of `out` are left undefined. */
export async function multiply(
  matrix: DesignMatrix,
  weights: Float64Array,
  from: number,
  to: number,
  out: Float64Array,
  pace: Pace,
): Promise<void> {
  const { values, indicators } = matrix;
  out.fill(0);
  const rows = to - from;
  for (let column = 0; column < values.length; column += 4) {
    addFourColumns(values, weights, column, from, to, out);
    const pause = pace.spend(4 * rows);
    if (pause !== null) await pause;
  }
  for (let column = 0; column < indicators.length; column++) {
    addBits(indicators[column]!, weights[values.length + column]!, from, to, out);
    const pause = pace.spend(rows / 4);
    if (pause !== null) await pause;
  }
}

/** `out` = Xᵀ · residual over rows [0, rowEnd); `residual` is 0 beyond. */
export async function multiplyTransposed(
  matrix: DesignMatrix,
  residual: Float64Array,
  rowEnd: number,
  out: Float64Array,
  pace: Pace,
): Promise<void> {
  const { values, indicators } = matrix;
  for (let column = 0; column < values.length; column += 4) {
    dotFourColumns(values, residual, column, rowEnd, out);
    const pause = pace.spend(4 * rowEnd);
    if (pause !== null) await pause;
  }
  for (let column = 0; column < indicators.length; column++) {
    out[values.length + column] = dotBits(indicators[column]!, residual, rowEnd);
    const pause = pace.spend(rowEnd / 4);
    if (pause !== null) await pause;
  }
}

/** Four columns a pass: the running vector is read and written a quarter as often. */
function addFourColumns(
  values: readonly Int16Array[],
  weights: Float64Array,
  column: number,
  from: number,
  to: number,
  out: Float64Array,
): void {
  const last = values.length - 1;
  const a = values[column]!;
  const b = values[Math.min(column + 1, last)]!;
  const c = values[Math.min(column + 2, last)]!;
  const d = values[Math.min(column + 3, last)]!;
  const wa = weights[column]! / STEPS_PER_SD;
  const wb = column + 1 <= last ? weights[column + 1]! / STEPS_PER_SD : 0;
  const wc = column + 2 <= last ? weights[column + 2]! / STEPS_PER_SD : 0;
  const wd = column + 3 <= last ? weights[column + 3]! / STEPS_PER_SD : 0;
  for (let row = from; row < to; row++) {
    out[row]! += wa * a[row]! + wb * b[row]! + (wc * c[row]! + wd * d[row]!);
  }
}

function dotFourColumns(
  values: readonly Int16Array[],
  residual: Float64Array,
  column: number,
  rowEnd: number,
  out: Float64Array,
): void {
  const last = values.length - 1;
  const a = values[column]!;
  const b = values[Math.min(column + 1, last)]!;
  const c = values[Math.min(column + 2, last)]!;
  const d = values[Math.min(column + 3, last)]!;
  let sa = 0;
  let sb = 0;
  let sc = 0;
  let sd = 0;
  for (let row = 0; row < rowEnd; row++) {
    const r = residual[row]!;
    sa += r * a[row]!;
    sb += r * b[row]!;
    sc += r * c[row]!;
    sd += r * d[row]!;
  }
  out[column] = sa / STEPS_PER_SD;
  if (column + 1 <= last) out[column + 1] = sb / STEPS_PER_SD;
  if (column + 2 <= last) out[column + 2] = sc / STEPS_PER_SD;
  if (column + 3 <= last) out[column + 3] = sd / STEPS_PER_SD;
}

function addBits(bits: Uint32Array, weight: number, from: number, to: number, out: Float64Array): void {
  for (let word = from >>> 5; word < (to + 31) >>> 5; word++) {
    let rest = bits[word]!;
    while (rest !== 0) {
      const lowest = rest & -rest;
      out[(word << 5) + 31 - Math.clz32(lowest)]! += weight;
      rest ^= lowest;
    }
  }
}

function dotBits(bits: Uint32Array, residual: Float64Array, rowEnd: number): number {
  let sum = 0;
  for (let word = 0; word < (rowEnd + 31) >>> 5; word++) {
    let rest = bits[word]!;
    while (rest !== 0) {
      const lowest = rest & -rest;
      sum += residual[(word << 5) + 31 - Math.clz32(lowest)]!;
      rest ^= lowest;
    }
  }
  return sum;
}
