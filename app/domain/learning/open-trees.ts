import { codesOf, type RaceFeatures } from "#app/domain/features/matrix.ts";
import { fromBase64, type TreeParameters } from "./tree-parameters.ts";
import { binOf } from "./trees/bins.ts";
import { SCORE_UNIT } from "./trees/settings.ts";
import { findLeaf, LEAF, type Tree } from "./trees/tree.ts";
import { parseTrees } from "./trees/tree-bytes.ts";
import { explainRows } from "./trees/tree-shap.ts";

/**
 * Trees parsed from an artifact. Rows are the declared runners of a race, features its columns.
 *
 * @throws if the bytes are not those of trees
 */
export function openTrees({ columns, model }: TreeParameters) {
  const { edges, trees } = parseTrees(fromBase64(model));
  if (edges.length !== columns.length) throw new Error(`trees of ${edges.length} columns, not ${columns.length}`);
  const columnCount = columns.length;
  const features = new Map(columns.map((column, feature) => [column, feature]));
  /** Positions of the trees by feature; made by the first `vary`. */
  let treesByFeature: number[][] | null = null;

  const binRace = (race: RaceFeatures): Uint8Array => {
    const size = race.horseNums.length;
    const bins = new Uint8Array(size * columnCount);
    for (const [feature, column] of columns.entries()) {
      const codes = codesOf(race, column);
      for (let runner = 0; runner < size; runner++)
        bins[runner * columnCount + feature] = binOf(edges[feature]!, codes[runner]!);
    }
    return bins;
  };

  /** A copy of the bins with other codes; also the changed features, and whether a runner's bins differ. */
  const changeBins = (bins: Uint8Array, size: number, changes: ReadonlyMap<string, Uint16Array>) => {
    const changed = bins.slice();
    const isMoved = new Uint8Array(size);
    const changedFeatures: number[] = [];
    for (const [column, codes] of changes) {
      const feature = features.get(column);
      if (feature === undefined) continue;
      changedFeatures.push(feature);
      for (let runner = 0; runner < size; runner++) {
        const at = runner * columnCount + feature;
        changed[at] = binOf(edges[feature]!, codes[runner]!);
        if (changed[at] !== bins[at]) isMoved[runner] = 1;
      }
    }
    return { bins: changed, features: changedFeatures, isMoved };
  };

  /** Values in SCORE_UNIT. */
  const leavesOf = (bins: Uint8Array, runner: number) => {
    const first = runner * columnCount;
    const binAt = (feature: number) => bins[first + feature]!;
    return (tree: Tree) => tree.value[findLeaf(tree, binAt)]!;
  };

  const listTreesByFeature = () => {
    const lists = columns.map((): number[] => []);
    for (const [position, tree] of trees.entries()) {
      for (const feature of new Set(tree.feature)) if (feature !== LEAF) lists[feature]!.push(position);
    }
    return lists;
  };

  return {
    score(race: RaceFeatures): Float64Array {
      const bins = binRace(race);
      return Float64Array.from(race.horseNums, (_, runner) => {
        const leafOf = leavesOf(bins, runner);
        let sum = 0;
        for (const tree of trees) sum += leafOf(tree);
        return sum * SCORE_UNIT;
      });
    },

    /** Contribution of each column to `score` per declared runner, up to a constant of the race; in column order. */
    explain(race: RaceFeatures): Float64Array[] {
      const explained = explainRows(trees, binRace(race), columnCount).features;
      return columns.map((_, feature) =>
        Float64Array.from(race.horseNums, (_, runner) => explained[runner * columnCount + feature]!),
      );
    },

    /** `score` with other codes in some columns. Evaluates only the trees that use those columns. */
    vary(race: RaceFeatures): (changes: ReadonlyMap<string, Uint16Array>) => Float64Array {
      const bins = binRace(race);
      const size = race.horseNums.length;
      treesByFeature ??= listTreesByFeature();
      const lists = treesByFeature;
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
        const changed = changeBins(bins, size, changes);
        const affected = new Set(changed.features.flatMap((feature) => lists[feature]!));
        const outputs = sums.slice();
        for (let runner = 0; runner < size; runner++) {
          if (changed.isMoved[runner] === 0) continue;
          const leafOf = leavesOf(changed.bins, runner);
          for (const position of affected)
            outputs[runner]! += leafOf(trees[position]!) - values[position * size + runner]!;
        }
        return outputs.map((output) => output * SCORE_UNIT);
      };
    },
  };
}
