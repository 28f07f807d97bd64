import * as z from "zod";
import type { RaceFeatures } from "../features/matrix.ts";
import { binOf } from "./trees/bins.ts";
import { SCORE_UNIT } from "./trees/settings.ts";
import { findLeaf, LEAF, type TreeModel } from "./trees/tree.ts";
import { parseTrees, serialiseTrees } from "./trees/tree-bytes.ts";

/** Trees as an artifact keeps them: the columns that they ask for, and their bytes in base64. */
export const treesSchema = z.strictObject({ columns: z.array(z.string()), model: z.base64() });
export type TreeParameters = z.infer<typeof treesSchema>;

/** Without the columns that no tree asks for. */
export function packTrees(model: TreeModel, columnIds: readonly string[]): TreeParameters {
  const used = new Set<number>();
  for (const { feature } of model.trees) for (const asked of feature) if (asked !== LEAF) used.add(asked);
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

/** @returns what the trees add to f, per declared runner. @throws when the bytes are not those of trees */
export function openTrees({ columns, model }: TreeParameters): (race: RaceFeatures) => Float64Array {
  const { edges, trees } = parseTrees(fromBase64(model));
  if (edges.length !== columns.length) throw new Error(`trees of ${edges.length} columns, not ${columns.length}`);
  return (race) => {
    const size = race.horseNums.length;
    // Runner by runner, the bins of one side by side.
    const bins = new Uint8Array(size * columns.length);
    for (const [feature, column] of columns.entries()) {
      const codes = race.codes.get(column);
      if (codes === undefined) throw new Error(`race ${race.raceId} comes without column ${column}`);
      const featureEdges = edges[feature]!;
      for (let runner = 0; runner < size; runner++) {
        bins[runner * columns.length + feature] = binOf(featureEdges, codes[runner]!);
      }
    }
    const outputs = new Float64Array(size);
    for (let runner = 0; runner < size; runner++) {
      const first = runner * columns.length;
      const binAt = (feature: number) => bins[first + feature]!;
      let sum = 0;
      for (const tree of trees) sum += tree.value[findLeaf(tree, binAt)]!;
      outputs[runner] = sum * SCORE_UNIT;
    }
    return outputs;
  };
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
