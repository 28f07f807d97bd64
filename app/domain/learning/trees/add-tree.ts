import { type Kernel, rowsPerCall } from "./kernel.ts";
import type { MemoryPlan } from "./memory-plan.ts";
import type { Leaf } from "./split-leaf.ts";
import { LEAF, type Tree } from "./tree.ts";
import type { Workspace } from "./workspace.ts";

/** Units (pace.ts) per split of sixteen rows, and per row for adding the leaf value. */
const SPLIT_UNITS = 2;
const SCORE_UNITS = 1;

interface ScoredRows {
  kernel: Pick<Kernel, "addTree">;
  plan: Pick<MemoryPlan, "rowCount" | "columns" | "splits" | "leafValues" | "scores">;
  words: Uint32Array;
}

/**
 * Adds a tree to the scores of all rows, sampled or not, and counts the covers. Evaluates each split for sixteen rows
 * at once, in node order.
 */
export function* addTree({ kernel, plan, words }: ScoredRows, tree: Tree): Generator<number> {
  const { feature, bin, missingLeft, right, value, cover } = tree;
  const { rowCount, splits, leafValues, scores } = plan;
  const leafOf = new Uint16Array(feature.length);
  const inner: number[] = [];
  for (let node = 0; node < feature.length; node++) {
    const leaf = leafOf[node]!;
    if (feature[node] === LEAF) {
      words[(leafValues >>> 2) + leaf] = value[node]!;
      continue;
    }
    const at = (splits >>> 2) + 4 * inner.length;
    words[at] = plan.columns + feature[node]! * rowCount;
    words[at + 1] = bin[node]!;
    words[at + 2] = leaf + (missingLeft[node] === 1 ? 0 : 256);
    words[at + 3] = 0;
    inner.push(node);
    leafOf[node + 1] = leaf;
    leafOf[right[node]!] = inner.length;
  }
  const perRow = (SPLIT_UNITS * inner.length) / 16 + SCORE_UNITS;
  const perCall = 16 * rowsPerCall(16 * perRow);
  for (let from = 0; from < rowCount; from += perCall) {
    const to = Math.min(rowCount, from + perCall);
    kernel.addTree(splits, inner.length, leafValues, from, to, scores);
    yield perRow * (to - from);
  }
  cover[0] = rowCount;
  for (const [split, node] of inner.entries()) {
    const wentRight = words[(splits >>> 2) + 4 * split + 3]!;
    cover[right[node]!] = wentRight;
    cover[node + 1] = cover[node]! - wentRight;
  }
}

/** The same for a tree grown on all rows: its leaves own them, and their counts are the covers. */
export function* addLeaves({ kernel, plan }: Workspace, leaves: readonly Leaf[]): Generator<number> {
  for (const { node, from, to } of leaves) {
    kernel.addLeaf(plan.rows, from, to, node.value, plan.scores);
    yield SCORE_UNITS * (to - from);
  }
}
