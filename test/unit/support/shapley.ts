import { SCORE_UNIT } from "#app/domain/learning/trees/settings.ts";
import { LEAF, type Tree } from "#app/domain/learning/trees/tree.ts";

/**
 * Mean score if only some features are known: with an unknown one the row goes to both sides in proportion to their
 * covers.
 */
function knownValue(tree: Tree, bins: ArrayLike<number>, known: number, node = 0): number {
  const feature = tree.feature[node]!;
  if (feature === LEAF) return tree.value[node]! * SCORE_UNIT;
  const sides = [node + 1, tree.right[node]!] as const;
  if ((known >> feature) & 1) {
    const bin = bins[feature]!;
    const isLeft = bin === 0 ? tree.missingLeft[node] === 1 : bin <= tree.bin[node]!;
    return knownValue(tree, bins, known, isLeft ? sides[0] : sides[1]);
  }
  const sum = sides.reduce((total, side) => total + tree.cover[side]! * knownValue(tree, bins, known, side), 0);
  return sum / tree.cover[node]!;
}

/** Shapley values of one row by definition, over all subsets of `count` features. */
export function shapley(trees: readonly Tree[], bins: ArrayLike<number>, count: number): number[] {
  const values = Float64Array.from({ length: 1 << count }, (_, known) =>
    trees.reduce((sum, tree) => sum + knownValue(tree, bins, known), 0),
  );
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
  return Array.from({ length: count }, (_, feature) => {
    let sum = 0;
    for (let subset = 0; subset < 1 << count; subset++) {
      if ((subset >> feature) & 1) continue;
      const size = [...subset.toString(2)].filter((bit) => bit === "1").length;
      const weight = (factorial(size) * factorial(count - size - 1)) / factorial(count);
      sum += weight * (values[subset | (1 << feature)]! - values[subset]!);
    }
    return sum;
  });
}
