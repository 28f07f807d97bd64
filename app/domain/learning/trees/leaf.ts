import type { GradientUnits } from "./gradient-units.ts";
import { SCORE_UNIT, type TreeSettings } from "./settings.ts";

/** No leaf moves a score further: e^8 is certainty, and whole numbers stay far from their limits. */
const LARGEST_STEP = 8;

/** Sums of a leaf in whole units. */
export interface LeafSums {
  g: number;
  h: number;
}

/** The Newton step of a leaf, shrunk by the learning rate, in whole SCORE_UNIT. */
export function leafValue(sums: LeafSums, units: GradientUnits, settings: TreeSettings): number {
  const weight = sums.h * units.h + settings.l2;
  if (weight <= 0) return 0;
  const step = (-settings.learningRate * (sums.g * units.g)) / weight;
  const bounded = Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, step));
  return Math.floor(bounded / SCORE_UNIT + 0.5);
}

/**
 * Least hessian of a side of a split. Histograms hold no counts: rows are reckoned in proportion to the hessian, as
 * LightGBM does. Where a split so found leaves fewer rows than asked for, it is dropped and the leaf asks for more.
 */
export function leastHessian(h: number, rows: number, minRows: number, strictness: number): number {
  return h * Math.min(1, (minRows * strictness) / rows);
}

/** How much more a leaf asks for after a split that left too few rows. */
export const STRICTER = 1.25;
