// Adding a finished tree to the scores of all rows, in AssemblyScript.

/** Offset of the leaf numbers of 16 rows; the first KiB of the memory is reserved for the kernel. */
const LEAVES: usize = 768;

/** Adds a leaf's value to the scores of the rows listed in rows[from, to). */
export function addLeaf(rows: usize, from: u32, to: u32, value: i32, scores: usize): void {
  const end: usize = rows + ((<usize>to) << 2);
  for (let p: usize = rows + ((<usize>from) << 2); p < end; p += 4) {
    const score: usize = scores + ((<usize>load<u32>(p)) << 2);
    store<i32>(score, load<i32>(score) + value);
  }
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
