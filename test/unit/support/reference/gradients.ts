import { SCORE_UNIT, type TreeSettings } from "#app/domain/learning/trees/settings.ts";

/**
 * If the remaining runners' weight relative to the best horse is below this, it cannot be distinguished from rounding,
 * and the stage is skipped.
 */
const SMALLEST_SUM = 1e-200;

const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);

/** 2^k for −1022 <= k <= 1023, exactly (Math.pow need not be). */
function powerOfTwo(k: number): number {
  words[0] = 0;
  words[1] = (k + 1023) << 20;
  return float[0]!;
}

/** e^x for −700 <= x <= 0 (0 below) to about 1e-9: the kernel's arithmetic, operation by operation. */
export function exponential(x: number): number {
  if (x < -700) return 0;
  const k = Math.floor(x * Math.LOG2E + 0.5);
  const r = x - k * Math.LN2;
  let y = 2.48015873015873e-5;
  y = y * r + 1.984126984126984e-4;
  y = y * r + 1.388888888888889e-3;
  y = y * r + 8.333333333333333e-3;
  y = y * r + 4.1666666666666664e-2;
  y = y * r + 0.16666666666666666;
  y = y * r + 0.5;
  y = y * r + 1;
  y = y * r + 1;
  return y * powerOfTwo(k);
}

/**
 * Gradient and diagonal hessian of one race's loss with respect to the scores: the sum over stages of weight × mean
 * over the runners of that place of −ln p, p a softmax over the runners not placed before it. A stage without a runner
 * of its place, or with fewer than two runners left, is skipped.
 *
 * @param scores in units of SCORE_UNIT
 */
export function raceGradients(
  scores: Int32Array,
  place: Uint8Array,
  placeWeights: TreeSettings["placeWeights"],
): { g: Float64Array; h: Float64Array } {
  const size = scores.length;
  const g = new Float64Array(size);
  const h = new Float64Array(size);
  const top = scores.reduce((highest, score) => Math.max(highest, score), -(2 ** 31));
  const e = Float64Array.from(scores, (score) => exponential((score - top) * SCORE_UNIT));
  for (const [position, weight] of placeWeights.entries()) {
    if (weight <= 0) continue;
    const stage = position + 1;
    let sum = 0;
    let left = 0;
    let labelled = 0;
    for (let i = 0; i < size; i++) {
      if (place[i] === 0 || place[i]! >= stage) {
        sum += e[i]!;
        left++;
      }
      if (place[i] === stage) labelled++;
    }
    if (labelled === 0 || left < 2 || sum < SMALLEST_SUM) continue;
    const share = 1 / labelled;
    const inverse = 1 / sum;
    for (let i = 0; i < size; i++) {
      if (place[i] !== 0 && place[i]! < stage) continue;
      const p = e[i]! * inverse;
      g[i]! += weight * (p - (place[i] === stage ? share : 0));
      h[i]! += weight * (p * (1 - p));
    }
  }
  return { g, h };
}

/** Rounds to the nearest whole number of units, halves upwards. */
export function quantise(value: number, unit: number): number {
  return Math.floor(value * (1 / unit) + 0.5);
}
