import { sampleCapacity, sampledFeatureCount, shareOfRaces } from "./sampling.ts";
import type { TreeSettings } from "./settings.ts";

export const PAGE_BYTES = 65_536;

/** Reserved by the kernel at the start of its memory; it may also read this far beyond a column. */
const KERNEL_BYTES = 1024;

/** Lays out blocks behind the kernel's bytes, or later, each at a multiple of 64 bytes. */
export function createLayout(from = KERNEL_BYTES) {
  let bytes = from;
  return {
    place(size: number): number {
      const at = bytes;
      bytes += Math.ceil(size / 64) * 64;
      return at;
    },
    bytes: () => bytes,
  };
}

export function largestRaceOf(raceStart: Uint32Array, raceCount: number): number {
  let largest = 0;
  for (let race = 0; race < raceCount; race++) largest = Math.max(largest, raceStart[race + 1]! - raceStart[race]!);
  return largest;
}

export const HISTOGRAM_BYTES = 512;
/** Beyond this an isolate of 128 MB has no room for the rest of the program. */
export const MEMORY_LIMIT = 100 * 2 ** 20;
/** The kernel packs and copies sixteen rows at once, so it writes beyond the last row. */
const SPARE_ROWS = 16;
/** Feature numbers have 16 bits, a few of which are reserved. */
const MOST_FEATURES = 0x7fff;

/** Byte offsets in the kernel's memory, which holds all large data of a training; some fields are counts. */
export type MemoryPlan = ReturnType<typeof planMemory>;

/** Short records are padded to a power of two, so that none crosses a cache line. */
function recordBytesOf(featureCount: number): number {
  const needed = 8 + featureCount;
  return [16, 32, 64].find((power) => needed <= power) ?? Math.ceil(needed / 8) * 8;
}

/** @throws RangeError if it would exceed `limit` bytes */
export function planMemory(
  raceStart: Uint32Array,
  featureCount: number,
  settings: Pick<TreeSettings, "raceShare" | "rowsPerTree" | "featureShare" | "featureWeights" | "leaves">,
  limit = MEMORY_LIMIT,
) {
  if (featureCount < 1 || featureCount > MOST_FEATURES) throw new RangeError(`${featureCount} features`);
  const raceCount = raceStart.length - 1;
  const rowCount = raceStart.at(-1) ?? 0;
  const largestRace = largestRaceOf(raceStart, raceCount);

  const { place, bytes } = createLayout();
  const sampledFeatures = sampledFeatureCount(featureCount, settings);
  const share = shareOfRaces(settings, rowCount);
  const recordBytes = recordBytesOf(sampledFeatures);
  const recordCount = sampleCapacity(raceStart, share);
  const sampleBytes = share < 1 ? recordCount + SPARE_ROWS : 0;
  const histogramBytes = sampledFeatures * HISTOGRAM_BYTES;
  const plan = {
    rowCount,
    featureCount,
    /** Bins by column, at feature × rowCount + row. */
    columns: place(featureCount * rowCount),
    /** Each stores a gradient and the bins of the tree's features; `recordCount` is the capacity. */
    records: place((recordCount + SPARE_ROWS) * recordBytes),
    recordBytes,
    recordCount,
    /** Sampled rows of the tree's columns, by column; empty if every tree uses all races. */
    sample: place(sampledFeatures * sampleBytes),
    sampleBytes,
    /** Record numbers grouped by leaf; `spareRows` is scratch space for moving them. */
    rows: place(recordCount * 4),
    spareRows: place(recordCount * 4),
    scores: place(rowCount * 4),
    places: place(rowCount),
    raceStart: place((raceCount + 1) * 4),
    raceList: place(raceCount * 4),
    /** For the gradients of the largest race. */
    scratch: place(largestRace * 40 + 64),
    /** Addresses of the tree's columns, padded to a multiple of sixteen; `binCounts`: their numbers of value bins. */
    columnsOfTree: place(Math.ceil(sampledFeatures / 16) * 64),
    binCounts: place(sampledFeatures),
    /** Splits and leaf values of the tree being added to the scores. */
    splits: place(settings.leaves * 16),
    leafValues: place(settings.leaves * 4),
    histograms: place(settings.leaves * histogramBytes),
    histogramBytes,
    result: place(64),
  };
  if (bytes() > limit) throw new RangeError(`the trees would need ${bytes()} bytes of at most ${limit}`);
  const pages = Math.ceil(bytes() / PAGE_BYTES);
  return { ...plan, pages, bytes: pages * PAGE_BYTES };
}
