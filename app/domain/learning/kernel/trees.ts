// The loops of the boosted trees over all rows, in AssemblyScript: numbers and pointers into one memory that the
// caller lays out (../trees/memory-plan.ts), no allocator. ../trees/reference.ts says the same in plain TypeScript.
//
// A record holds one row: its packed gradient, then a bin (0–63, 0 = missing) per feature. A packed gradient is
// (g << 32) + h in whole numbers with h never negative, so that sums of either part never touch the other's.

/** Rows whose records are asked for before any is used: their waits for memory overlap. */
const BATCH: usize = 32;
/** Where the records of a batch stand; the first KiB of the memory is the kernel's own. */
const BATCH_ROWS: usize = 0;
/** Bytes of one feature's histogram: 64 packed sums. */
const HISTOGRAM: usize = 512;
/** Scores are whole numbers of this unit: sums of them are exact in any order. */
const SCORE_UNIT: f64 = 1.0 / 65536.0;
/** A stage whose runners left weigh less beside the best horse cannot be told from rounding. */
const SMALLEST_SUM: f64 = 1e-200;

/** Adds the rows idx[from, to) to the histograms of the first `featureCount` features of the records. */
export function addHistogram(
  records: usize,
  stride: usize,
  recordOf: usize,
  idx: usize,
  from: u32,
  to: u32,
  featureCount: u32,
  hist: usize,
): void {
  let p: usize = idx + ((<usize>from) << 2);
  const end: usize = idx + ((<usize>to) << 2);
  const eights: usize = hist + <usize>(featureCount & ~7) * HISTOGRAM;
  const all: usize = hist + <usize>featureCount * HISTOGRAM;
  while (p < end) {
    const rows: usize = min<usize>(BATCH, (end - p) >> 2);
    let touched: i64 = 0;
    for (let i: usize = 0; i < rows; i++) {
      const row: usize = <usize>load<u32>(p + (i << 2));
      const r: usize = records + <usize>load<u32>(recordOf + (row << 2)) * stride;
      store<u32>(BATCH_ROWS + (i << 2), <u32>r);
      touched |= load<i64>(r);
    }
    p += rows << 2;
    if (touched === 0) continue;
    for (let i: usize = 0; i < rows; i++) {
      let r: usize = <usize>load<u32>(BATCH_ROWS + (i << 2));
      const g: i64 = load<i64>(r);
      r += 8;
      let h: usize = hist;
      for (; h < eights; h += 8 * HISTOGRAM) {
        let a: usize = h + ((<usize>load<u8>(r)) << 3);
        store<i64>(a, load<i64>(a) + g);
        a = h + ((<usize>load<u8>(r, 1)) << 3);
        store<i64>(a, load<i64>(a, 512) + g, 512);
        a = h + ((<usize>load<u8>(r, 2)) << 3);
        store<i64>(a, load<i64>(a, 1024) + g, 1024);
        a = h + ((<usize>load<u8>(r, 3)) << 3);
        store<i64>(a, load<i64>(a, 1536) + g, 1536);
        a = h + ((<usize>load<u8>(r, 4)) << 3);
        store<i64>(a, load<i64>(a, 2048) + g, 2048);
        a = h + ((<usize>load<u8>(r, 5)) << 3);
        store<i64>(a, load<i64>(a, 2560) + g, 2560);
        a = h + ((<usize>load<u8>(r, 6)) << 3);
        store<i64>(a, load<i64>(a, 3072) + g, 3072);
        a = h + ((<usize>load<u8>(r, 7)) << 3);
        store<i64>(a, load<i64>(a, 3584) + g, 3584);
        r += 8;
      }
      for (; h < all; h += HISTOGRAM) {
        const a: usize = h + ((<usize>load<u8>(r++)) << 3);
        store<i64>(a, load<i64>(a) + g);
      }
    }
  }
}

/** out = parent − child over `bytes` of packed sums; `out` may be the parent. */
export function subtract(parent: usize, child: usize, out: usize, bytes: usize): void {
  for (let i: usize = 0; i < bytes; i += 16) {
    v128.store(out + i, i64x2.sub(v128.load(parent + i), v128.load(child + i)));
  }
}

export function clear(at: usize, bytes: usize): void {
  memory.fill(at, 0, bytes);
}

/**
 * Puts the rows of the listed races (ascending) first, each with its position among the records, then all other rows.
 * Returns how many are first.
 */
export function drawRows(raceStart: usize, raceCount: u32, list: usize, listed: u32, idx: usize, recordOf: usize): u32 {
  let first: u32 = 0;
  for (let i: u32 = 0; i < listed; i++) {
    const race: usize = raceStart + ((<usize>load<u32>(list + ((<usize>i) << 2))) << 2);
    const end: u32 = load<u32>(race, 4);
    for (let row: u32 = load<u32>(race); row < end; row++) {
      store<u32>(recordOf + ((<usize>row) << 2), first);
      store<u32>(idx + ((<usize>first) << 2), row);
      first++;
    }
  }
  let out: usize = idx + ((<usize>first) << 2);
  let next: u32 = 0;
  for (let i: u32 = 0; i < raceCount; i++) {
    if (next < listed && load<u32>(list + ((<usize>next) << 2)) === i) {
      next++;
      continue;
    }
    const race: usize = raceStart + ((<usize>i) << 2);
    const end: u32 = load<u32>(race, 4);
    for (let row: u32 = load<u32>(race); row < end; row++) {
      store<u32>(out, row);
      out += 4;
    }
  }
  return first;
}

/** Copies the bins of the rows idx[from, to) into records [from, to): `features` (u16) of the columns, in that order. */
export function packRecords(
  columns: usize,
  rowCount: usize,
  features: usize,
  featureCount: u32,
  idx: usize,
  from: u32,
  to: u32,
  records: usize,
  stride: usize,
): void {
  // In blocks whose records stay in the nearest cache while all columns pass.
  for (let start: u32 = from; start < to; start += 256) {
    const rows: usize = idx + ((<usize>start) << 2);
    const rowsEnd: usize = idx + ((<usize>min<u32>(to, start + 256)) << 2);
    const block: usize = records + <usize>start * stride + 8;
    for (let f: u32 = 0; f < featureCount; f++) {
      const column: usize = columns + <usize>load<u16>(features + ((<usize>f) << 1)) * rowCount;
      let out: usize = block + <usize>f;
      for (let p: usize = rows; p < rowsEnd; p += 4) {
        store<u8>(out, load<u8>(column + <usize>load<u32>(p)));
        out += stride;
      }
    }
  }
}

/** Stable partition of idx[from, to) by the bins of one column; returns how many rows go left. */
export function partition(
  column: usize,
  idx: usize,
  from: u32,
  to: u32,
  lastLeftBin: u32,
  missingLeft: u32,
  spare: usize,
): u32 {
  const first: usize = idx + ((<usize>from) << 2);
  const end: usize = idx + ((<usize>to) << 2);
  let left: usize = first;
  let right: usize = spare;
  for (let p: usize = first; p < end; p += 4) {
    const row: u32 = load<u32>(p);
    const bin: u32 = load<u8>(column + <usize>row);
    const goesLeft: usize = <usize>select<u32>(missingLeft, u32(bin <= lastLeftBin), bin === 0);
    store<u32>(left, row);
    store<u32>(right, row);
    left += goesLeft << 2;
    right += (1 - goesLeft) << 2;
  }
  memory.copy(left, spare, right - spare);
  return <u32>((left - first) >> 2);
}

/** e^x for −700 <= x <= 0 (0 below) to about 1e-9, in plain arithmetic that repeats bit for bit anywhere. */
function exponential(x: f64): f64 {
  if (x < -700.0) return 0.0;
  const k: f64 = floor<f64>(x * Math.LOG2E + 0.5);
  const r: f64 = x - k * Math.LN2;
  let y: f64 = 2.48015873015873e-5;
  y = y * r + 1.984126984126984e-4;
  y = y * r + 1.388888888888889e-3;
  y = y * r + 8.333333333333333e-3;
  y = y * r + 4.1666666666666664e-2;
  y = y * r + 0.16666666666666666;
  y = y * r + 0.5;
  y = y * r + 1.0;
  y = y * r + 1.0;
  return y * reinterpret<f64>((<i64>k + 1023) << 52);
}

/**
 * Writes the packed gradients of the races list[from, to) into their records. Stage s is a softmax over the runners
 * that are not home before place s, with `weight`s of the stages; runners that share a place share its label.
 * `scratch` holds three f64 per runner of the largest race.
 */
export function gradients(
  raceStart: usize,
  list: usize,
  from: u32,
  to: u32,
  scores: usize,
  places: usize,
  recordOf: usize,
  records: usize,
  stride: usize,
  scratch: usize,
  weight1: f64,
  weight2: f64,
  weight3: f64,
  gScale: f64,
  hScale: f64,
): void {
  for (let i: u32 = from; i < to; i++) {
    const race: usize = <usize>load<u32>(list + ((<usize>i) << 2));
    const start: u32 = load<u32>(raceStart + (race << 2));
    const end: u32 = load<u32>(raceStart + (race << 2), 4);
    let top: i32 = i32.MIN_VALUE;
    for (let row: u32 = start; row < end; row++) top = max<i32>(top, load<i32>(scores + ((<usize>row) << 2)));
    let s: usize = scratch;
    for (let row: u32 = start; row < end; row++) {
      const below: f64 = <f64>load<i32>(scores + ((<usize>row) << 2)) - <f64>top;
      store<f64>(s, exponential(below * SCORE_UNIT));
      store<f64>(s, 0.0, 8);
      store<f64>(s, 0.0, 16);
      s += 24;
    }
    for (let stage: u32 = 1; stage <= 3; stage++) {
      const weight: f64 = stage === 1 ? weight1 : stage === 2 ? weight2 : weight3;
      if (weight > 0.0) addStage(start, end, places, scratch, stage, weight);
    }
    s = scratch;
    for (let row: u32 = start; row < end; row++) {
      const record: usize = records + <usize>load<u32>(recordOf + ((<usize>row) << 2)) * stride;
      const g: i64 = <i64>floor<f64>(load<f64>(s, 8) * gScale + 0.5);
      const h: i64 = <i64>floor<f64>(load<f64>(s, 16) * hScale + 0.5);
      store<i64>(record, (g << 32) + h);
      s += 24;
    }
  }
}

function addStage(start: u32, end: u32, places: usize, scratch: usize, stage: u32, weight: f64): void {
  let sum: f64 = 0.0;
  let left: u32 = 0;
  let labelled: u32 = 0;
  let s: usize = scratch;
  for (let row: u32 = start; row < end; row++) {
    const place: u32 = load<u8>(places + <usize>row);
    if (place === 0 || place >= stage) {
      sum += load<f64>(s);
      left++;
    }
    if (place === stage) labelled++;
    s += 24;
  }
  if (labelled === 0 || left < 2 || sum < SMALLEST_SUM) return;
  const share: f64 = 1.0 / <f64>labelled;
  const inverse: f64 = 1.0 / sum;
  s = scratch;
  for (let row: u32 = start; row < end; row++) {
    const place: u32 = load<u8>(places + <usize>row);
    if (place === 0 || place >= stage) {
      const p: f64 = load<f64>(s) * inverse;
      const label: f64 = place === stage ? share : 0.0;
      store<f64>(s, load<f64>(s, 8) + weight * (p - label), 8);
      store<f64>(s, load<f64>(s, 16) + weight * (p * (1.0 - p)), 16);
    }
    s += 24;
  }
}

/**
 * Best split of a leaf whose sums are `g` and `h`. Ties: the first feature, missing right before left, the lowest bin.
 * Result: gain f64 (0 = none), packed sums of the left side i64, feature, last bin of the left side, missing left u32.
 */
export function findSplit(
  hist: usize,
  featureCount: u32,
  binCounts: usize,
  g: f64,
  h: f64,
  gUnit: f64,
  hUnit: f64,
  lambda: f64,
  minHessian: f64,
  result: usize,
): void {
  const base: f64 = (g * g) / (h + lambda);
  let best: f64 = 0.0;
  let bestFeature: u32 = 0;
  let bestBin: u32 = 0;
  let bestMissingLeft: u32 = 0;
  let bestLeft: i64 = 0;
  for (let f: u32 = 0; f < featureCount; f++) {
    const o: usize = hist + <usize>f * HISTOGRAM;
    const missing: i64 = load<i64>(o);
    const bins: u32 = load<u8>(binCounts + <usize>f);
    for (let m: u32 = 0; m < 2; m++) {
      if (m === 1 && missing === 0) break;
      let left: i64 = m === 1 ? missing : 0;
      for (let bin: u32 = 1; bin + m <= bins; bin++) {
        left += load<i64>(o + ((<usize>bin) << 3));
        const hl: f64 = <f64>(left & 0xffffffff) * hUnit;
        if (hl < minHessian) continue;
        const hr: f64 = h - hl;
        if (hr < minHessian) break;
        const gl: f64 = <f64>(left >> 32) * gUnit;
        const gr: f64 = g - gl;
        const gain: f64 = (gl * gl) / (hl + lambda) + (gr * gr) / (hr + lambda) - base;
        if (gain > best) {
          best = gain;
          bestFeature = f;
          bestBin = bin;
          bestLeft = left;
          // Where none is missing, later ones go with the many.
          bestMissingLeft = missing === 0 ? u32(hl > hr) : m;
        }
      }
    }
  }
  store<f64>(result, best);
  store<i64>(result, bestLeft, 8);
  store<u32>(result, bestFeature, 16);
  store<u32>(result, bestBin, 20);
  store<u32>(result, bestMissingLeft, 24);
}

/** Adds a leaf's value to the scores of its rows. */
export function addScores(idx: usize, from: u32, to: u32, value: i32, scores: usize): void {
  const end: usize = idx + ((<usize>to) << 2);
  for (let p: usize = idx + ((<usize>from) << 2); p < end; p += 4) {
    const s: usize = scores + ((<usize>load<u32>(p)) << 2);
    store<i32>(s, load<i32>(s) + value);
  }
}
