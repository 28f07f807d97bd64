/** Limited-memory BFGS (Nocedal & Wright, Numerical Optimization, algorithm 7.4). */
export function createCurvatureHistory(length: number) {
  const steps: Float64Array[] = [];
  const changes: Float64Array[] = [];
  const inverses: number[] = [];
  return {
    /** Skips steps without positive curvature. */
    push(step: Float64Array, change: Float64Array): void {
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
    /** Search direction −H·gradient. @param solve initial H, up to a factor */
    direction(gradient: Float64Array, solve: (gradient: Float64Array) => Float64Array): Float64Array {
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

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function addScaled(target: Float64Array, source: Float64Array, factor: number): void {
  for (let i = 0; i < target.length; i++) target[i]! += factor * source[i]!;
}
