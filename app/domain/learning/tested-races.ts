import { fitTemperature } from "./calibration/temperature.ts";
import type { Pace } from "./pace.ts";
import { raceLogLoss } from "./race-likelihood.ts";
import { type TrainingRaces, takeRaces } from "./training-races.ts";
import { addTree } from "./trees/add-tree.ts";
import type { TreeKernel } from "./trees/kernel.ts";
import { SCORE_UNIT } from "./trees/settings.ts";
import type { Tree } from "./trees/tree.ts";

/** Units per row (pace.ts) for finding the temperature and the loss. */
const LOSS_UNITS = 150;
/** Bytes the kernel reserves at the start of its memory; it may also read this far beyond a column. */
const KERNEL_BYTES = 1024;
const PAGE = 65_536;

/** Races on which trees are evaluated: binned column by column, then scored tree by tree. */
export interface TestedRaces {
  /**
   * @param codes per row of the races
   * @param bins the bin of every code
   */
  bin(feature: number, codes: Uint16Array, bins: Uint8Array): void;
  /**
   * Adds the trees to f one by one.
   *
   * @param kernel the call overwrites its memory
   * @param start f before the first tree, per row of the races
   * @param onTree called with the number of trees added, before the first and after each, and a function that returns f
   */
  addTrees(
    kernel: TreeKernel,
    trees: readonly Tree[],
    start: Float64Array,
    pace: Pace,
    onTree: (treeCount: number, readOutputs: () => Float64Array) => Promise<void>,
  ): Promise<void>;
  /** Log loss summed over the races, at the temperature that minimises it. @param outputs f per row */
  lossOf(outputs: Float64Array, pace: Pace): Promise<number>;
}

/** Prepares races [from, to) for evaluation. */
export function createTestedRaces(races: TrainingRaces, from: number, to: number, featureCount: number): TestedRaces {
  const tested = takeRaces(races, from, to);
  const size = tested.rowCount;
  const binned = new Uint8Array(featureCount * size);
  return {
    bin(feature, codes, bins) {
      const first = feature * size;
      for (let row = 0; row < size; row++) binned[first + row] = bins[codes[row]!]!;
    },
    async addTrees(kernel, trees, start, pace, onTree) {
      const plan = planRows(size, featureCount, trees);
      const buffer = kernel.reserve(Math.ceil(plan.bytes / PAGE));
      new Uint8Array(buffer, plan.columns, binned.length).set(binned);
      const scores = new Int32Array(buffer, plan.scores, size).fill(0);
      const rows = { kernel: kernel.calls, plan, words: new Uint32Array(buffer) };
      const readOutputs = () => start.map((output, row) => output + scores[row]! * SCORE_UNIT);
      await onTree(0, readOutputs);
      for (const [position, tree] of trees.entries()) {
        // addTree counts covers, but the model's covers are of the training rows: give it a throwaway array.
        for (const units of addTree(rows, { ...tree, cover: new Uint32Array(tree.cover.length) })) {
          const pause = pace.spend(units);
          if (pause !== null) await pause;
        }
        await onTree(position + 1, readOutputs);
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

/** Lays out the kernel's memory. */
function planRows(rowCount: number, featureCount: number, trees: readonly Tree[]) {
  const nodes = trees.reduce((most, { feature }) => Math.max(most, feature.length), 0);
  let bytes = KERNEL_BYTES;
  const take = (size: number) => {
    const at = bytes;
    bytes += Math.ceil(size / 64) * 64;
    return at;
  };
  const plan = {
    rowCount,
    splits: take(nodes * 16),
    leafValues: take(nodes * 4),
    scores: take(rowCount * 4),
    columns: take(featureCount * rowCount),
  };
  return { ...plan, bytes };
}
