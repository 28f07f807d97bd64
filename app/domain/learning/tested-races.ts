import type { Pace } from "./pace.ts";
import { raceLogLoss } from "./race-likelihood.ts";
import { fitTemperature } from "./temperature.ts";
import { type TrainingRaces, takeRaces } from "./training-races.ts";
import { SCORE_UNIT } from "./trees/settings.ts";
import { LEAF, type Tree } from "./trees/tree.ts";

/** A tree's walk for one row, and a loss's work for one, in units of pace.ts. */
const WALK_UNITS = 8;
const LOSS_UNITS = 150;

/** Races that trees are tried on, binned column by column on the way in, then asked tree by tree. */
export interface TestedRaces {
  /** @param codes per row of the races tested @param bins the bin of every code */
  bin(feature: number, codes: Uint16Array, bins: Uint8Array): void;
  /**
   * Adds the trees to f, one after another.
   *
   * @param outputs per row of the races tested
   * @param onTree told the number of trees added so far, after each
   */
  addTrees(
    trees: readonly Tree[],
    outputs: Float64Array,
    pace: Pace,
    onTree?: (treeCount: number) => Promise<void>,
  ): Promise<void>;
  /** Log loss, summed over the races, at the temperature that suits them best. @param outputs as above */
  lossOf(outputs: Float64Array, pace: Pace): Promise<number>;
}

/** The races [from, to). */
export function createTestedRaces(races: TrainingRaces, from: number, to: number, featureCount: number): TestedRaces {
  const tested = takeRaces(races, from, to);
  const size = tested.rowCount;
  const binned = new Uint8Array(featureCount * size);
  return {
    bin(feature, codes, bins) {
      const first = feature * size;
      for (let row = 0; row < size; row++) binned[first + row] = bins[codes[row]!]!;
    },
    async addTrees(trees, outputs, pace, onTree = async () => {}) {
      for (const [position, tree] of trees.entries()) {
        addTree(tree, binned, outputs);
        const pause = pace.spend(WALK_UNITS * size);
        if (pause !== null) await pause;
        await onTree(position + 1);
      }
    },
    async lossOf(outputs, pace) {
      if (tested.raceCount === 0) return 0;
      const temperature = fitTemperature(tested, 0, outputs);
      const scaled = outputs.map((output) => output / temperature);
      const pause = pace.spend(LOSS_UNITS * size);
      if (pause !== null) await pause;
      return raceLogLoss(tested, 0, tested.raceCount, scaled) * tested.raceCount;
    },
  };
}

/** @param binned feature × rows + row */
function addTree({ feature, bin, missingLeft, right, value }: Tree, binned: Uint8Array, outputs: Float64Array): void {
  const size = outputs.length;
  for (let row = 0; row < size; row++) {
    let node = 0;
    for (let asked = feature[0]!; asked !== LEAF; asked = feature[node]!) {
      const own = binned[asked * size + row]!;
      const isLeft = own === 0 ? missingLeft[node] === 1 : own <= bin[node]!;
      node = isLeft ? node + 1 : right[node]!;
    }
    outputs[row]! += value[node]! * SCORE_UNIT;
  }
}
