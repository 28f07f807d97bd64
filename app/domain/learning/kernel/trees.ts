// The row loops of the boosted trees, in AssemblyScript: numbers and pointers into one memory laid out by the caller
// (#app/domain/learning/trees/memory-plan.ts), no allocator. test/unit/support/reference/trees.ts is the same in plain
// TypeScript.
//
// A record holds one row: its packed gradient, then a bin (0–63, 0 = missing) per feature. A packed gradient is g × 2³²
// + h in whole numbers with h never negative, so that sums of either part do not affect the other.

/** Records are loaded in batches before use, so that their cache misses overlap. */
const BATCH: usize = 32;
/** Offset of the batch's records; the first KiB of the memory is reserved for the kernel. */
const BATCH_ROWS: usize = 0;
/** Offsets of two blocks of 16 × 16 bytes for transposing. */
const TURNED: usize = 256;
const TURNING: usize = 512;
/** Offset of the leaf numbers of 16 rows. */
const LEAVES: usize = 128;
/** Bytes of one feature's histogram: 64 packed sums. */
const HISTOGRAM: usize = 512;
/** Scores are whole multiples of this, so their sums are exact in any order. */
const SCORE_UNIT: f64 = 1.0 / 65536.0;
/**
 * If the remaining runners' weight relative to the best horse is below this, it cannot be told from rounding: the stage
 * is skipped.
 */
const SMALLEST_SUM: f64 = 1e-200;

/** Adds the records idx[from, to) to the histograms of their first `featureCount` features. */
export function addHistogram(
  records: usize,
  stride: usize,
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
      const r: usize = records + <usize>load<u32>(p + (i << 2)) * stride;
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

/** Writes the record numbers 0, 1, 2, … `count` − 1. */
export function numberRows(idx: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) store<u32>(idx + ((<usize>i) << 2), i);
}

/** Copies the bytes of the listed races of one column one after another. Writes up to 15 bytes beyond them. */
export function copyRaces(column: usize, raceStart: usize, list: usize, listed: u32, out: usize): void {
  for (let i: u32 = 0; i < listed; i++) {
    const race: usize = raceStart + ((<usize>load<u32>(list + ((<usize>i) << 2))) << 2);
    const start: u32 = load<u32>(race);
    const size: usize = <usize>(load<u32>(race, 4) - start);
    const from: usize = column + <usize>start;
    for (let at: usize = 0; at < size; at += 16) v128.store(out + at, v128.load(from + at));
    out += size;
  }
}

/**
 * Packs the bins of rows [from, to) into their records, from the columns listed by address (u32), a multiple of 16 of
 * them, in that order. Works on blocks of sixteen rows by sixteen columns, so it overwrites up to 16 records beyond the
 * last and the gradient of the next record.
 */
export function packRecords(columns: usize, columnCount: u32, from: u32, to: u32, records: usize, stride: usize): void {
  for (let start: u32 = from; start < to; start += 16) {
    for (let f: u32 = 0; f < columnCount; f += 16) {
      for (let i: usize = 0; i < 16; i++) {
        const column: usize = <usize>load<u32>(columns + ((<usize>f + i) << 2));
        v128.store(TURNED + (i << 4), v128.load(column + <usize>start));
      }
      turn(TURNED, TURNING);
      turn(TURNING, TURNED);
      turn(TURNED, TURNING);
      turn(TURNING, TURNED);
      let out: usize = records + <usize>start * stride + 8 + <usize>f;
      for (let i: usize = 0; i < 16; i++) {
        v128.store(out, v128.load(TURNED + (i << 4)));
        out += stride;
      }
    }
  }
}

/** One of four steps of transposing 16 × 16 bytes: interleaves the first eight rows with the last eight. */
function turn(from: usize, to: usize): void {
  for (let i: usize = 0; i < 8; i++) {
    const a: v128 = v128.load(from + (i << 4));
    const b: v128 = v128.load(from + (i << 4), 128);
    const out: usize = to + (i << 5);
    v128.store(out, v128.shuffle<u8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    v128.store(out, v128.shuffle<u8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31), 16);
  }
}

/** Stable partition of idx[from, to) by the bins of one column. Returns the number of rows that go left. */
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

/** e^x for −700 ≤ x ≤ 0 (0 below) to about 1e-9, in plain arithmetic that gives the same bits on every machine. */
function exponentials(x: v128): v128 {
  const k: v128 = f64x2.floor(f64x2.add(f64x2.mul(x, f64x2.splat(Math.LOG2E)), f64x2.splat(0.5)));
  const r: v128 = f64x2.sub(x, f64x2.mul(k, f64x2.splat(Math.LN2)));
  let y: v128 = f64x2.splat(2.48015873015873e-5);
  y = f64x2.add(f64x2.mul(y, r), f64x2.splat(1.984126984126984e-4));
  y = f64x2.add(f64x2.mul(y, r), f64x2.splat(1.388888888888889e-3));
  y = f64x2.add(f64x2.mul(y, r), f64x2.splat(8.333333333333333e-3));
  y = f64x2.add(f64x2.mul(y, r), f64x2.splat(4.1666666666666664e-2));
  y = f64x2.add(f64x2.mul(y, r), f64x2.splat(0.16666666666666666));
  y = f64x2.add(f64x2.mul(y, r), f64x2.splat(0.5));
  y = f64x2.add(f64x2.mul(y, r), f64x2.splat(1.0));
  y = f64x2.add(f64x2.mul(y, r), f64x2.splat(1.0));
  const exponents: v128 = i64x2.add(integers(k), i64x2.splat(1023));
  return v128.andnot(f64x2.mul(y, i64x2.shl(exponents, 52)), f64x2.lt(x, f64x2.splat(-700.0)));
}

/** Converts two whole numbers below 2³¹ to 64-bit integers. */
function integers(x: v128): v128 {
  return i64x2.extend_low_i32x4_s(i32x4.trunc_sat_f64x2_s_zero(x));
}

/**
 * Writes the packed gradients of races list[from, to) into the records from `first` on and returns the next record.
 * Stage s is a softmax over the runners not placed before s, with weight `weight`s; runners that share a place share
 * its label. `scratch` holds 40 bytes per runner of the largest race and 64 more: e^score (0 once placed), gradients,
 * hessians and labels, two runners at a time, and the numbers of the placed runners.
 */
export function gradients(
  raceStart: usize,
  list: usize,
  from: u32,
  to: u32,
  scores: usize,
  places: usize,
  first: u32,
  records: usize,
  stride: usize,
  scratch: usize,
  weight1: f64,
  weight2: f64,
  weight3: f64,
  gScale: f64,
  hScale: f64,
): u32 {
  let record: usize = records + <usize>first * stride;
  for (let i: u32 = from; i < to; i++) {
    const race: usize = <usize>load<u32>(list + ((<usize>i) << 2));
    const start: usize = <usize>load<u32>(raceStart + (race << 2));
    const size: usize = <usize>load<u32>(raceStart + (race << 2), 4) - start;
    const bytes: usize = ((size + 1) >> 1) << 4;
    const g: usize = scratch + bytes;
    const h: usize = g + bytes;
    const labels: usize = h + bytes;
    const placed: usize = labels + bytes;

    const score: usize = scores + (start << 2);
    let top: i32 = i32.MIN_VALUE;
    let placedEnd: usize = placed;
    for (let row: usize = 0; row < size; row++) {
      top = max<i32>(top, load<i32>(score + (row << 2)));
      store<u32>(placedEnd, <u32>row);
      placedEnd += (<usize>(load<u8>(places + start + row) !== 0)) << 2;
    }
    const highest: v128 = f64x2.splat(<f64>top);
    for (let at: usize = 0; at < bytes; at += 16) {
      const two: v128 = f64x2.convert_low_i32x4_s(v128.load64_zero(score + (at >> 1)));
      v128.store(scratch + at, exponentials(f64x2.mul(f64x2.sub(two, highest), f64x2.splat(SCORE_UNIT))));
      v128.store(g + at, f64x2.splat(0.0));
      v128.store(h + at, f64x2.splat(0.0));
      v128.store(labels + at, f64x2.splat(0.0));
    }
    let left: u32 = <u32>size;
    for (let stage: u32 = 1; stage <= 3; stage++) {
      let labelled: u32 = 0;
      for (let p: usize = placed; p < placedEnd; p += 4)
        labelled += u32(load<u8>(places + start + <usize>load<u32>(p)) === stage);
      if (labelled === 0) continue;
      const weight: f64 = stage === 1 ? weight1 : stage === 2 ? weight2 : weight3;
      if (weight > 0.0 && left >= 2) {
        setLabels(places + start, placed, placedEnd, labels, stage, 1.0 / <f64>labelled);
        addStage(scratch, size, g, h, labels, bytes, weight);
        setLabels(places + start, placed, placedEnd, labels, stage, 0.0);
      }
      setLabels(places + start, placed, placedEnd, scratch, stage, 0.0);
      left -= labelled;
    }
    for (let row: usize = 0; row < size; row += 2) {
      const at: usize = row << 3;
      const half: v128 = f64x2.splat(0.5);
      const gs: v128 = integers(f64x2.floor(f64x2.add(f64x2.mul(v128.load(g + at), f64x2.splat(gScale)), half)));
      const hs: v128 = integers(f64x2.floor(f64x2.add(f64x2.mul(v128.load(h + at), f64x2.splat(hScale)), half)));
      const packed: v128 = i64x2.add(i64x2.shl(gs, 32), hs);
      store<i64>(record, i64x2.extract_lane(packed, 0));
      if (row + 1 < size) store<i64>(record + stride, i64x2.extract_lane(packed, 1));
      record += stride << 1;
    }
    if (size & 1) record -= stride;
  }
  return <u32>((record - records) / stride);
}

/** Sets the number of each of a race's runners placed at this stage. */
function setLabels(places: usize, placed: usize, placedEnd: usize, numbers: usize, stage: u32, value: f64): void {
  for (let p: usize = placed; p < placedEnd; p += 4) {
    const row: usize = <usize>load<u32>(p);
    if (load<u8>(places + row) === stage) store<f64>(numbers + (row << 3), value);
  }
}

function addStage(e: usize, size: usize, g: usize, h: usize, labels: usize, bytes: usize, weight: f64): void {
  let sum: f64 = 0.0;
  for (let row: usize = 0; row < size; row++) sum += load<f64>(e + (row << 3));
  if (sum < SMALLEST_SUM) return;
  const inverse: v128 = f64x2.splat(1.0 / sum);
  const w: v128 = f64x2.splat(weight);
  for (let at: usize = 0; at < bytes; at += 16) {
    const p: v128 = f64x2.mul(v128.load(e + at), inverse);
    const slope: v128 = f64x2.mul(w, f64x2.sub(p, v128.load(labels + at)));
    const bend: v128 = f64x2.mul(w, f64x2.mul(p, f64x2.sub(f64x2.splat(1.0), p)));
    v128.store(g + at, f64x2.add(v128.load(g + at), slope));
    v128.store(h + at, f64x2.add(v128.load(h + at), bend));
  }
}

/**
 * Finds the best split of a leaf with sums `g` and `h`. Ties: the first feature, missing right before left, the lowest
 * bin. Result: gain f64 (0 = none), packed sums of the left side i64, feature, last bin of the left side, missing left
 * u32.
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
        const wl: f64 = hl + lambda;
        const wr: f64 = hr + lambda;
        const gain: f64 = (gl * gl * wr + gr * gr * wl) / (wl * wr) - base;
        if (gain > best) {
          best = gain;
          bestFeature = f;
          bestBin = bin;
          bestLeft = left;
          // Without missing values in training, send later ones to the larger side.
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

/**
 * Adds a tree's leaf values to the scores of rows [from, to) and counts the rows each split sends right. A split is 16
 * bytes, four u32: the address of its column; the last bin of its left side; the number of the leaf it splits, plus 256
 * if missing values go right; the count of rows sent right. Split k keeps the leaf number for the left side and gives
 * the right side number k + 1.
 */
export function addTree(splits: usize, splitCount: u32, values: usize, from: u32, to: u32, scores: usize): void {
  const end: usize = splits + ((<usize>splitCount) << 4);
  let row: usize = <usize>from;
  for (; row + 16 <= <usize>to; row += 16) {
    let leaves: v128 = i8x16.splat(0);
    let next: v128 = i8x16.splat(1);
    for (let s: usize = splits; s < end; s += 16) {
      const leaf: u32 = load<u32>(s, 8);
      // If missing goes right, 0 − 1 wraps to a value beyond every bin.
      const shift: u32 = leaf >> 8;
      const bins: v128 = i8x16.sub(v128.load(<usize>load<u32>(s) + row), i8x16.splat(<i8>shift));
      const isRight: v128 = v128.and(
        i8x16.gt_u(bins, i8x16.splat(<i8>(load<u32>(s, 4) - shift))),
        i8x16.eq(leaves, i8x16.splat(<i8>leaf)),
      );
      leaves = v128.bitselect(next, leaves, isRight);
      next = i8x16.sub(next, i8x16.splat(-1));
      store<u32>(s, load<u32>(s, 12) + popcnt<u32>(<u32>i8x16.bitmask(isRight)), 12);
    }
    v128.store(LEAVES, leaves);
    let score: usize = scores + (row << 2);
    for (let i: usize = 0; i < 16; i++) {
      store<i32>(score, load<i32>(score) + load<i32>(values + ((<usize>load<u8>(LEAVES + i)) << 2)));
      score += 4;
    }
  }
  for (; row < <usize>to; row++) {
    let leaf: u32 = 0;
    let next: u32 = 1;
    for (let s: usize = splits; s < end; s += 16) {
      const splitLeaf: u32 = load<u32>(s, 8);
      const shift: u32 = splitLeaf >> 8;
      const bin: u32 = (<u32>load<u8>(<usize>load<u32>(s) + row) - shift) & 255;
      if (leaf === (splitLeaf & 255) && bin > load<u32>(s, 4) - shift) {
        leaf = next;
        store<u32>(s, load<u32>(s, 12) + 1, 12);
      }
      next++;
    }
    const score: usize = scores + (row << 2);
    store<i32>(score, load<i32>(score) + load<i32>(values + ((<usize>leaf) << 2)));
  }
}
