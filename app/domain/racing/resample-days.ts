import { createRandom } from "./random.ts";

const SEED = 20230109;
const RESAMPLES = 2000;

export interface Interval {
  low: number;
  high: number;
}

/**
 * 95 % intervals of ratios of sums: bootstrap over race days, percentiles. Days are drawn whole, as the races of one
 * day share going, jockeys and weather. Deterministic.
 *
 * @param days per day the sums: numerator, denominator, numerator, denominator …; their order decides the draws, so
 *             give it one that does not depend on the order in which races came
 * @returns one interval a ratio; null where no draw had a denominator
 */
export function resampleRatios(days: readonly (readonly number[])[], resamples = RESAMPLES): (Interval | null)[] {
  const width = days[0]?.length ?? 0;
  const flat = new Float64Array(days.length * width);
  days.forEach((sums, day) => {
    flat.set(sums, day * width);
  });
  const ratios = Array.from({ length: width / 2 }, () => ({ drawn: new Float64Array(resamples), count: 0 }));
  const sums = new Float64Array(width);
  const random = createRandom(SEED);
  for (let i = 0; i < resamples; i++) {
    sums.fill(0);
    drawDays(flat, sums, days.length, random);
    ratios.forEach((ratio, k) => {
      const denominator = sums[2 * k + 1]!;
      if (denominator !== 0) ratio.drawn[ratio.count++] = sums[2 * k]! / denominator;
    });
  }
  return ratios.map(({ drawn, count }) => {
    if (count === 0) return null;
    const sorted = drawn.subarray(0, count).sort();
    return { low: percentile(sorted, 0.025), high: percentile(sorted, 0.975) };
  });
}

/** The inner loop apart, and small: nearly all of the time goes here. */
function drawDays(flat: Float64Array, sums: Float64Array, days: number, random: () => number): void {
  const width = sums.length;
  for (let j = 0; j < days; j++) {
    const start = Math.floor(random() * days) * width;
    for (let k = 0; k < width; k++) sums[k]! += flat[start + k]!;
  }
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]!;
}
