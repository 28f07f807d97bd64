import { type Sketches, sketchCorrelation } from "./forecast-sketch.ts";

/** Correlation of log chances from which models of one owner are near-clones. */
const CLONE_CORRELATION = 0.98;

/**
 * Chooses which of an owner's models represent their near-clones: those with the most races first (ties: the older
 * one). The choice ignores results, as the best of a family would be rewarded for luck.
 *
 * @returns the representative of each model, or itself
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
