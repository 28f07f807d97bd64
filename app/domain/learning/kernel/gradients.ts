// The gradients of a tree's rows, in AssemblyScript, written into their records (records.ts).
// test/unit/support/reference/gradients.ts is the same in plain TypeScript.
//
// A packed gradient is g × 2³² + h in whole numbers with h never negative, so that sums of either part do not affect
// the other.

/** Scores are whole multiples of this, so their sums are exact in any order. */
const SCORE_UNIT: f64 = 1.0 / 65536.0;
/**
 * If the remaining runners' weight relative to the best horse is below this, it cannot be told from rounding: the stage
 * is skipped.
 */
const SMALLEST_SUM: f64 = 1e-200;

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

/** Converts two whole numbers below 2⁵¹ to 64-bit integers: the last bits of a float of fixed exponent. */
function integers(x: v128): v128 {
  const fixed: v128 = f64x2.splat(6755399441055744.0);
  return i64x2.sub(f64x2.add(x, fixed), fixed);
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
  const stages: u32 = weight3 > 0.0 ? 3 : weight2 > 0.0 ? 2 : 1;
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
    for (let stage: u32 = 1; stage <= stages; stage++) {
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
