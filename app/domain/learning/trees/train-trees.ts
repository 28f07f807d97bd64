import type { Pace } from "#app/domain/learning/pace.ts";
import { addTree } from "./add-tree.ts";
import { binsOfCodes, CODES, fitEdges } from "./bins.ts";
import { growTrees } from "./grow-trees.ts";
import type { TreeKernel } from "./kernel.ts";
import { planMemory } from "./memory-plan.ts";
import { checkSettings, SCORE_UNIT, type TreeRaces, type TreeSettings } from "./settings.ts";
import type { Tree, TreeModel } from "./tree.ts";
import { openWorkspace } from "./workspace.ts";

const READ_UNITS = 8;

export interface TreeTask {
  /** Exclusive to this training until it ends; its memory is overwritten. */
  kernel: TreeKernel;
  races: TreeRaces;
  featureCount: number;
  /** A feature's codes for every row of `races`, until the next call. Called once per feature, in order. */
  readFeature(feature: number): Promise<Uint16Array>;
  /** Called with the bin of every code of a feature, as fitted on what `readFeature` returned. */
  onBins?(feature: number, bins: Uint8Array): void;
  /** Scores before the first tree, per row; null = 0. */
  startScores: ArrayLike<number> | null;
  settings: TreeSettings;
  /** Trees from an earlier call; the result equals an uninterrupted one. */
  grown?: readonly Tree[];
}

export interface TreeWatch {
  pace: Pace;
  /** Progress from 0 to 1; may throw to end the training. */
  report(share: number): Promise<void>;
  /** Called after each tree; false ends the training with the trees so far. */
  goOn(tree: Tree, treeCount: number): boolean;
}

const READ_SHARE = 0.1;

/** @throws RangeError if the settings are invalid or the memory would not fit; also whatever `report` throws */
export async function trainTrees(task: TreeTask, { pace, report, goOn }: TreeWatch): Promise<TreeModel> {
  const { races, settings, featureCount } = task;
  checkSettings(settings);
  const plan = planMemory(races.raceStart, featureCount, settings);
  const edges: Uint16Array[] = [];
  const space = openWorkspace(task.kernel, plan, edges, races);
  const spend = async (units: number) => {
    await pace.spend(units);
  };

  const counts = new Uint32Array(CODES);
  const bins = new Uint8Array(CODES);
  for (let feature = 0; feature < featureCount; feature++) {
    const codes = await task.readFeature(feature);
    const fitted = fitEdges(codes, counts);
    edges.push(fitted);
    binsOfCodes(fitted, bins);
    task.onBins?.(feature, bins);
    const column = space.columnOf(feature);
    for (let row = 0; row < plan.rowCount; row++) column[row] = bins[codes[row]!]!;
    await spend(READ_UNITS * plan.rowCount);
    await report((READ_SHARE * (feature + 1)) / featureCount);
  }
  const { startScores } = task;
  if (startScores === null) space.scores.fill(0);
  else
    for (let row = 0; row < plan.rowCount; row++) space.scores[row] = Math.floor(startScores[row]! / SCORE_UNIT + 0.5);

  const trees: Tree[] = [];
  for (const tree of task.grown ?? []) {
    for (const units of addTree(space, tree)) await spend(units);
    trees.push(tree);
  }
  for (const step of growTrees(space, settings, trees.length)) {
    if (typeof step === "number") {
      await spend(step);
      continue;
    }
    trees.push(step);
    await report(READ_SHARE + ((1 - READ_SHARE) * trees.length) / settings.trees);
    if (!goOn(step, trees.length)) break;
  }
  return { edges, rowCount: plan.rowCount, trees };
}
