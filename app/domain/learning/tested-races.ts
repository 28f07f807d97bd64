import { fitTemperature } from "./calibration/temperature.ts";
import type { Pace } from "./pace.ts";
import { raceLogLoss } from "./race-likelihood.ts";
import { sliceRaces, type TrainingRaces } from "./training-races.ts";
import { addTree } from "./trees/add-tree.ts";
import type { TreeKernel } from "./trees/kernel.ts";
import { createLayout, PAGE_BYTES } from "./trees/memory-plan.ts";
import { SCORE_UNIT } from "./trees/settings.ts";
import type { Tree } from "./trees/tree.ts";

/** Units per row (pace.ts) for finding the temperature and the loss. */
const LOSS_UNITS = 150;

export type TestedRaces = ReturnType<typeof createTestedRaces>;

/**
 * Races on which trees are evaluated: binned by column, then scored by tree. Arrays have a number per row of the races.
 *
 * @param layout of the kernel's memory behind a training's: there is no room for the bins elsewhere
 */
export function createTestedRaces(
  races: TrainingRaces,
  { from, to, featureCount }: { from: number; to: number; featureCount: number },
  kernel: TreeKernel,
  { place, bytes } = createLayout(),
) {
  const tested = sliceRaces(races, from, to);
  const size = tested.rowCount;
  const reserve = () => kernel.reserve(Math.ceil(bytes() / PAGE_BYTES));
  const columns = place(featureCount * size);
  reserve();
  return {
    /** @param bins the bin of every code */
    bin(feature: number, codes: Uint16Array, bins: Uint8Array): void {
      const binned = new Uint8Array(reserve(), columns + feature * size, size);
      for (let row = 0; row < size; row++) binned[row] = bins[codes[row]!]!;
    },
    /**
     * Adds the trees to f one by one, from `start`. Calls `onTree` before the first tree and after each, with the
     * number of trees added and a function that returns f, in the same memory each time.
     */
    async addTrees(
      trees: readonly Tree[],
      start: Float64Array,
      pace: Pace,
      onTree: (treeCount: number, readOutputs: () => Float64Array) => Promise<void>,
    ): Promise<void> {
      const nodes = trees.reduce((most, { feature }) => Math.max(most, feature.length), 0);
      const plan = {
        ...{ rowCount: size, columns },
        splits: place(nodes * 16),
        leafValues: place(nodes * 4),
        scores: place(size * 4),
      };
      const buffer = reserve();
      const scores = new Int32Array(buffer, plan.scores, size).fill(0);
      const rows = { kernel: kernel.calls, plan, words: new Uint32Array(buffer) };
      const outputs = new Float64Array(size);
      const readOutputs = () => {
        for (let row = 0; row < size; row++) outputs[row] = start[row]! + scores[row]! * SCORE_UNIT;
        return outputs;
      };
      await onTree(0, readOutputs);
      for (const [position, tree] of trees.entries()) {
        // addTree counts covers, but the model's covers are of the training rows.
        for (const units of addTree(rows, { ...tree, cover: new Uint32Array(tree.cover.length) })) {
          await pace.spend(units);
        }
        await onTree(position + 1, readOutputs);
      }
    },
    /** Summed, at the temperature that minimises it. Overwrites f. */
    async lossOf(outputs: Float64Array, pace: Pace): Promise<number> {
      if (tested.raceCount === 0) return 0;
      const temperature = fitTemperature(tested, 0, outputs);
      for (let row = 0; row < size; row++) outputs[row]! /= temperature;
      await pace.spend(LOSS_UNITS * size);
      return raceLogLoss(tested, 0, tested.raceCount, outputs) * tested.raceCount;
    },
  };
}
