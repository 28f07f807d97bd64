/**
 * Who comes first and who is placed, given strengths.
 *
 * A performance is a strength plus luck that is drawn alike for every horse, or no finish at all. So every chance is an
 * integral over one performance t, of "this one at t, those above, all others below". The integrand is smooth and
 * vanishes at both ends, where the trapezium rule on a coarse grid is exact to five digits. Left out are dead heats
 * (1 race in 400, where the pool pays as much in parts) and that three always finish (which matters over jumps in the
 * smallest fields only).
 */

import { luckAt } from "./luck.ts";

const STEP = 0.25;
/** Below the third strongest and above the strongest by so much, performances that decide a place hardly lie. */
const MARGIN = { below: 7, above: 15 } as const;

export interface Chances {
  first(i: number): number;
  /** In either order; likewise for three. */
  firstTwo(i: number, j: number): number;
  firstThree(i: number, j: number, k: number): number;
  /** Among the first two or three. */
  placed(i: number, places: 2 | 3): number;
}

/** @param noFinish above 0, so that nobody is certain to be above a performance */
export function chancesOf(strengths: readonly number[], noFinish: number): Chances {
  const order = strengths.toSorted((a, b) => b - a);
  const from = (order[2] ?? order.at(-1) ?? 0) - MARGIN.below;
  const points = Math.ceil(((order[0] ?? 0) + MARGIN.above - from) / STEP) + 1;
  /** P(all are below t), the step included. */
  const all = new Float64Array(points).fill(STEP);
  /** Of a horse its density at t and P(above t), each over P(below t): what turns "below" into the other. */
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
  /** Sums over all horses, and over all pairs, of being above t. */
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
