import { EMPTY_TREE, nodeHash } from "./hashes.ts";

/**
 * The append-only tree of a day (RFC 6962, 2.1). Only perfect subtrees are stored: appending never changes them, and
 * trees, inclusion paths and consistency proofs need a logarithmic number of them.
 */

/** 2^level leaves; `index` counts those of its level from the left. */
export interface Subtree {
  level: number;
  index: number;
}

export interface HashedSubtree extends Subtree {
  hash: string;
}

/** Leaves [first, end). */
export interface LeafRange {
  first: number;
  end: number;
}

/** Range of the sibling's hash, and its side. */
export interface PathStep extends LeafRange {
  side: "L" | "R";
}

export type ReadSubtree = (subtree: Subtree) => string;

/** The perfect subtrees of a range, from the left. `first` must be a multiple of the range's largest subtree. */
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

export async function rangeHash(range: LeafRange, read: ReadSubtree): Promise<string> {
  return joinPeaks(coverOf(range).map(read));
}

/** Joins the perfect subtrees, which grow smaller from the left. */
async function joinPeaks(peaks: readonly string[]): Promise<string> {
  let joined = peaks.at(-1) ?? EMPTY_TREE;
  for (const peak of peaks.slice(0, -1).reverse()) joined = await nodeHash(peak, joined);
  return joined;
}

/** Sibling ranges from a leaf up to the root of the first `count` leaves. */
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

/** Ranges whose hashes prove that the tree of `count` leaves continues that of `earlier` leaves (RFC 6962, 2.1.2). */
export function consistencyRanges(earlier: number, count: number): LeafRange[] {
  if (earlier < 0 || earlier > count) throw new RangeError(`a tree of ${earlier} leaves is not before one of ${count}`);
  if (earlier === 0 || earlier === count) return [];
  const fromAbove: LeafRange[] = [];
  let range: LeafRange = { first: 0, end: count };
  // The range begins at the tree's left edge, so the verifier knows the earlier root.
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

/** The end of the left half: the largest power of two below its size. */
function splitOf({ first, end }: LeafRange): number {
  let half = 1;
  while (half * 2 < end - first) half *= 2;
  return first + half;
}

/** State for appending: the perfect subtrees of all leaves, from the left, at most one per level. */
export type Frontier = readonly HashedSubtree[];

export interface Grown {
  frontier: Frontier;
  /** Completed perfect subtrees, the leaves' own included. */
  made: HashedSubtree[];
  root: string;
}

/** Appends to a tree of `count` leaves; at most two hashes per leaf. */
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
