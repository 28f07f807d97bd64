/**
 * Probabilities of winning and of being placed, given strengths. A performance is a strength plus luck, or no finish.
 * Every chance is an integral over one performance t of "this horse at t, those above, all others below"; a coarse
 * trapezium rule is exact to five digits. Dead heats are ignored.
 */

import { luckAt } from "./luck.ts";

const STEP = 0.25;
/** Range of performances relevant for a place: this far below the third strongest and above the strongest. */
const MARGIN = { below: 7, above: 15 } as const;

export interface Chances {
  first(i: number): number;
  firstTwo(i: number, j: number): number;
  firstThree(i: number, j: number, k: number): number;
  placed(i: number, places: 2 | 3): number;
}

/** @param noFinish above 0, so that no horse is certain to be above a given performance */
export function chancesOf(strengths: readonly number[], noFinish: number): Chances {
  const order = strengths.toSorted((a, b) => b - a);
  const from = (order[2] ?? order.at(-1) ?? 0) - MARGIN.below;
  const points = Math.ceil(((order[0] ?? 0) + MARGIN.above - from) / STEP) + 1;
  /** P(all are below t), times the step. */
  const all = new Float64Array(points).fill(STEP);
  /** Per horse: its density at t and P(above t), each divided by P(below t); multiplying by them replaces "below". */
  const at: Float64Array[] = [];
  const above: Float64Array[] = [];
  for (const strength of strengths) {
    const ownAt = new Float64Array(points);
    const ownAbove = new Float64Array(points);
    for (let point = 0; point < points; point++) {
      const luck = luckAt(from + STEP * point - strength);
      const below = noFinish + (1 - noFinish) * luck.below;
      all[point]! *= below;
      ownAt[point] = ((1 - noFinish) * luck.density) / below;
      ownAbove[point] = (1 - below) / below;
    }
    at.push(ownAt);
    above.push(ownAbove);
  }
  const integrate = (value: (point: number) => number): number => {
    let sum = 0;
    for (let point = 0; point < points; point++) sum += all[point]! * value(point);
    return sum;
  };
  /** Sums of being above t over all horses, and over all pairs. */
  const anyAbove = new Float64Array(points);
  const anyTwoAbove = new Float64Array(points);
  for (const own of above) {
    for (let point = 0; point < points; point++) {
      anyTwoAbove[point]! += own[point]! * anyAbove[point]!;
      anyAbove[point]! += own[point]!;
    }
  }
  return {
    first: (i) => integrate((t) => at[i]![t]!),
    firstTwo: (i, j) => integrate((t) => at[i]![t]! * above[j]![t]! + above[i]![t]! * at[j]![t]!),
    firstThree: (i, j, k) =>
      integrate((t) => {
        const [atI, atJ, atK] = [at[i]![t]!, at[j]![t]!, at[k]![t]!];
        const [aboveI, aboveJ, aboveK] = [above[i]![t]!, above[j]![t]!, above[k]![t]!];
        return atI * aboveJ * aboveK + aboveI * atJ * aboveK + aboveI * aboveJ * atK;
      }),
    placed: (i, places) =>
      integrate((t) => {
        const own = above[i]![t]!;
        const oneOther = anyAbove[t]! - own;
        const twoOthers = places === 3 ? anyTwoAbove[t]! - own * oneOther : 0;
        return at[i]![t]! * (1 + oneOther + twoOthers);
      }),
  };
}
