import { codesOf, type RaceFeatures } from "#app/domain/features/matrix.ts";
import { fromBase64, type TreeParameters } from "./tree-parameters.ts";
import { binOf } from "./trees/bins.ts";
import { SCORE_UNIT } from "./trees/settings.ts";
import { findLeaf, LEAF, type Tree } from "./trees/tree.ts";
import { parseTrees } from "./trees/tree-bytes.ts";
import { explainRows } from "./trees/tree-shap.ts";

/** Trees parsed from an artifact. Rows are the declared runners of a race, features its columns. */
export class OpenTrees {
  readonly #columns: readonly string[];
  readonly #edges: readonly Uint16Array[];
  readonly #trees: readonly Tree[];
  readonly #features: ReadonlyMap<string, number>;
  /** Positions of the trees by feature; built by the first `vary`. */
  #treesByFeature: number[][] | null = null;

  /** @throws if the bytes are not those of trees */
  constructor({ columns, model }: TreeParameters) {
    const { edges, trees } = parseTrees(fromBase64(model));
    if (edges.length !== columns.length) throw new Error(`trees of ${edges.length} columns, not ${columns.length}`);
    this.#columns = columns;
    this.#edges = edges;
    this.#trees = trees;
    this.#features = new Map(columns.map((column, feature) => [column, feature]));
  }

  score(race: RaceFeatures): Float64Array {
    const bins = this.#binRace(race);
    const outputs = new Float64Array(race.horseNums.length);
    for (let runner = 0; runner < outputs.length; runner++) {
      const leafOf = this.#leavesOf(bins, runner);
      let sum = 0;
      for (const tree of this.#trees) sum += leafOf(tree);
      outputs[runner] = sum * SCORE_UNIT;
    }
    return outputs;
  }

  /** Contribution of each column to `score` per declared runner, up to a constant of the race; in column order. */
  explain(race: RaceFeatures): Float64Array[] {
    const columnCount = this.#columns.length;
    const { features } = explainRows(this.#trees, this.#binRace(race), columnCount);
    return this.#columns.map((_, feature) =>
      Float64Array.from(race.horseNums, (_, runner) => features[runner * columnCount + feature]!),
    );
  }

  /** `score` with other codes in some columns. Evaluates only the trees that use those columns. */
  vary(race: RaceFeatures): (changes: ReadonlyMap<string, Uint16Array>) => Float64Array {
    const bins = this.#binRace(race);
    const size = race.horseNums.length;
    const trees = this.#trees;
    const treesByFeature = this.#listTreesByFeature();
    const values = new Int32Array(trees.length * size);
    const sums = new Float64Array(size);
    for (let runner = 0; runner < size; runner++) {
      const leafOf = this.#leavesOf(bins, runner);
      for (const [position, tree] of trees.entries()) {
        const value = leafOf(tree);
        values[position * size + runner] = value;
        sums[runner]! += value;
      }
    }
    return (changes) => {
      const changed = this.#changeBins(bins, size, changes);
      const affected = new Set<number>();
      for (const feature of changed.features) for (const position of treesByFeature[feature]!) affected.add(position);
      const outputs = sums.slice();
      for (let runner = 0; runner < size; runner++) {
        if (changed.isMoved[runner] === 0) continue;
        const leafOf = this.#leavesOf(changed.bins, runner);
        for (const position of affected)
          outputs[runner]! += leafOf(trees[position]!) - values[position * size + runner]!;
      }
      return outputs.map((output) => output * SCORE_UNIT);
    };
  }

  #binRace(race: RaceFeatures): Uint8Array {
    const size = race.horseNums.length;
    const columnCount = this.#columns.length;
    const bins = new Uint8Array(size * columnCount);
    for (const [feature, column] of this.#columns.entries()) {
      const codes = codesOf(race, column);
      const edges = this.#edges[feature]!;
      for (let runner = 0; runner < size; runner++) bins[runner * columnCount + feature] = binOf(edges, codes[runner]!);
    }
    return bins;
  }

  /** A copy of the bins with other codes; also the changed features, and whether a runner's bins differ. */
  #changeBins(bins: Uint8Array, size: number, changes: ReadonlyMap<string, Uint16Array>) {
    const columnCount = this.#columns.length;
    const changed = bins.slice();
    const isMoved = new Uint8Array(size);
    const features: number[] = [];
    for (const [column, codes] of changes) {
      const feature = this.#features.get(column);
      if (feature === undefined) continue;
      features.push(feature);
      const edges = this.#edges[feature]!;
      for (let runner = 0; runner < size; runner++) {
        const at = runner * columnCount + feature;
        changed[at] = binOf(edges, codes[runner]!);
        if (changed[at] !== bins[at]) isMoved[runner] = 1;
      }
    }
    return { bins: changed, features, isMoved };
  }

  /** Values in SCORE_UNIT. */
  #leavesOf(bins: Uint8Array, runner: number): (tree: Tree) => number {
    const first = runner * this.#columns.length;
    const binAt = (feature: number) => bins[first + feature]!;
    return (tree) => tree.value[findLeaf(tree, binAt)]!;
  }

  #listTreesByFeature(): number[][] {
    if (this.#treesByFeature !== null) return this.#treesByFeature;
    const lists = this.#columns.map((): number[] => []);
    for (const [position, tree] of this.#trees.entries()) {
      for (const feature of new Set(tree.feature)) if (feature !== LEAF) lists[feature]!.push(position);
    }
    this.#treesByFeature = lists;
    return lists;
  }
}
