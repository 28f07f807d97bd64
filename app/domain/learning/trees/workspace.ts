import type { TreeKernel } from "./kernel.ts";
import { HISTOGRAM_BYTES, type MemoryPlan } from "./memory-plan.ts";
import type { TreeRaces } from "./settings.ts";

/** The kernel with its memory and views of it. */
export type Workspace = ReturnType<typeof openWorkspace>;

export function openWorkspace(kernel: TreeKernel, plan: MemoryPlan, edges: readonly Uint16Array[], races: TreeRaces) {
  const buffer = kernel.reserve(plan.pages);
  const { rowCount } = plan;
  const featuresOfTree = plan.histogramBytes / HISTOGRAM_BYTES;
  new Uint32Array(buffer, plan.raceStart, races.raceStart.length).set(races.raceStart);
  new Uint8Array(buffer, plan.places, rowCount).set(races.place);
  return {
    kernel: kernel.calls,
    plan,
    raceStart: races.raceStart,
    edges,
    columnOf: (feature: number) => new Uint8Array(buffer, plan.columns + feature * rowCount, rowCount),
    scores: new Int32Array(buffer, plan.scores, rowCount),
    raceList: new Uint32Array(buffer, plan.raceList, races.raceStart.length - 1),
    /** Addresses, by position among the tree's features. */
    columnsOfTree: new Uint32Array(buffer, plan.columnsOfTree, Math.ceil(featuresOfTree / 16) * 16),
    binCounts: new Uint8Array(buffer, plan.binCounts, featuresOfTree),
    /** The whole memory, for sums and results; `numbers` for gains. */
    words: new Uint32Array(buffer),
    numbers: new Float64Array(buffer),
  };
}
