import type { GradientUnits } from "./gradient-units.ts";
import { SCORE_UNIT, type TreeSettings } from "./settings.ts";

/** e^8 is near certainty, and the whole numbers stay far from overflow. */
const LARGEST_STEP = 8;

/** Sums of a leaf in whole units. */
export interface LeafSums {
  g: number;
  h: number;
}

/** Newton step of a leaf times the learning rate, in whole SCORE_UNIT. */
export function leafValue(sums: LeafSums, units: GradientUnits, settings: TreeSettings): number {
  const weight = sums.h * units.h + settings.l2;
  if (weight <= 0) return 0;
  const step = (-settings.learningRate * (sums.g * units.g)) / weight;
  const bounded = Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, step));
  return Math.floor(bounded / SCORE_UNIT + 0.5);
}

/**
 * Least hessian of a side of a split. Histograms hold no counts, so rows are estimated in proportion to the hessian, as
 * in LightGBM. A split with too few rows is dropped and the leaf searched again with a higher strictness.
 */
export function leastHessian(h: number, rows: number, minRows: number, strictness: number): number {
  return h * Math.min(1, (minRows * strictness) / rows);
}

/** Factor on a leaf's strictness after a split that left too few rows. */
export const STRICTER = 1.25;
