import { type BitReader, type BitWriter, bitWidth, createBitReader, createBitWriter, golombWidth } from "./bits.ts";
import { LEAF, type Tree, type TreeModel } from "./tree.ts";

const FORMAT = 1;
const BIN_BITS = 6;
/** Highest Golomb order tried for leaf values. */
const LARGEST_ORDER = 24;

/**
 * Nodes are in preorder. An inner node is a set bit, feature, bin, direction of missing values and the cover of its
 * left side, in as many bits as its own cover needs. A leaf is a clear bit and its value. Equal models give equal
 * bytes, and parsing restores every field.
 */
export function serialiseTrees(model: TreeModel): Uint8Array<ArrayBuffer> {
  const { edges, trees, rowCount } = model;
  const out = createBitWriter();
  out.write(FORMAT, 8);
  out.write(rowCount, 32);
  out.write(edges.length, 16);
  for (const featureEdges of edges) writeEdges(out, featureEdges);
  out.write(trees.length, 16);
  const order = bestOrder(trees);
  out.write(order, 5);
  const featureBits = bitWidth(Math.max(0, edges.length - 1));
  for (const tree of trees) {
    if (tree.cover[0] !== rowCount) throw new RangeError("a root that does not cover all rows");
    for (let node = 0; node < tree.feature.length; node++) {
      if (tree.feature[node] === LEAF) {
        out.write(0, 1);
        out.writeGolomb(zigzag(tree.value[node]!), order);
        continue;
      }
      out.write(1, 1);
      out.write(tree.feature[node]!, featureBits);
      out.write(tree.bin[node]!, BIN_BITS);
      out.write(tree.missingLeft[node]!, 1);
      out.write(tree.cover[node + 1]!, bitWidth(tree.cover[node]!));
    }
  }
  return out.finish();
}

/** @throws RangeError where the bytes are not those of a model. */
export function parseTrees(bytes: Uint8Array): TreeModel {
  const input = createBitReader(bytes);
  if (input.read(8) !== FORMAT) throw new RangeError("trees of an unknown format");
  const rowCount = input.read(32);
  const edges = Array.from({ length: input.read(16) }, () => readEdges(input));
  const treeCount = input.read(16);
  const order = input.read(5);
  const trees = Array.from({ length: treeCount }, () => readTree(input, edges.length, rowCount, order));
  return { edges, rowCount, trees };
}

function writeEdges(out: BitWriter, edges: Uint16Array): void {
  out.write(edges.length, BIN_BITS);
  if (edges.length === 0) return;
  let widest = 0;
  for (let i = 1; i < edges.length; i++) widest = Math.max(widest, bitWidth(edges[i]! - edges[i - 1]!));
  out.write(widest, 5);
  out.write(edges[0]!, 16);
  for (let i = 1; i < edges.length; i++) out.write(edges[i]! - edges[i - 1]!, widest);
}

function readEdges(input: BitReader): Uint16Array {
  const edges = new Uint16Array(input.read(BIN_BITS));
  if (edges.length === 0) return edges;
  const width = input.read(5);
  edges[0] = input.read(16);
  for (let i = 1; i < edges.length; i++) edges[i] = edges[i - 1]! + input.read(width);
  return edges;
}

function readTree(input: BitReader, featureCount: number, rowCount: number, order: number): Tree {
  const nodes: Record<keyof Tree, number[]> = {
    feature: [],
    bin: [],
    missingLeft: [],
    right: [],
    value: [],
    cover: [],
  };
  const featureBits = bitWidth(Math.max(0, featureCount - 1));
  const read = (cover: number): void => {
    const node = nodes.feature.length;
    const isInner = input.read(1) === 1;
    nodes.cover.push(cover);
    nodes.right.push(0);
    nodes.feature.push(isInner ? input.read(featureBits) : LEAF);
    nodes.bin.push(isInner ? input.read(BIN_BITS) : 0);
    nodes.missingLeft.push(isInner ? input.read(1) : 0);
    nodes.value.push(isInner ? 0 : unzigzag(input.readGolomb(order)));
    if (!isInner) return;
    const left = input.read(bitWidth(cover));
    if (left < 1 || left >= cover || nodes.feature[node]! >= featureCount)
      throw new RangeError("a node that cannot be");
    read(left);
    nodes.right[node] = nodes.feature.length;
    read(cover - left);
  };
  read(rowCount);
  return {
    feature: Uint16Array.from(nodes.feature),
    bin: Uint8Array.from(nodes.bin),
    missingLeft: Uint8Array.from(nodes.missingLeft),
    right: Uint16Array.from(nodes.right),
    value: Int32Array.from(nodes.value),
    cover: Uint32Array.from(nodes.cover),
  };
}

/** The order that takes the fewest bits over all leaves. */
function bestOrder(trees: readonly Tree[]): number {
  const bits = new Float64Array(LARGEST_ORDER + 1);
  for (const { feature, value } of trees)
    for (let node = 0; node < feature.length; node++)
      if (feature[node] === LEAF)
        for (let order = 0; order <= LARGEST_ORDER; order++) bits[order]! += golombWidth(zigzag(value[node]!), order);
  return bits.indexOf(Math.min(...bits));
}

/** Maps 0, −1, 1, −2, … to 0, 1, 2, 3, … */
function zigzag(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0;
}

function unzigzag(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}
