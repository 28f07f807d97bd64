import { addLeaves, addTree } from "./add-tree.ts";
import { gradientUnits, type TreeSettings } from "./settings.ts";
import {
  findSplit,
  type GrowingTree,
  type Leaf,
  leafValue,
  openRoot,
  openSides,
  STRICTER,
  splitLeaf,
} from "./split-leaf.ts";
import { flattenTree, type GrownNode, type Tree } from "./tree.ts";
import { drawRows, packRecords, writeGradients } from "./tree-rows.ts";
import type { Workspace } from "./workspace.ts";

/** Units (pace.ts) per row moved to a side of a split. */
const MOVE_UNITS = 2;

/**
 * Grows trees number `treeCount` up to `settings.trees`, updating the scores in the workspace. Yields each finished
 * tree and, like the generators that it calls, units (pace.ts) of finished work.
 */
export function* growTrees(space: Workspace, settings: TreeSettings, treeCount: number): Generator<number | Tree> {
  const { raceStart, plan } = space;
  const units = gradientUnits(raceStart.length - 1, plan.rowCount, settings.placeWeights);
  /** Whether the records hold the bins of all rows and features, so that the next whole tree needs no packing. */
  let isWholePacked = false;
  for (let tree = treeCount; tree < settings.trees; tree++) {
    const rows = yield* drawRows(space, settings, tree);
    if (!(rows.isWhole && isWholePacked)) yield* packRecords(space, rows);
    isWholePacked = rows.isWhole;
    yield* writeGradients(space, settings, units, rows);
    const { root, leaves } = yield* growTree({ space, settings, units, features: rows.features }, rows.rowCount);
    const grown = flattenTree(root);
    yield* rows.isEveryRace ? addLeaves(space, leaves) : addTree(space, grown);
    yield grown;
  }
}

/** Splits the leaf with the most gain until there are enough leaves or no gain. */
function* growTree(
  tree: GrowingTree,
  rowCount: number,
): Generator<number, { root: GrownNode; leaves: readonly Leaf[] }> {
  const { settings, units } = tree;
  const root = yield* openRoot(tree, rowCount);
  const leaves = [root];
  while (leaves.length < settings.leaves) {
    const leaf = findMostGain(leaves);
    if (leaf?.best == null) break;
    const sides = splitLeaf(tree, leaf, leaf.best);
    yield MOVE_UNITS * (leaf.to - leaf.from);
    if (sides === null) {
      leaf.strictness *= STRICTER;
      findSplit(tree, leaf);
      continue;
    }
    leaves.splice(leaves.indexOf(leaf), 1, ...sides);
    if (leaves.length < settings.leaves) yield* openSides(tree, leaf, sides, leaves.length - 1);
  }
  for (const leaf of leaves) leaf.node.value = leafValue(leaf, units, settings);
  return { root: root.node, leaves };
}

/** The leftmost of equal gains. */
function findMostGain(leaves: readonly Leaf[]): Leaf | null {
  let most: Leaf | null = null;
  for (const leaf of leaves)
    if (leaf.best !== null && (most?.best == null || leaf.best.gain > most.best.gain)) most = leaf;
  return most;
}
