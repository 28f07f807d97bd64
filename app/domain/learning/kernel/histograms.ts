// Histograms of the records' packed gradients (records.ts, gradients.ts) and the search for splits, in AssemblyScript.

/** Records are loaded in batches before use, so that their cache misses overlap. */
const BATCH: usize = 64;
/** Offset of the batch's records; the first KiB of the memory is reserved for the kernel. */
const BATCH_ROWS: usize = 0;
/** Bytes of one feature's histogram: 64 packed sums. */
const HISTOGRAM: usize = 512;

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
