import * as z from "zod";
import { LEAF, type TreeModel } from "./trees/tree.ts";
import { serialiseTrees } from "./trees/tree-bytes.ts";

/** Ids of the used columns, and the trees' bytes in base64. */
export const treesSchema = z.strictObject({ columns: z.array(z.string()), model: z.base64() });
export type TreeParameters = z.infer<typeof treesSchema>;

/** Packs a model without the columns that no tree uses. */
export function packTrees(model: TreeModel, columnIds: readonly string[]): TreeParameters {
  const used = new Set<number>();
  for (const tree of model.trees) for (const feature of tree.feature) if (feature !== LEAF) used.add(feature);
  const kept = [...used].sort((a, b) => a - b);
  const positions = new Map(kept.map((feature, position) => [feature, position]));
  const trees = model.trees.map((tree) => ({
    ...tree,
    feature: tree.feature.map((feature) => positions.get(feature) ?? LEAF),
  }));
  const edges = kept.map((feature) => model.edges[feature]!);
  return {
    columns: kept.map((feature) => columnIds[feature]!),
    model: toBase64(serialiseTrees({ ...model, edges, trees })),
  };
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
