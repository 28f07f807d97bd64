import { FEWEST_DAYS } from "#app/domain/racing/conditions.ts";
import { NORMAL_975, studentQuantile } from "#app/domain/racing/normal-quantile.ts";

/** Losses of two forecasts on a day's races, and the loss of a lottery. */
export interface PairedDay {
  races: number;
  baseLoss: number;
  loss: number;
  uniformLoss: number;
}

export interface PairedDifference {
  races: number;
  days: number;
  difference: number;
  low: number;
  high: number;
}

/** By the interval: above zero, below, or on both sides. */
export type Verdict = "better" | "worse" | "unknown";

/**
 * The difference of two forecasts' losses over the loss of a lottery, with an interval by race days: the races of a day
 * share going, jockeys and weather. Linearised ratio, Student's quantile. Null with fewer than eight race days.
 *
 * @param share error allowed at each end of the interval, 0.025 for 95 %
 */
export function pairedDifference(days: readonly PairedDay[], share: number): PairedDifference | null {
  if (days.length < FEWEST_DAYS) return null;
  const { difference, errors } = linearise(days);
  const half = halfInterval(errors, share);
  return {
    races: days.reduce((sum, { races }) => sum + races, 0),
    days: days.length,
    ...{ difference, low: difference - half, high: difference + half },
  };
}

/** The difference, and the contribution of each day to it beyond its share. */
export function linearise(days: readonly PairedDay[]): { difference: number; errors: number[] } {
  const uniform = days.reduce((sum, { uniformLoss }) => sum + uniformLoss, 0);
  const gains = days.map(({ baseLoss, loss }) => baseLoss - loss);
  const difference = gains.reduce((sum, gain) => sum + gain, 0) / uniform;
  return {
    difference,
    errors: days.map(({ uniformLoss }, day) => (gains[day]! - difference * uniformLoss) / uniform),
  };
}

/** Half the interval of a linearised ratio. @param errors of at least two days, which sum to 0 @param share as above */
export function halfInterval(errors: readonly number[], share: number): number {
  const stretch = (studentQuantile(errors.length - 1) / NORMAL_975) * normalQuantile(1 - share);
  const squares = errors.reduce((sum, error) => sum + error ** 2, 0);
  return stretch * Math.sqrt(squares * (errors.length / (errors.length - 1)));
}

export function verdictOf({ low, high }: Pick<PairedDifference, "low" | "high">): Verdict {
  return low > 0 ? "better" : high < 0 ? "worse" : "unknown";
}

interface PairedRace {
  date: string;
  starters: number;
  baseLoss: number;
  loss: number;
}

export function pairDays(races: readonly PairedRace[]): PairedDay[] {
  const days = new Map<string, PairedDay>();
  for (const { date, starters, baseLoss, loss } of races) {
    const day = days.get(date) ?? { races: 0, baseLoss: 0, loss: 0, uniformLoss: 0 };
    day.races += 1;
    day.baseLoss += baseLoss;
    day.loss += loss;
    day.uniformLoss += Math.log(starters);
    days.set(date, day);
  }
  return [...days.values()];
}

/** Quantile of the standard normal distribution above its median (Abramowitz and Stegun 26.2.23; error under 0.00045). */
export function normalQuantile(share: number): number {
  const t = Math.sqrt(-2 * Math.log(1 - share));
  return t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3);
}
