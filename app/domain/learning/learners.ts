import { boostedTrees } from "./boosted-trees.ts";
import { conditionalLogit } from "./conditional-logit.ts";
import type { ExplainingLearner } from "./learner.ts";

const LEARNERS: readonly ExplainingLearner[] = [conditionalLogit, boostedTrees];

/** Learner of new models. */
export const DEFAULT_LEARNER = boostedTrees.name;

export function findLearner(name: string): ExplainingLearner | null {
  return LEARNERS.find((learner) => learner.name === name) ?? null;
}

export function listLearners(): string[] {
  return LEARNERS.map(({ name }) => name);
}
