/** Lower bound of a starter's probability, so that its logarithm and powers are finite. */
export const SMALLEST_PROBABILITY = 1e-150;

/** Softmax of f / temperature over a race's starters; 0 for the others. @param outputs f per declared runner */
export function winProbabilities(
  outputs: ArrayLike<number>,
  isStarter: ArrayLike<boolean | number>,
  temperature: number,
): Float64Array {
  let highest = -Infinity;
  for (let i = 0; i < outputs.length; i++) if (isStarter[i]) highest = Math.max(highest, outputs[i]!);
  const result = new Float64Array(outputs.length);
  let sum = 0;
  for (let i = 0; i < outputs.length; i++) {
    if (!isStarter[i]) continue;
    result[i] = Math.exp((outputs[i]! - highest) / temperature);
    sum += result[i]!;
  }
  for (let i = 0; i < result.length; i++) result[i]! /= sum || 1;
  return result;
}
