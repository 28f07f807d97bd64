import { type Sketches, sketchCorrelation } from "./forecast-sketch.ts";

const CLONE_CORRELATION = 0.98;

/**
 * The representative of each model among an owner's near-clones: the one with the most races (ties: the older one). The
 * choice ignores results, as the best of a family would be rewarded for luck.
 */
export function findStanding(
  models: readonly { modelId: number; races: number; sketches: Sketches }[],
): Map<number, number> {
  const standing = new Map<number, number>();
  const kept: { modelId: number; sketches: Sketches }[] = [];
  for (const { modelId, sketches } of models.toSorted((a, b) => b.races - a.races || a.modelId - b.modelId)) {
    const like = kept.find((other) => (sketchCorrelation(sketches, other.sketches) ?? 0) >= CLONE_CORRELATION);
    standing.set(modelId, like?.modelId ?? modelId);
    if (like === undefined) kept.push({ modelId, sketches });
  }
  return standing;
}
