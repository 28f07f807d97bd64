import { sampleCapacity, sampledFeatureCount, shareOfRaces } from "./sampling.ts";
import type { TreeSettings } from "./settings.ts";

/** Bytes of one feature's histogram: 64 sums of 64 bits. */
export const HISTOGRAM_BYTES = 512;
/** Bytes of a WebAssembly page. */
export const PAGE = 65_536;
/** Beyond this an isolate of 128 MB has no room for the column being read and the rest of the program. */
export const MEMORY_LIMIT = 100 * 2 ** 20;
/** Bytes at the start of the memory that the kernel reserves. */
const KERNEL_BYTES = 1024;
/** The kernel packs and copies sixteen rows at once, so it writes up to this far beyond the last row. */
const SPARE_ROWS = 16;
/** Feature numbers have 16 bits, a few of which are reserved. */
const MOST_FEATURES = 0x7fff;

/**
 * Layout of the kernel's memory, which holds all large data of a training; fields are byte offsets unless they count.
 */
export interface MemoryPlan {
  rowCount: number;
  featureCount: number;
  /** Bins by column, at feature × rowCount + row. */
  columns: number;
  /** The tree's rows: each record holds a gradient and the bins of the tree's features. */
  records: number;
  recordBytes: number;
  /** Capacity in records. */
  recordCount: number;
  /** Sampled rows of the tree's columns, one column after another; empty if every tree uses all races. */
  sample: number;
  sampleBytes: number;
  /** Record numbers grouped by leaf; `spareRows` is scratch space for moving them. */
  rows: number;
  spareRows: number;
  scores: number;
  places: number;
  raceStart: number;
  raceList: number;
  /** Scratch space for the gradients of the largest race. */
  scratch: number;
  /** Addresses of the tree's columns, padded to a multiple of sixteen; `binCounts`: their numbers of value bins. */
  columnsOfTree: number;
  binCounts: number;
  /** Splits and leaf values of the tree being added to the scores. */
  splits: number;
  leafValues: number;
  /** One slot per leaf. */
  histograms: number;
  histogramBytes: number;
  result: number;
  pages: number;
  bytes: number;
}

/** Records up to a cache line in length are padded to a power of two, so that none crosses a line. */
function recordBytesOf(featureCount: number): number {
  const needed = 8 + featureCount;
  for (const power of [16, 32, 64]) if (needed <= power) return power;
  return Math.ceil(needed / 8) * 8;
}

/** Lays out the memory of one training. @throws RangeError if it would exceed `limit` bytes. */
export function planMemory(
  raceStart: Uint32Array,
  featureCount: number,
  settings: Pick<TreeSettings, "raceShare" | "rowsPerTree" | "featureShare" | "featureWeights" | "leaves">,
  limit = MEMORY_LIMIT,
): MemoryPlan {
  if (featureCount < 1 || featureCount > MOST_FEATURES) throw new RangeError(`${featureCount} features`);
  const raceCount = raceStart.length - 1;
  const rowCount = raceStart.at(-1) ?? 0;
  let largestRace = 0;
  for (let race = 0; race < raceCount; race++)
    largestRace = Math.max(largestRace, raceStart[race + 1]! - raceStart[race]!);

  let bytes = KERNEL_BYTES;
  const take = (size: number) => {
    const at = bytes;
    bytes += Math.ceil(size / 64) * 64;
    return at;
  };
  const sampledFeatures = sampledFeatureCount(featureCount, settings);
  const share = shareOfRaces(settings, rowCount);
  const recordBytes = recordBytesOf(sampledFeatures);
  const recordCount = sampleCapacity(raceStart, share);
  const sampleBytes = share < 1 ? recordCount + SPARE_ROWS : 0;
  const histogramBytes = sampledFeatures * HISTOGRAM_BYTES;
  const plan = {
    rowCount,
    featureCount,
    columns: take(featureCount * rowCount),
    records: take((recordCount + SPARE_ROWS) * recordBytes),
    recordBytes,
    recordCount,
    sample: take(sampledFeatures * sampleBytes),
    sampleBytes,
    rows: take(recordCount * 4),
    spareRows: take(recordCount * 4),
    scores: take(rowCount * 4),
    places: take(rowCount),
    raceStart: take((raceCount + 1) * 4),
    raceList: take(raceCount * 4),
    scratch: take(largestRace * 40 + 64),
    columnsOfTree: take(Math.ceil(sampledFeatures / 16) * 64),
    binCounts: take(sampledFeatures),
    splits: take(settings.leaves * 16),
    leafValues: take(settings.leaves * 4),
    histograms: take(settings.leaves * histogramBytes),
    histogramBytes,
    result: take(64),
  };
  if (bytes > limit) throw new RangeError(`the trees would need ${bytes} bytes of at most ${limit}`);
  const pages = Math.ceil(bytes / PAGE);
  return { ...plan, pages, bytes: pages * PAGE };
}
