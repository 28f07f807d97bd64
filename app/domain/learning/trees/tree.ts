/**
 * Nodes in preorder: the left child is the next node. A runner goes left if its bin is at most the node's, or if the
 * value is missing and `missingLeft` is set.
 */
export interface Tree {
  feature: Uint16Array;
  /** Last bin of the left side. */
  bin: Uint8Array;
  missingLeft: Uint8Array;
  right: Uint16Array;
  /** A leaf's value in SCORE_UNIT; 0 in inner nodes. */
  value: Int32Array;
  /** Training rows that reach the node; at least one. */
  cover: Uint32Array;
}

export const LEAF = 0xffff;

/** A score is the sum of one leaf per tree. */
export interface TreeModel {
  /** Highest code of each value bin, per feature. */
  edges: Uint16Array[];
  /** Training rows: the cover of every root. */
  rowCount: number;
  trees: Tree[];
}

export function findLeaf(tree: Tree, binAt: (feature: number) => number): number {
  let node = 0;
  while (tree.feature[node] !== LEAF) {
    const bin = binAt(tree.feature[node]!);
    const isLeft = bin === 0 ? tree.missingLeft[node] === 1 : bin <= tree.bin[node]!;
    node = isLeft ? node + 1 : tree.right[node]!;
  }
  return node;
}

export interface GrownNode {
  split: { feature: number; bin: number; missingLeft: boolean; left: GrownNode; right: GrownNode } | null;
  value: number;
  cover: number;
}

export function flattenTree(root: GrownNode): Tree {
  const nodes: { node: GrownNode; right: number }[] = [];
  const visit = (node: GrownNode): void => {
    const entry = { node, right: 0 };
    nodes.push(entry);
    if (node.split === null) return;
    visit(node.split.left);
    entry.right = nodes.length;
    visit(node.split.right);
  };
  visit(root);
  return {
    feature: Uint16Array.from(nodes, ({ node }) => node.split?.feature ?? LEAF),
    bin: Uint8Array.from(nodes, ({ node }) => node.split?.bin ?? 0),
    missingLeft: Uint8Array.from(nodes, ({ node }) => (node.split?.missingLeft ? 1 : 0)),
    right: Uint16Array.from(nodes, ({ right }) => right),
    value: Int32Array.from(nodes, ({ node }) => (node.split === null ? node.value : 0)),
    cover: Uint32Array.from(nodes, ({ node }) => node.cover),
  };
}
