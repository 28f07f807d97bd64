import { MEMORY_LIMIT, PAGE_BYTES } from "./memory-plan.ts";

/** Exports of kernel/ for the trees (all files but logit.ts). Arguments are byte offsets in the memory and counts. */
export interface Kernel {
  addHistogram(
    records: number,
    stride: number,
    rows: number,
    from: number,
    to: number,
    featureCount: number,
    histogram: number,
  ): void;
  subtract(parent: number, child: number, out: number, bytes: number): void;
  clear(at: number, bytes: number): void;
  numberRows(rows: number, count: number): void;
  copyRaces(column: number, raceStart: number, raceList: number, listed: number, out: number): void;
  packRecords(columns: number, columnCount: number, from: number, to: number, records: number, stride: number): void;
  partition(
    column: number,
    rows: number,
    from: number,
    to: number,
    lastLeftBin: number,
    missingLeft: number,
    spare: number,
  ): number;
  gradients(
    raceStart: number,
    raceList: number,
    from: number,
    to: number,
    scores: number,
    places: number,
    firstRecord: number,
    records: number,
    stride: number,
    scratch: number,
    weight1: number,
    weight2: number,
    weight3: number,
    gScale: number,
    hScale: number,
  ): number;
  findSplit(
    histogram: number,
    featureCount: number,
    binCounts: number,
    g: number,
    h: number,
    gUnit: number,
    hUnit: number,
    lambda: number,
    minHessian: number,
    result: number,
  ): void;
  addLeaf(rows: number, from: number, to: number, value: number, scores: number): void;
  addTree(splits: number, splitCount: number, values: number, from: number, to: number, scores: number): void;
}

/** About 5 ms. */
const UNITS_PER_CALL = 3_000_000;

export function rowsPerCall(unitsPerRow: number): number {
  return Math.max(1, Math.floor(UNITS_PER_CALL / unitsPerRow));
}

export interface TreeKernel {
  calls: Kernel;
  /** Grows the memory to at least `pages`; earlier views are detached. */
  reserve(pages: number): ArrayBuffer;
}

/** The memory only grows, so open one kernel for consecutive trainings. */
export function openKernel(module: WebAssembly.Module): TreeKernel {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: MEMORY_LIMIT / PAGE_BYTES });
  const calls = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernel;
  return {
    calls,
    reserve(pages) {
      const missing = pages - memory.buffer.byteLength / PAGE_BYTES;
      if (missing > 0) memory.grow(missing);
      return memory.buffer;
    },
  };
}
