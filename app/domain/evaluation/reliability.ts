import { NORMAL_975 } from "#app/domain/racing/normal-quantile.ts";

const BINS = 20;

/** Runners with similar forecast probabilities of winning. */
export interface ReliabilityBin {
  runners: number;
  probability: number;
  winners: number;
}

/** With the runner's number in one whole number below 2⁵³, so that typed arrays sort natively. */
const PROBABILITY_STEPS = 2 ** 31;
const MOST_RUNNERS = 2 ** 21;

/**
 * Compares forecasts with results in bins of equally many runners by rising probability; ties (to 2⁻³¹) keep the given
 * order. Fewer bins if there are fewer runners.
 */
export function tabulateReliability(
  probabilities: ArrayLike<number>,
  won: ArrayLike<number>,
  binCount = BINS,
): ReliabilityBin[] {
  if (probabilities.length > MOST_RUNNERS) throw new RangeError("too many runners for a reliability table");
  const order = new Float64Array(probabilities.length);
  for (let runner = 0; runner < order.length; runner++) {
    order[runner] = Math.floor(probabilities[runner]! * PROBABILITY_STEPS) * MOST_RUNNERS + runner;
  }
  order.sort();
  const bins: ReliabilityBin[] = [];
  for (let bin = 0; bin < binCount; bin++) {
    const members = order.subarray(
      Math.floor((bin * order.length) / binCount),
      Math.floor(((bin + 1) * order.length) / binCount),
    );
    if (members.length === 0) continue;
    let sum = 0;
    let winners = 0;
    for (let member = 0; member < members.length; member++) {
      const runner = members[member]! % MOST_RUNNERS;
      sum += probabilities[runner]!;
      winners += won[runner]!;
    }
    bins.push({ runners: members.length, probability: sum / members.length, winners });
  }
  return bins;
}

/** Expected calibration error: mean |forecast − share of winners|, weighted by runners; null without runners. */
export function calibrationErrorOf(bins: readonly ReliabilityBin[]): number | null {
  const runners = bins.reduce((sum, bin) => sum + bin.runners, 0);
  if (runners === 0) return null;
  return bins.reduce((sum, bin) => sum + Math.abs(bin.runners * bin.probability - bin.winners), 0) / runners;
}

/** Wilson's 95 % interval of a share: within 0 to 1, and not empty at 0 hits. */
export function shareInterval(hits: number, of: number): { low: number; high: number } {
  const share = hits / of;
  const spread = NORMAL_975 * Math.sqrt((share * (1 - share)) / of + (NORMAL_975 * NORMAL_975) / (4 * of * of));
  const scale = 1 + (NORMAL_975 * NORMAL_975) / of;
  const middle = share + (NORMAL_975 * NORMAL_975) / (2 * of);
  return { low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) };
}
