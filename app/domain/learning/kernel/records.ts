// The rows of a tree, in AssemblyScript: numbers and pointers into one memory laid out by the caller
// (#app/domain/learning/trees/memory-plan.ts), no allocator. test/unit/support/reference/trees.ts is the same in plain
// TypeScript.
//
// A record holds one row: its packed gradient (gradients.ts), then a bin (0–63, 0 = missing) per feature.

/** Offsets of two blocks of 16 × 16 bytes for transposing; the first KiB of the memory is reserved for the kernel. */
const TURNED: usize = 256;
const TURNING: usize = 512;

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
