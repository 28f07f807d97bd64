import { boostedTrees } from "./boosted-trees.ts";
import { conditionalLogit } from "./conditional-logit.ts";
import type { Learner } from "./learner.ts";

const LEARNERS: readonly Learner[] = [conditionalLogit, boostedTrees];

export const DEFAULT_LEARNER = boostedTrees.name;

export function findLearner(name: string): Learner | null {
  return LEARNERS.find((learner) => learner.name === name) ?? null;
}

export function listLearners(): string[] {
  return LEARNERS.map(({ name }) => name);
}
