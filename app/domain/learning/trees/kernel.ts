import { MEMORY_LIMIT, PAGE } from "./memory-plan.ts";

/** Exports of kernel/ for the trees, which is all of its files but logit.ts. Arguments are byte offsets in the memory and counts. */
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
  addTree(splits: number, splitCount: number, values: number, from: number, to: number, scores: number): void;
}

/** Most units (pace.ts) per call into the kernel: about 5 ms. */
const UNITS_PER_CALL = 3_000_000;

/** Most rows, or races, per call into the kernel. */
export function rowsPerCall(unitsPerRow: number): number {
  return Math.max(1, Math.floor(UNITS_PER_CALL / unitsPerRow));
}

/** The kernel bound to a memory, for any number of trainings one after another. */
export interface TreeKernel {
  calls: Kernel;
  /** Grows the memory to at least `pages` and returns it. Views made before a growth are detached. */
  reserve(pages: number): ArrayBuffer;
}

/**
 * Instantiates the kernel. Its memory only grows, so open it once for consecutive trainings: they share what the
 * largest one needs.
 *
 * @param module compiled `build/kernel/trees.wasm`: a Worker may not compile from bytes, so its entry imports it
 */
export function openKernel(module: WebAssembly.Module): TreeKernel {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: MEMORY_LIMIT / PAGE });
  const calls = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernel;
  return {
    calls,
    reserve(pages) {
      const missing = pages - memory.buffer.byteLength / PAGE;
      if (missing > 0) memory.grow(missing);
      return memory.buffer;
    },
  };
}
