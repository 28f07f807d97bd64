import * as z from "zod";
import type { RaceFeatures } from "#app/domain/features/matrix.ts";
import { binOf } from "./trees/bins.ts";
import { SCORE_UNIT } from "./trees/settings.ts";
import { findLeaf, LEAF, type Tree, type TreeModel } from "./trees/tree.ts";
import { parseTrees, serialiseTrees } from "./trees/tree-bytes.ts";
import { explainRows } from "./trees/tree-shap.ts";

/** Trees as stored in an artifact: ids of the columns they use, and their bytes in base64. */
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

/** Trees parsed from an artifact. */
interface OpenTrees {
  /** Sum of the trees, per declared runner. */
  score(race: RaceFeatures): Float64Array;
  /**
   * Contribution of each column to `score`, per declared runner, up to a constant shared by all runners; in column
   * order.
   */
  explain(race: RaceFeatures): Float64Array[];
  /** `score` with other codes in some columns. Evaluates only the trees that use those columns. */
  vary(race: RaceFeatures): (changes: ReadonlyMap<string, Uint16Array>) => Float64Array;
}

/** @throws if the bytes are not those of trees */
export function openTrees({ columns, model }: TreeParameters): OpenTrees {
  const { edges, trees } = parseTrees(fromBase64(model));
  if (edges.length !== columns.length) throw new Error(`trees of ${edges.length} columns, not ${columns.length}`);

  /** Bins of a race, runner by runner. */
  const binRace = (race: RaceFeatures) => {
    const size = race.horseNums.length;
    const bins = new Uint8Array(size * columns.length);
    for (const [feature, column] of columns.entries()) {
      const codes = race.codes.get(column);
      if (codes === undefined) throw new Error(`race ${race.raceId} comes without column ${column}`);
      const featureEdges = edges[feature]!;
      for (let runner = 0; runner < size; runner++) {
        bins[runner * columns.length + feature] = binOf(featureEdges, codes[runner]!);
      }
    }
    return bins;
  };
  /** A runner's value in a tree, in SCORE_UNIT. */
  const leavesOf = (bins: Uint8Array, runner: number) => {
    const first = runner * columns.length;
    const binAt = (feature: number) => bins[first + feature]!;
    return (tree: Tree) => tree.value[findLeaf(tree, binAt)]!;
  };
  const positions = new Map(columns.map((column, position) => [column, position]));
  let treesByColumn: number[][] | null = null;

  return {
    score(race) {
      const bins = binRace(race);
      const outputs = new Float64Array(race.horseNums.length);
      for (let runner = 0; runner < outputs.length; runner++) {
        const leafOf = leavesOf(bins, runner);
        let sum = 0;
        for (const tree of trees) sum += leafOf(tree);
        outputs[runner] = sum * SCORE_UNIT;
      }
      return outputs;
    },
    explain(race) {
      const { features } = explainRows(trees, binRace(race), columns.length);
      return columns.map((_, feature) =>
        Float64Array.from(race.horseNums, (_, runner) => features[runner * columns.length + feature]!),
      );
    },
    vary(race) {
      treesByColumn ??= listTreesByColumn(trees, columns.length);
      const treesUsing = treesByColumn;
      const bins = binRace(race);
      const size = race.horseNums.length;
      const values = new Int32Array(trees.length * size);
      const sums = new Float64Array(size);
      for (let runner = 0; runner < size; runner++) {
        const leafOf = leavesOf(bins, runner);
        for (const [position, tree] of trees.entries()) {
          const value = leafOf(tree);
          values[position * size + runner] = value;
          sums[runner]! += value;
        }
      }
      return (changes) => {
        const changed = bins.slice();
        const isMoved = new Uint8Array(size);
        const affected = new Set<number>();
        for (const [column, codes] of changes) {
          const feature = positions.get(column);
          if (feature === undefined) continue;
          for (const position of treesUsing[feature]!) affected.add(position);
          for (let runner = 0; runner < size; runner++) {
            const at = runner * columns.length + feature;
            changed[at] = binOf(edges[feature]!, codes[runner]!);
            if (changed[at] !== bins[at]) isMoved[runner] = 1;
          }
        }
        const outputs = sums.slice();
        for (let runner = 0; runner < size; runner++) {
          if (isMoved[runner] === 0) continue;
          const leafOf = leavesOf(changed, runner);
          for (const position of affected)
            outputs[runner]! += leafOf(trees[position]!) - values[position * size + runner]!;
        }
        return outputs.map((output) => output * SCORE_UNIT);
      };
    },
  };
}

/** Per column, the positions of the trees that use it. */
function listTreesByColumn(trees: readonly Tree[], columnCount: number): number[][] {
  const lists = Array.from({ length: columnCount }, (): number[] => []);
  for (const [position, tree] of trees.entries()) {
    for (const feature of new Set(tree.feature)) if (feature !== LEAF) lists[feature]!.push(position);
  }
  return lists;
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
