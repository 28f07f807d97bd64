import { type Sketches, sketchCorrelation } from "./forecast-sketch.ts";

/** Two models of one owner whose log chances correlate this much on the same races are near-clones. */
const CLONE_CORRELATION = 0.98;

/**
 * Chooses which of an owner's models represent their near-clones. Those with the most races come first (ties: the older
 * one); a model whose correlation with a chosen one is {@link CLONE_CORRELATION} or more is represented by that one. The
 * choice ignores results: choosing the best of a family would reward its luck.
 *
 * @returns for each model the one that represents it, or itself
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
