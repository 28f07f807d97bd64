import type { Pace } from "./pace.ts";
import { raceLogLoss } from "./race-likelihood.ts";
import { fitTemperature } from "./temperature.ts";
import type { TrainingRaces } from "./training-races.ts";
import { binsOfCodes } from "./trees/bins.ts";
import { SCORE_UNIT } from "./trees/settings.ts";
import { findLeaf, type TreeModel } from "./trees/tree.ts";

/** A tree's walk for one row, in units of pace.ts. */
const WALK_UNITS = 12;

/** The held-back races' codes, kept from a pass over the columns to see what trees say of them. */
export interface HeldBackRows {
  /** Keeps a column's codes of the held-back rows. @param codes per row of the races */
  keep(feature: number, codes: Uint16Array): void;
  /**
   * Adds trees to f, one after another.
   *
   * @param outputs per row of the races; those of the held-back rows move along
   * @param onTree told the number of trees added so far, after each
   */
  addTrees(model: TreeModel, outputs: Float64Array, pace: Pace, onTree?: (treeCount: number) => void): Promise<void>;
  /** Mean log loss of the held-back races at the temperature that suits them best. @param outputs per row of the races */
  lossOf(outputs: Float64Array): number;
}

export function createHeldBackRows(races: TrainingRaces, heldBackFrom: number, featureCount: number): HeldBackRows {
  const firstRow = races.raceStart[heldBackFrom]!;
  const size = races.rowCount - firstRow;
  const kept = new Uint16Array(featureCount * size);
  return {
    keep(feature, codes) {
      kept.set(codes.subarray(firstRow), feature * size);
    },
    async addTrees({ edges, trees }, outputs, pace, onTree = () => {}) {
      const bins = new Uint8Array(kept.length);
      for (let feature = 0; feature < featureCount; feature++) {
        const table = binsOfCodes(edges[feature]!);
        for (let i = feature * size; i < (feature + 1) * size; i++) bins[i] = table[kept[i]!]!;
      }
      for (const [position, tree] of trees.entries()) {
        for (let row = 0; row < size; row++) {
          const leaf = findLeaf(tree, (feature) => bins[feature * size + row]!);
          outputs[firstRow + row]! += tree.value[leaf]! * SCORE_UNIT;
        }
        onTree(position + 1);
        const pause = pace.spend(WALK_UNITS * size);
        if (pause !== null) await pause;
      }
    },
    lossOf(outputs) {
      const temperature = fitTemperature(races, heldBackFrom, outputs);
      const scaled = outputs.map((output) => output / temperature);
      return raceLogLoss(races, heldBackFrom, races.raceCount, scaled);
    },
  };
}
