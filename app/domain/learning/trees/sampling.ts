/** Draws without state: every number is a hash of the seed, the tree and what is drawn for. */

import type { TreeSettings } from "./settings.ts";

/** 32 well-mixed bits (the last steps of MurmurHash3, Appleby). */
function mix(value: number): number {
  let x = value ^ (value >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** 32 bits for each item of a tree's draw. */
function createDraw(seed: number, tree: number, salt: number): (item: number) => number {
  const ofTree = mix(mix(seed ^ salt) ^ Math.imul(tree + 1, 0x9e3779b1));
  return (item) => mix(ofTree ^ Math.imul(item + 1, 0x85ebca6b));
}

const RACES = 0x7ace;
const FEATURES = 0xfea7;

/** Share of the races that each tree is grown on, above 0 to 1: as told, and no more than the rows allowed. */
export function shareOfRaces(
  { raceShare, rowsPerTree }: Pick<TreeSettings, "raceShare" | "rowsPerTree">,
  rowCount: number,
): number {
  return Math.min(raceShare, rowsPerTree / Math.max(1, rowCount));
}

/**
 * The races, ascending, that a tree is grown on: each with probability `share`. A race that would bring more than
 * `capacity` rows together stays out (see `sampleCapacity`: it practically never happens).
 */
export function sampleRaces(
  raceStart: Uint32Array,
  { seed, tree, share, capacity }: { seed: number; tree: number; share: number; capacity: number },
): Uint32Array {
  const raceCount = raceStart.length - 1;
  const list = new Uint32Array(raceCount);
  const threshold = share * 2 ** 32;
  const draw = createDraw(seed, tree, RACES);
  let count = 0;
  let rows = 0;
  for (let race = 0; race < raceCount; race++) {
    const size = raceStart[race + 1]! - raceStart[race]!;
    if (draw(race) >= threshold || rows + size > capacity) continue;
    list[count++] = race;
    rows += size;
  }
  // A tree of no race at all would know nothing: one is taken.
  if (count === 0 && raceCount > 0) list[count++] = draw(raceCount) % raceCount;
  return list.subarray(0, count);
}

/** Rows to keep room for where each race is drawn with probability `share`: six standard deviations above the mean. */
export function sampleCapacity(raceStart: Uint32Array, share: number): number {
  const rowCount = raceStart.at(-1) ?? 0;
  if (share >= 1) return rowCount;
  let squares = 0;
  let largest = 0;
  for (let race = 0; race + 1 < raceStart.length; race++) {
    const size = raceStart[race + 1]! - raceStart[race]!;
    squares += size * size;
    largest = Math.max(largest, size);
  }
  const deviation = Math.sqrt(squares * share * (1 - share));
  return Math.min(rowCount, Math.ceil(rowCount * share + 6 * deviation) + largest);
}

/** How many features a tree may use. */
export function sampledFeatureCount(featureCount: number, share: number): number {
  return Math.min(featureCount, Math.max(1, Math.round(featureCount * share)));
}

/** The features, ascending, that a tree may use. */
export function sampleFeatures(
  featureCount: number,
  { seed, tree, share }: { seed: number; tree: number; share: number },
): Uint16Array {
  const draw = createDraw(seed, tree, FEATURES);
  const drawn = Array.from({ length: featureCount }, (_, feature) => ({
    feature,
    order: draw(feature),
  }));
  drawn.sort((one, other) => one.order - other.order || one.feature - other.feature);
  const kept = drawn.slice(0, sampledFeatureCount(featureCount, share));
  return Uint16Array.from(kept, ({ feature }) => feature).sort();
}
