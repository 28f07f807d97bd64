import { SMALLEST_PROBABILITY } from "#app/domain/learning/calibration/probabilities.ts";

export const SKETCH_SIZE = 8;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** 32 fixed random bits per runner, equal for all models. */
function bitsOf(raceId: string, horseNum: number): number {
  let hash = FNV_OFFSET;
  for (let i = 0; i < raceId.length; i++) hash = Math.imul(hash ^ raceId.charCodeAt(i), FNV_PRIME);
  hash = Math.imul(hash ^ (horseNum + 0x100), FNV_PRIME);
  // Last rounds of murmur3, so that every bit depends on all input.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * Random projections: log chances (less the race's mean) summed over a day's runners with eight independent random
 * signs. The inner product of two models' sums estimates that of all log chances. The correlation's standard error is
 * (1 − ρ²) / √(8 × days), under 0.005 for near-clones after twelve days.
 */
export function createSketch() {
  const sums = new Float64Array(SKETCH_SIZE);
  return {
    add(raceId: string, starters: readonly { horseNum: number; probability: number }[]): void {
      const logs = starters.map(({ probability }) => Math.log(Math.max(SMALLEST_PROBABILITY, probability)));
      const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length;
      starters.forEach(({ horseNum }, i) => {
        const bits = bitsOf(raceId, horseNum);
        for (let k = 0; k < SKETCH_SIZE; k++) sums[k]! += ((bits >>> k) & 1 ? 1 : -1) * (logs[i]! - mean);
      });
    },
    /** The estimate is not more precise. */
    close: (): number[] => Array.from(sums, (sum) => Math.round(sum * 1000) / 1000 + 0),
  };
}

export type Sketches = ReadonlyMap<string, readonly number[]>;

/** Race days that two models must share before their forecasts are compared. */
const MIN_SHARED_DAYS = 4;

/** Correlation of log chances on common race days; null with too few. Constant forecasts correlate fully. */
export function sketchCorrelation(a: Sketches, b: Sketches): number | null {
  let [shared, product, squareA, squareB] = [0, 0, 0, 0];
  for (const [date, left] of a) {
    const right = b.get(date);
    if (right === undefined) continue;
    shared += 1;
    for (let k = 0; k < SKETCH_SIZE; k++) {
      product += left[k]! * right[k]!;
      squareA += left[k]! ** 2;
      squareB += right[k]! ** 2;
    }
  }
  if (shared < MIN_SHARED_DAYS) return null;
  if (squareA === 0 || squareB === 0) return squareA === squareB ? 1 : 0;
  return product / Math.sqrt(squareA * squareB);
}
