import { FEWEST_INDEPENDENT_RACES } from "#app/domain/racing/conditions.ts";
import { studentQuantile } from "#app/domain/racing/normal-quantile.ts";

/** A variance below this share of the squared rate is rounding: all races paid the same. */
const NO_VARIANCE = 1e-10;

/**
 * 95 % interval of a return rate: rate × exp(± t × standard error / rate), with Student's 97.5 % quantile t for races −
 * 1 degrees of freedom.
 *
 * On a log scale because payouts are many zeros and a few large sums. Over 12 races it covers 95 % for win, 96 % for
 * place and 88 % for quinella bets; rate ± t × error covers 88, 95 and 74 %, a bootstrap less.
 *
 * @param variance of the rate; 0 if all races paid the same
 * @returns null with too few races, no payout, or no variation between races
 */
export function returnInterval({ rate, variance, races }: { rate: number; variance: number; races: number }): {
  low: number;
  high: number;
} | null {
  if (races < FEWEST_INDEPENDENT_RACES || rate <= 0 || variance <= NO_VARIANCE * rate * rate) return null;
  const factor = Math.exp((studentQuantile(races - 1) * Math.sqrt(variance)) / rate);
  return { low: rate / factor, high: rate * factor };
}
