import type { Kernel, TreeKernel } from "./kernel.ts";
import { HISTOGRAM_BYTES, type MemoryPlan } from "./memory-plan.ts";
import type { TreeRaces } from "./settings.ts";

/** The kernel with its memory and views of it. */
export interface Workspace {
  kernel: Kernel;
  plan: MemoryPlan;
  raceStart: Uint32Array;
  edges: readonly Uint16Array[];
  columnOf(feature: number): Uint8Array;
  scores: Int32Array;
  raceList: Uint32Array;
  /** Addresses of the tree's columns, by position among its features. */
  columnsOfTree: Uint32Array;
  binCounts: Uint8Array;
  /** The memory as 32-bit words, for sums and results. */
  words: Uint32Array;
  /** The memory as 64-bit floats, for gains. */
  numbers: Float64Array;
}

interface WorkspaceParts {
  kernel: TreeKernel;
  plan: MemoryPlan;
  edges: readonly Uint16Array[];
  races: TreeRaces;
}

export function openWorkspace({ kernel, plan, edges, races }: WorkspaceParts): Workspace {
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
    columnOf: (feature) => new Uint8Array(buffer, plan.columns + feature * rowCount, rowCount),
    scores: new Int32Array(buffer, plan.scores, rowCount),
    raceList: new Uint32Array(buffer, plan.raceList, races.raceStart.length - 1),
    columnsOfTree: new Uint32Array(buffer, plan.columnsOfTree, Math.ceil(featuresOfTree / 16) * 16),
    binCounts: new Uint8Array(buffer, plan.binCounts, featuresOfTree),
    words: new Uint32Array(buffer),
    numbers: new Float64Array(buffer),
  };
}
