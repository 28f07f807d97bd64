// The row loops of the conditional logit, in AssemblyScript: numbers and pointers into one memory laid out by the
// caller (#app/domain/learning/logit/matrix.ts), no allocator. test/unit/support/reference/logit.ts is the same in plain
// TypeScript.
//
// The matrix is stored in tiles of 16 columns: one signed byte per cell, the 16 cells of a row together. A race's rows
// of a tile stay in the L1 cache between the product with the weights and the product with the residuals.

const TILE: usize = 16;
/** Cell values (31 steps per standard deviation) are clipped to ± this. */
const LIMIT: f64 = 124.0;
const MISSING: u32 = 0xffff;

/**
 * Measures one column over races [0, raceCount). Result: sum of squared within-race deviations, number of known values,
 * and 1 if missingness varies within a race.
 */
export function measureCodes(codes: usize, raceStart: usize, raceCount: u32, result: usize): void {
  let squares: f64 = 0;
  let known: f64 = 0;
  let varies: f64 = 0;
  for (let race: u32 = 0; race < raceCount; race++) {
    const at: usize = raceStart + ((<usize>race) << 2);
    let p: usize = codes + ((<usize>load<u32>(at)) << 1);
    const size: u32 = load<u32>(at, 4) - load<u32>(at);
    const end: usize = p + ((<usize>size) << 1);
    let count: u32 = 0;
    let sum: u64 = 0;
    let square: u64 = 0;
    for (; p < end; p += 2) {
      const code: u32 = load<u16>(p);
      if (code === MISSING) continue;
      count++;
      sum += code;
      square += <u64>code * code;
    }
    if (count === 0) continue;
    if (count !== size) varies = 1;
    known += <f64>count;
    squares += <f64>(<u64>count * square - sum * sum) / <f64>count;
  }
  store<f64>(result, squares);
  store<f64>(result, known, 8);
  store<f64>(result, varies, 16);
}

/** Writes a column's race-centred, standardised, clipped values of the starters; 0 if missing. */
export function writeValues(
  codes: usize,
  raceStart: usize,
  raceCount: u32,
  isStarter: usize,
  factor: f64,
  out: usize,
): void {
  let row: usize = 0;
  for (let race: u32 = 0; race < raceCount; race++) {
    const at: usize = raceStart + ((<usize>race) << 2);
    const from: usize = load<u32>(at);
    const to: usize = load<u32>(at, 4);
    let count: u32 = 0;
    let sum: u32 = 0;
    for (let i: usize = from; i < to; i++) {
      const code: u32 = load<u16>(codes + (i << 1));
      const isKnown: u32 = u32(code !== MISSING);
      count += isKnown;
      sum += code * isKnown;
    }
    const mean: f64 = count === 0 ? 0 : <f64>sum / <f64>count;
    for (let i: usize = from; i < to; i++) {
      if (load<u8>(isStarter + i) === 0) continue;
      const code: u32 = load<u16>(codes + (i << 1));
      const value: f64 = code === MISSING ? 0 : floor<f64>((<f64>code - mean) * factor + 0.5);
      store<i8>(out + row * TILE, <i8>max<f64>(-LIMIT, min<f64>(LIMIT, value)));
      row++;
    }
  }
}

/** Writes `mark` where a starter's code is missing, 0 elsewhere. */
export function writeMissing(codes: usize, rowCount: u32, isStarter: usize, mark: i32, out: usize): void {
  let row: usize = 0;
  for (let i: usize = 0; i < <usize>rowCount; i++) {
    if (load<u8>(isStarter + i) === 0) continue;
    store<i8>(out + row * TILE, load<u16>(codes + (i << 1)) === <u16>MISSING ? <i8>mark : 0);
    row++;
  }
}

/** Returns 1 if two columns are equal in rows [0, rowCount). */
export function areSame(a: usize, b: usize, rowCount: u32): u32 {
  for (let row: usize = 0; row < <usize>rowCount; row++) {
    if (load<i8>(a + row * TILE) !== load<i8>(b + row * TILE)) return 0;
  }
  return 1;
}

/** Four of the sixteen cells as floats. */
function quarter(cells: v128, part: i32): v128 {
  const half: v128 = part < 2 ? i16x8.extend_low_i8x16_s(cells) : i16x8.extend_high_i8x16_s(cells);
  return f32x4.convert_i32x4_s((part & 1) === 0 ? i32x4.extend_low_i16x8_s(half) : i32x4.extend_high_i16x8_s(half));
}

/**
 * Log loss, summed, of races [from, to). Unless `gradient` is 0, adds the derivative with respect to the weights there.
 * Result: the sum of (highest f − mean f of the winners), and the product of the races' sums of exp(f − highest) as a
 * number and the count of factors 2^512 taken out of it.
 */
export function evaluate(
  tiles: usize,
  tileBytes: usize,
  tileCount: u32,
  raceStart: usize,
  isWinner: usize,
  from: u32,
  to: u32,
  weights: usize,
  gradient: usize,
  partial: usize,
  outputs: usize,
  result: usize,
): void {
  let linear: f64 = 0;
  let product: f64 = 1;
  let taken: f64 = 0;
  const tilesEnd: usize = tiles + <usize>tileCount * tileBytes;
  for (let race: u32 = from; race < to; race++) {
    const at: usize = raceStart + ((<usize>race) << 2);
    const start: usize = load<u32>(at);
    const size: usize = <usize>load<u32>(at, 4) - start;
    const winner: usize = isWinner + start;
    multiplyRows(tiles, tilesEnd, tileBytes, start, size, weights, partial);
    const highest: f64 = addLanes(partial, size, outputs);
    const winners: f64 = countWinners(winner, size);
    linear += highest - addWinners(outputs, winner, size) / winners;
    const sum: f64 = exponentiate(outputs, size, highest);
    product *= sum;
    if (product >= 1.3407807929942597e154) {
      product *= 7.458340731200207e-155;
      taken += 1;
    }
    if (gradient === 0) continue;
    writeResiduals(outputs, winner, size, 1 / sum, 1 / winners, partial);
    addGradient(tiles, tilesEnd, tileBytes, start, size, partial, gradient);
  }
  store<f64>(result, linear);
  store<f64>(result, product, 8);
  store<f64>(result, taken, 16);
}

/** Writes the products of a race's rows with the weights, in four lanes per row. */
function multiplyRows(
  tiles: usize,
  tilesEnd: usize,
  tileBytes: usize,
  start: usize,
  size: usize,
  weights: usize,
  partial: usize,
): void {
  memory.fill(partial, 0, size * 16);
  const end: usize = partial + size * 16;
  let w: usize = weights;
  for (let tile: usize = tiles; tile < tilesEnd; tile += tileBytes, w += 64) {
    const w0: v128 = v128.load(w);
    const w1: v128 = v128.load(w, 16);
    const w2: v128 = v128.load(w, 32);
    const w3: v128 = v128.load(w, 48);
    let x: usize = tile + start * TILE;
    for (let p: usize = partial; p < end; p += 16, x += TILE) {
      const cells: v128 = v128.load(x);
      const low: v128 = f32x4.add(f32x4.mul(quarter(cells, 0), w0), f32x4.mul(quarter(cells, 1), w1));
      const high: v128 = f32x4.add(f32x4.mul(quarter(cells, 2), w2), f32x4.mul(quarter(cells, 3), w3));
      v128.store(p, f32x4.add(v128.load(p), f32x4.add(low, high)));
    }
  }
}

/** Writes f, the sum of a row's four lanes, of a race's rows. Returns the highest. */
function addLanes(partial: usize, size: usize, outputs: usize): f64 {
  let highest: f64 = -Infinity;
  for (let i: usize = 0; i < size; i++) {
    const sums: v128 = v128.load(partial + (i << 4));
    const f: f64 = <f64>(
      (f32x4.extract_lane(sums, 0) +
        f32x4.extract_lane(sums, 1) +
        (f32x4.extract_lane(sums, 2) + f32x4.extract_lane(sums, 3)))
    );
    store<f64>(outputs + (i << 3), f);
    highest = max<f64>(highest, f);
  }
  return highest;
}

function countWinners(isWinner: usize, size: usize): f64 {
  let winners: f64 = 0;
  for (let i: usize = 0; i < size; i++) winners += load<u8>(isWinner + i) === 1 ? 1 : 0;
  return winners;
}

/** Sum of f over a race's winners. */
function addWinners(outputs: usize, isWinner: usize, size: usize): f64 {
  let sum: f64 = 0;
  for (let i: usize = 0; i < size; i++) sum += load<u8>(isWinner + i) === 1 ? load<f64>(outputs + (i << 3)) : 0;
  return sum;
}

/** Replaces each f of a race by exp(f − highest). Returns their sum. */
function exponentiate(outputs: usize, size: usize, highest: f64): f64 {
  let sum: f64 = 0;
  for (let i: usize = 0; i < size; i++) {
    const p: usize = outputs + (i << 3);
    const e: f64 = exponential(load<f64>(p) - highest);
    sum += e;
    store<f64>(p, e);
  }
  return sum;
}

/** Writes probability − label of a race's rows, in all four lanes. `share`: 1 / Σ exp(f − highest). */
function writeResiduals(outputs: usize, isWinner: usize, size: usize, share: f64, label: f64, partial: usize): void {
  for (let i: usize = 0; i < size; i++) {
    const hit: f64 = load<u8>(isWinner + i) === 1 ? label : 0;
    v128.store(partial + (i << 4), f32x4.splat(<f32>(load<f64>(outputs + (i << 3)) * share - hit)));
  }
}

/** Adds the products of a race's cells with the rows' residuals. */
function addGradient(
  tiles: usize,
  tilesEnd: usize,
  tileBytes: usize,
  start: usize,
  size: usize,
  partial: usize,
  gradient: usize,
): void {
  const end: usize = partial + size * 16;
  let g: usize = gradient;
  for (let tile: usize = tiles; tile < tilesEnd; tile += tileBytes, g += 64) {
    let g0: v128 = v128.load(g);
    let g1: v128 = v128.load(g, 16);
    let g2: v128 = v128.load(g, 32);
    let g3: v128 = v128.load(g, 48);
    let x: usize = tile + start * TILE;
    for (let p: usize = partial; p < end; p += 16, x += TILE) {
      const cells: v128 = v128.load(x);
      const r: v128 = v128.load(p);
      g0 = f32x4.add(g0, f32x4.mul(quarter(cells, 0), r));
      g1 = f32x4.add(g1, f32x4.mul(quarter(cells, 1), r));
      g2 = f32x4.add(g2, f32x4.mul(quarter(cells, 2), r));
      g3 = f32x4.add(g3, f32x4.mul(quarter(cells, 3), r));
    }
    v128.store(g, g0);
    v128.store(g, g1, 16);
    v128.store(g, g2, 32);
    v128.store(g, g3, 48);
  }
}

/** e^x for x ≤ 0 with relative error 2e-10; returns the same bytes on every machine. */
function exponential(x: f64): f64 {
  if (x < -700.0) return 0;
  const k: f64 = floor<f64>(x * Math.LOG2E + 0.5);
  const r: f64 = x - k * Math.LN2;
  let sum: f64 = 1.0 / 40320.0;
  sum = sum * r + 1.0 / 5040.0;
  sum = sum * r + 1.0 / 720.0;
  sum = sum * r + 1.0 / 120.0;
  sum = sum * r + 1.0 / 24.0;
  sum = sum * r + 1.0 / 6.0;
  sum = sum * r + 0.5;
  sum = sum * r + 1.0;
  sum = sum * r + 1.0;
  return sum * reinterpret<f64>((<i64>k + 1023) << 52);
}

/**
 * Adds the within-race covariances of races [from, to), each race with weight 1: the curvature if all runners are
 * equally likely. `matrix` holds columns × columns sums, valid up to the diagonal (the loop also writes some beyond
 * it).
 */
export function addCovariances(
  tiles: usize,
  tileBytes: usize,
  tileCount: u32,
  raceStart: usize,
  from: u32,
  to: u32,
  line: usize,
  mean: usize,
  matrix: usize,
): void {
  const columns: usize = <usize>tileCount * TILE;
  for (let race: u32 = from; race < to; race++) {
    const at: usize = raceStart + ((<usize>race) << 2);
    const start: usize = load<u32>(at);
    const end: usize = load<u32>(at, 4);
    const share: f32 = <f32>1 / <f32>(end - start);
    for (let j: usize = 0; j < columns; j++) {
      let x: usize = tiles + (j >> 4) * tileBytes + start * TILE + (j & 15);
      let sum: i32 = 0;
      for (let row: usize = start; row < end; row++, x += TILE) sum += load<i8>(x);
      store<f32>(mean + (j << 2), <f32>sum * share);
    }
    for (let row: usize = start; row < end; row++) {
      for (let j: usize = 0; j < columns; j++) {
        const x: f32 = <f32>load<i8>(tiles + (j >> 4) * tileBytes + row * TILE + (j & 15));
        store<f32>(line + (j << 2), x - load<f32>(mean + (j << 2)));
      }
      for (let j: usize = 0; j < columns; j++) {
        const scaled: f32 = load<f32>(line + (j << 2)) * share;
        if (scaled === 0) continue;
        const factor: v128 = f32x4.splat(scaled);
        const sums: usize = matrix + ((j * columns) << 2);
        for (let k: usize = 0; k <= j << 2; k += 16) {
          const sum: v128 = v128.load(sums + k);
          v128.store(sums + k, f32x4.add(sum, f32x4.mul(factor, v128.load(line + k))));
        }
      }
    }
  }
}
