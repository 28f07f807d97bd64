import { rowsPerCall } from "./kernel.ts";
import { sampleFeatures, sampleRaces, shareOfRaces } from "./sampling.ts";
import type { GradientUnits, TreeSettings } from "./settings.ts";
import type { Workspace } from "./workspace.ts";

/** Units (pace.ts) per row's gradient, and per bin copied from a column or packed into a record. */
const GRADIENT_UNITS = 12;
const COPY_UNITS = 0.25;
const PACK_UNITS = 0.25;

export interface TreeRows {
  raceCount: number;
  rowCount: number;
  /** Ascending. */
  features: Uint16Array;
  /** Record numbers are row numbers. */
  isEveryRace: boolean;
  isWhole: boolean;
}

/** Draws a tree's races and features, numbers its rows, and copies the columns of the sampled rows. */
export function* drawRows(space: Workspace, settings: TreeSettings, tree: number): Generator<number, TreeRows> {
  const { kernel, plan, raceStart } = space;
  const { seed } = settings;
  const share = shareOfRaces(settings, plan.rowCount);
  const races = sampleRaces(raceStart, { seed, tree, share, capacity: plan.recordCount });
  space.raceList.set(races);
  const isEveryRace = races.length === raceStart.length - 1;
  let rowCount = 0;
  for (const race of races) rowCount += raceStart[race + 1]! - raceStart[race]!;
  kernel.numberRows(plan.rows, rowCount);
  yield raceStart.length + rowCount;

  const features = sampleFeatures(plan.featureCount, { ...settings, tree });
  for (const [position, feature] of features.entries()) {
    space.binCounts[position] = space.edges[feature]!.length;
    let column = plan.columns + feature * plan.rowCount;
    if (!isEveryRace) {
      const copy = plan.sample + position * plan.sampleBytes;
      kernel.copyRaces(column, plan.raceStart, plan.raceList, races.length, copy);
      column = copy;
      yield COPY_UNITS * rowCount;
    }
    space.columnsOfTree.fill(column, position);
  }
  const isWhole = isEveryRace && features.length === plan.featureCount;
  return { raceCount: races.length, rowCount, features, isEveryRace, isWhole };
}

/** Copies the bins of the tree's rows into their records. */
export function* packRecords({ kernel, plan, columnsOfTree }: Workspace, { rowCount }: TreeRows): Generator<number> {
  const perRow = PACK_UNITS * columnsOfTree.length;
  const perCall = rowsPerCall(perRow);
  for (let from = 0; from < rowCount; from += perCall) {
    const to = Math.min(rowCount, from + perCall);
    kernel.packRecords(plan.columnsOfTree, columnsOfTree.length, from, to, plan.records, plan.recordBytes);
    yield perRow * (to - from);
  }
}

/** Writes the gradients of the tree's rows, at the current scores, into their records. */
export function* writeGradients(
  { kernel, plan }: Workspace,
  { placeWeights: [first, second, third] }: Pick<TreeSettings, "placeWeights">,
  units: GradientUnits,
  { raceCount, rowCount }: TreeRows,
): Generator<number> {
  const perRace = GRADIENT_UNITS * Math.max(1, rowCount / raceCount);
  const perCall = rowsPerCall(perRace);
  let record = 0;
  for (let from = 0; from < raceCount; from += perCall) {
    const to = Math.min(raceCount, from + perCall);
    record = kernel.gradients(
      plan.raceStart,
      plan.raceList,
      from,
      to,
      plan.scores,
      plan.places,
      record,
      plan.records,
      plan.recordBytes,
      plan.scratch,
      first,
      second,
      third,
      1 / units.g,
      1 / units.h,
    );
    yield perRace * (to - from);
  }
}
