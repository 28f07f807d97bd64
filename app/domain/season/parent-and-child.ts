import { studentQuantile } from "#app/domain/rankings/return-interval.ts";

/** Losses of a parent and a child on the races of one day that neither had seen. */
export interface PairedDay {
  races: number;
  parentLoss: number;
  childLoss: number;
  uniformLoss: number;
}

export interface ParentAndChild {
  races: number;
  /** Pseudo-R² of the child above that of its parent. */
  difference: number;
  /** Widened for the number of tries. */
  low: number;
  high: number;
  verdict: "better" | "worse" | "unknown";
}

/** What a family may spend on being called better by luck, over all its tries together. */
const FAMILY_ERROR = 0.05;
/** With fewer days the spread between them says nothing. */
const MIN_DAYS = 8;
const NORMAL_975 = 1.959963984540054;

/**
 * A child beside its parent on the same unseen races, with an interval by race days.
 *
 * The j-th try of a family may be called better by luck with a chance of 0.05 × 6 / (π² j²): these add up to 0.05 however
 * many tries follow, so a verdict never has to be taken back when another child is made.
 *
 * @param tries models of the family that were compared so far, this one included
 * @returns null with fewer than eight race days
 */
export function compareWithParent(days: readonly PairedDay[], tries: number): ParentAndChild | null {
  if (days.length < MIN_DAYS) return null;
  const uniform = days.reduce((sum, { uniformLoss }) => sum + uniformLoss, 0);
  const gains = days.map(({ parentLoss, childLoss }) => parentLoss - childLoss);
  const difference = gains.reduce((sum, gain) => sum + gain, 0) / uniform;
  const squares = days.reduce((sum, { uniformLoss }, i) => sum + (gains[i]! - difference * uniformLoss) ** 2, 0);
  const error = Math.sqrt((squares / uniform ** 2) * (days.length / (days.length - 1)));
  const share = (FAMILY_ERROR * 6) / (Math.PI * Math.max(1, tries)) ** 2;
  // Student's quantile as the known one of 97.5 %, stretched to the try's own level.
  const stretch = (studentQuantile(days.length - 1) / NORMAL_975) * normalQuantile(1 - share);
  const half = stretch * error;
  const [low, high] = [difference - half, difference + half];
  return {
    races: days.reduce((sum, { races }) => sum + races, 0),
    ...{ difference, low, high },
    verdict: low > 0 ? "better" : high < 0 ? "worse" : "unknown",
  };
}

/** Quantile of the standard normal distribution above its median (Abramowitz and Stegun 26.2.23; error under 0.00045). */
function normalQuantile(share: number): number {
  const t = Math.sqrt(-2 * Math.log(1 - share));
  return t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3);
}
