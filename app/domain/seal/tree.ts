import { EMPTY_TREE, nodeHash } from "./hashes.ts";

/**
 * The append-only tree of a day (RFC 6962, 2.1). Stored are its perfect subtrees only: they never change when leaves are
 * added, and every tree, inclusion path and consistency proof of any size is made of a logarithmic number of them.
 */

/** A perfect subtree of 2^level leaves; `index` counts those of its level from the left. */
export interface Subtree {
  level: number;
  index: number;
}

export interface HashedSubtree extends Subtree {
  hash: string;
}

/** Leaves from `first` up to, without, `end`. */
export interface LeafRange {
  first: number;
  end: number;
}

/** A step from a leaf to the root: the range of the sibling's hash, and its side. */
export interface PathStep extends LeafRange {
  side: "L" | "R";
}

/** Reads the hash of a perfect subtree. */
export type ReadSubtree = (subtree: Subtree) => string;

/** The perfect subtrees that a range is made of, from the left; a range begins where its own size or more divides. */
export function coverOf({ first, end }: LeafRange): Subtree[] {
  const cover: Subtree[] = [];
  for (let at = first; at < end; ) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1;
    cover.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return cover;
}

/** Hash of a range of leaves as a tree of its own. */
export async function rangeHash(range: LeafRange, read: ReadSubtree): Promise<string> {
  return joinPeaks(coverOf(range).map(read));
}

/** One hash of the perfect subtrees of a tree, which grow smaller from the left. */
async function joinPeaks(peaks: readonly string[]): Promise<string> {
  let joined = peaks.at(-1) ?? EMPTY_TREE;
  for (const peak of peaks.slice(0, -1).reverse()) joined = await nodeHash(peak, joined);
  return joined;
}

/** The ranges beside the way from a leaf up to the root of the first `count` leaves, from below. */
export function inclusionSteps(position: number, count: number): PathStep[] {
  if (position < 0 || position >= count) throw new RangeError(`leaf ${position} is not among ${count}`);
  const fromAbove: PathStep[] = [];
  let range: LeafRange = { first: 0, end: count };
  while (range.end - range.first > 1) {
    const middle = splitOf(range);
    const left = { first: range.first, end: middle };
    const right = { first: middle, end: range.end };
    const isLeft = position < middle;
    fromAbove.push(isLeft ? { ...right, side: "R" } : { ...left, side: "L" });
    range = isLeft ? left : right;
  }
  return fromAbove.reverse();
}

/**
 * The ranges whose hashes prove that the tree of `count` leaves continues that of the first `earlier` (RFC 6962, 2.1.2). None if
 * these are the same, or if the earlier one has no leaf.
 */
export function consistencyRanges(earlier: number, count: number): LeafRange[] {
  if (earlier < 0 || earlier > count) throw new RangeError(`a tree of ${earlier} leaves is not before one of ${count}`);
  if (earlier === 0 || earlier === count) return [];
  const fromAbove: LeafRange[] = [];
  let range: LeafRange = { first: 0, end: count };
  // Whether the range begins at the tree's left edge: then the verifier knows the earlier root.
  let isWhole = true;
  while (range.end !== earlier) {
    const middle = splitOf(range);
    const left = { first: range.first, end: middle };
    const right = { first: middle, end: range.end };
    if (earlier <= middle) {
      fromAbove.push(right);
      range = left;
    } else {
      fromAbove.push(left);
      range = right;
      isWhole = false;
    }
  }
  if (!isWhole) fromAbove.push(range);
  return fromAbove.reverse();
}

/** Where a tree parts into its left and right half: after the largest power of two below its size. */
function splitOf({ first, end }: LeafRange): number {
  let half = 1;
  while (half * 2 < end - first) half *= 2;
  return first + half;
}

/** The state that appending needs: the perfect subtrees of all leaves so far, from the left, at most one a level. */
export type Frontier = readonly HashedSubtree[];

/** What appending has made. */
export interface Grown {
  frontier: Frontier;
  /** Perfect subtrees that are complete now, the leaves' own included. */
  made: HashedSubtree[];
  /** Hash of the whole tree. */
  root: string;
}

/** Appends leaves to a tree of `count` leaves: two hashes a leaf at most, whatever the size. */
export async function appendLeaves(frontier: Frontier, count: number, leaves: readonly string[]): Promise<Grown> {
  const peaks = [...frontier];
  const made: HashedSubtree[] = [];
  const add = (subtree: HashedSubtree) => {
    peaks.push(subtree);
    made.push(subtree);
  };
  for (const [offset, hash] of leaves.entries()) {
    add({ level: 0, index: count + offset, hash });
    for (;;) {
      const [left, right] = peaks.slice(-2);
      if (left === undefined || right === undefined || left.level !== right.level) break;
      peaks.splice(-2);
      add({ level: left.level + 1, index: left.index / 2, hash: await nodeHash(left.hash, right.hash) });
    }
  }
  return { frontier: peaks, made, root: await joinPeaks(peaks.map(({ hash }) => hash)) };
}
