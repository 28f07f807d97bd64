import { NORMAL_975 } from "#app/domain/racing/normal-quantile.ts";
import { studentQuantile } from "#app/domain/rankings/return-interval.ts";

/** Losses of two forecasts on the races of one day, and that of drawing lots. */
export interface PairedDay {
  races: number;
  /** Of the one that is compared with. */
  baseLoss: number;
  loss: number;
  uniformLoss: number;
}

export interface PairedDifference {
  races: number;
  days: number;
  /** Pseudo-R² above that of the base. */
  difference: number;
  low: number;
  high: number;
}

/** What an interval says of a difference: it lies above zero, below, or on both sides. */
export type Verdict = "better" | "worse" | "unknown";

/** With fewer days the spread between them says nothing. */
export const MIN_DAYS = 8;

/**
 * The difference of two forecasts' losses race by race, over the loss of drawing lots, with an interval by race days: the
 * races of a day share going, jockeys and weather. Linearised ratio; Student's quantile for the number of days.
 *
 * @param share chance that each end of the interval is allowed to be wrong by, 0.025 for 95 %
 * @returns null with fewer than eight race days
 */
export function pairedDifference(days: readonly PairedDay[], share: number): PairedDifference | null {
  if (days.length < MIN_DAYS) return null;
  const { difference, errors } = linearise(days);
  const half = halfInterval(errors, share);
  return {
    races: days.reduce((sum, { races }) => sum + races, 0),
    days: days.length,
    ...{ difference, low: difference - half, high: difference + half },
  };
}

/** What each day adds to the difference beyond its share; null with fewer than eight race days. */
export function errorsOf(days: readonly PairedDay[]): number[] | null {
  return days.length < MIN_DAYS ? null : linearise(days).errors;
}

/** The ratio, and what each day adds to it beyond its share. */
function linearise(days: readonly PairedDay[]): { difference: number; errors: number[] } {
  const uniform = days.reduce((sum, { uniformLoss }) => sum + uniformLoss, 0);
  const gains = days.map(({ baseLoss, loss }) => baseLoss - loss);
  const difference = gains.reduce((sum, gain) => sum + gain, 0) / uniform;
  return {
    difference,
    errors: days.map(({ uniformLoss }, day) => (gains[day]! - difference * uniformLoss) / uniform),
  };
}

/**
 * Half the interval of a linearised ratio: what each day adds to it beyond its share, which sums to 0, with Student's quantile.
 *
 * @param errors of two days at least
 * @param share chance that each end may be wrong by
 */
export function halfInterval(errors: readonly number[], share: number): number {
  // Student's quantile as the known one of 97.5 %, stretched to this level.
  const stretch = (studentQuantile(errors.length - 1) / NORMAL_975) * normalQuantile(1 - share);
  const squares = errors.reduce((sum, error) => sum + error ** 2, 0);
  return stretch * Math.sqrt(squares * (errors.length / (errors.length - 1)));
}

/** The word follows the interval only. */
export function verdictOf({ low, high }: Pick<PairedDifference, "low" | "high">): Verdict {
  return low > 0 ? "better" : high < 0 ? "worse" : "unknown";
}

/** A race with the losses of two forecasts. */
interface PairedRace {
  date: string;
  starters: number;
  baseLoss: number;
  loss: number;
}

/** Sums by day, in the order in which the days come. */
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
function normalQuantile(share: number): number {
  const t = Math.sqrt(-2 * Math.log(1 - share));
  return t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3);
}
