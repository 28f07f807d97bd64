import { binOf } from "#app/domain/learning/trees/bins.ts";
import { SCORE_UNIT } from "#app/domain/learning/trees/settings.ts";
import { findLeaf, type Tree, type TreeModel } from "#app/domain/learning/trees/tree.ts";

/** Score of one row, from its bins. */
export function predictBinned(trees: readonly Tree[], bins: ArrayLike<number>): number {
  let sum = 0;
  for (const tree of trees) sum += tree.value[findLeaf(tree, (feature) => bins[feature]!)]!;
  return sum * SCORE_UNIT;
}

/** Bins of one row, from its codes, one per feature. */
export function binRow(model: TreeModel, codes: ArrayLike<number>): Uint8Array {
  return Uint8Array.from(model.edges, (edges, feature) => binOf(edges, codes[feature]!));
}

/** Score of one row, from its codes. */
export function predictCodes(model: TreeModel, codes: ArrayLike<number>): number {
  return predictBinned(model.trees, binRow(model, codes));
}
