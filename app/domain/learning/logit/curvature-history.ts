/** Limited-memory BFGS (Nocedal & Wright, Numerical Optimization, algorithm 7.4): the last few steps and what they
 * did to the gradient stand for the curvature. */
export interface CurvatureHistory {
  /** Remembers a step and the change of the gradient over it; steps without positive curvature are passed over. */
  push(step: Float64Array, change: Float64Array): void;
  /**
   * −H·gradient, the direction to search along.
   * @param solve what H is before anything is remembered, up to a factor; absent = the identity
   */
  direction(gradient: Float64Array, solve?: (gradient: Float64Array) => Float64Array): Float64Array;
}

export function createCurvatureHistory(length: number): CurvatureHistory {
  const steps: Float64Array[] = [];
  const changes: Float64Array[] = [];
  const inverses: number[] = [];
  return {
    push(step, change) {
      const curvature = dot(step, change);
      if (!(curvature > 0)) return;
      steps.push(step);
      changes.push(change);
      inverses.push(1 / curvature);
      if (steps.length <= length) return;
      steps.shift();
      changes.shift();
      inverses.shift();
    },
    direction(gradient, solve = (given) => given) {
      let result: Float64Array = gradient.map((value) => -value);
      const alphas = new Float64Array(steps.length);
      for (let i = steps.length - 1; i >= 0; i--) {
        alphas[i] = inverses[i]! * dot(steps[i]!, result);
        addScaled(result, changes[i]!, -alphas[i]!);
      }
      const newest = changes.at(-1);
      result = solve(result);
      if (newest !== undefined) {
        const scale = 1 / (inverses.at(-1)! * dot(newest, solve(newest)));
        for (let j = 0; j < result.length; j++) result[j]! *= scale;
      }
      for (let i = 0; i < steps.length; i++) {
        const beta = inverses[i]! * dot(changes[i]!, result);
        addScaled(result, steps[i]!, alphas[i]! - beta);
      }
      return result;
    },
  };
}

/**
 * Where a convex function's slope is nearly 0 along a line, by Newton steps kept inside a bracket.
 *
 * @param slopeAt first and second derivative at t ≥ 0; the first is negative at 0
 * @param start first t tried
 * @returns t > 0 with |slope| ≤ `tolerance` · |slope at 0|, or the best found in 12 tries
 */
export function searchLine(
  slopeAt: (t: number) => { first: number; second: number },
  slopeAtZero: number,
  start: number,
  tolerance = 0.1,
): number {
  let low = 0;
  let high = Infinity;
  let t = start;
  for (let attempt = 0; attempt < 12; attempt++) {
    const slope = slopeAt(t);
    if (Math.abs(slope.first) <= tolerance * Math.abs(slopeAtZero)) return t;
    if (slope.first < 0) low = t;
    else high = t;
    const newton = slope.second > 0 ? t - slope.first / slope.second : Infinity;
    if (newton > low && newton < high) t = newton;
    else t = high === Infinity ? t * 4 : (low + high) / 2;
  }
  return t;
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function addScaled(target: Float64Array, source: Float64Array, factor: number): void {
  for (let i = 0; i < target.length; i++) target[i]! += factor * source[i]!;
}
