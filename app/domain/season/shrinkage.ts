import { NORMAL_975 } from "#app/domain/racing/normal-quantile.ts";
import type { RawSkill } from "./season-tally.ts";

/** Weight of the pooled spread between days, in days: the variance of a dozen days is uncertain. */
const PRIOR_DAYS = 8;
const ROUNDS = 60;

export type ShrunkenSkill = ReturnType<typeof shrink>["skills"][number];

/** A variance that is small by chance would count as certainty, so the variance of all days joins in. */
function steadyVariances(entries: readonly RawSkill[]): number[] {
  let [spread, degrees] = [0, 0];
  for (const { variance, races, days } of entries) {
    spread += variance * races * (days - 1);
    degrees += days - 1;
  }
  const pooled = degrees === 0 ? 0 : spread / degrees;
  return entries.map(({ variance, races, days }) =>
    races === 0 ? 0 : (variance * races * (days - 1) + pooled * PRIOR_DAYS) / (days - 1 + PRIOR_DAYS) / races,
  );
}

/** Method of Paule and Mandel: the variance at which the weighted squared deviations equal their expectation. */
function estimatePrior(values: readonly number[], variances: readonly number[]) {
  if (values.length === 0) return { mean: 0, variance: 0 };
  const at = (variance: number) => {
    let [weights, sum] = [0, 0];
    for (let i = 0; i < values.length; i++) {
      const weight = 1 / Math.max(variance + variances[i]!, 1e-12);
      weights += weight;
      sum += weight * values[i]!;
    }
    const mean = sum / weights;
    let squares = 0;
    for (let i = 0; i < values.length; i++) {
      squares += (values[i]! - mean) ** 2 / Math.max(variance + variances[i]!, 1e-12);
    }
    return { mean, excess: squares - (values.length - 1) };
  };
  if (values.length < 3 || at(0).excess <= 0) return { mean: at(0).mean, variance: 0 };
  let [low, high] = [0, 1];
  for (let round = 0; round < ROUNDS; round++) {
    const middle = (low + high) / 2;
    if (at(middle).excess > 0) low = middle;
    else high = middle;
  }
  return { mean: at(high).mean, variance: high };
}

/** Empirical Bayes, normal-normal: noisier means are shrunk more. */
export function shrink(entries: readonly RawSkill[]) {
  const variances = steadyVariances(entries);
  const prior = estimatePrior(
    entries.map(({ above }) => above),
    variances,
  );
  const skills = entries.map(({ modelId, above }, i) => {
    const total = prior.variance + variances[i]!;
    const own = total === 0 ? 0 : prior.variance / total;
    const value = prior.mean + own * (above - prior.mean);
    const sd = Math.sqrt(own * variances[i]!);
    const rawHalf = NORMAL_975 * Math.sqrt(variances[i]!);
    return {
      /** Above the mean of the field, with its 95 % interval. */
      ...{ modelId, raw: above, rawLow: above - rawHalf, rawHigh: above + rawHalf },
      /** Shrunken towards the mean by its own variance; `sd` is its standard deviation. */
      ...{ value, sd, low: value - NORMAL_975 * sd, high: value + NORMAL_975 * sd },
    };
  });
  return { prior, skills };
}
