/** Stateless draws: every number is a hash of the seed, the tree and the item. */

import type { TreeSettings } from "./settings.ts";

/** The finaliser of MurmurHash3 (Appleby). */
function mix(value: number): number {
  let x = value ^ (value >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

function createDraw(seed: number, tree: number, salt: number): (item: number) => number {
  const ofTree = mix(mix(seed ^ salt) ^ Math.imul(tree + 1, 0x9e3779b1));
  return (item) => mix(ofTree ^ Math.imul(item + 1, 0x85ebca6b));
}

const RACES = 0x7ace;
const FEATURES = 0xfea7;

/** Share of the races each tree is grown on (0 < share ≤ 1): `raceShare`, reduced if `rowsPerTree` requires it. */
export function shareOfRaces(
  { raceShare, rowsPerTree }: Pick<TreeSettings, "raceShare" | "rowsPerTree">,
  rowCount: number,
): number {
  return Math.min(raceShare, rowsPerTree / Math.max(1, rowCount));
}

/** Draws each race with probability `share`; ascending. Skips races beyond `capacity` rows (`sampleCapacity`). */
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
  // A tree needs at least one race.
  if (count === 0 && raceCount > 0) list[count++] = draw(raceCount) % raceCount;
  return list.subarray(0, count);
}

/** Six standard deviations above the mean. */
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

type FeatureSample = Pick<TreeSettings, "featureShare" | "featureWeights">;

/** The share of the sum of the weights. */
export function sampledFeatureCount(featureCount: number, { featureShare, featureWeights }: FeatureSample): number {
  const whole = featureWeights?.reduce((sum, weight) => sum + weight, 0) ?? featureCount;
  return Math.min(featureCount, Math.max(1, Math.round(whole * featureShare)));
}

/** Chances are proportional to weights; ascending. */
export function sampleFeatures(
  featureCount: number,
  { seed, tree, ...sample }: { seed: number; tree: number } & FeatureSample,
): Uint16Array {
  const draw = createDraw(seed, tree, FEATURES);
  const { featureWeights } = sample;
  const drawn = Array.from({ length: featureCount }, (_, feature) => ({
    feature,
    order: draw(feature) / (featureWeights?.[feature] ?? 1),
  }));
  drawn.sort((one, other) => one.order - other.order || one.feature - other.feature);
  const kept = drawn.slice(0, sampledFeatureCount(featureCount, sample));
  return Uint16Array.from(kept, ({ feature }) => feature).sort();
}
