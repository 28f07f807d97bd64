import type { Proofs } from "./proofs.ts";

const JOURNEY =
  "e2e/journeys/race-day/what-if: a fan asks what if: nothing is counted, each change can be undone, and what is refused stays typed";

/** The page of a race under other conditions. */
export const proofs: Proofs = {
  "/races/{raceId}/what-if: scratch, jockey, weight, draw, going; state in the URL, each change undone by a link": [
    JOURNEY,
    "unit/what-if/conditions: requested changes are read horse by horse, later ones over earlier ones",
  ],
  "Equal to scoring anew to the last digit": [
    "unit/what-if/changed-race: rows under any conditions are, code by code, those of features rebuilt from a card with these conditions",
    "unit/what-if/changed-race: indexes and chances are to the last bit those of scoring again, and the parts sum to the change of the index",
  ],
  "For a race that this model has analysed; another user's model is 404; else the way to an analysis": [
    JOURNEY,
    "integration/analyses/what-if: another user's model is refused; without an analysis, or with its model deleted, nothing is computed",
  ],
  "Uncounted, unsaved":
    "integration/analyses/what-if: nothing changed is the analysis, and asking stores nothing and takes no use",
  "Said to be association, not cause, before any figure; 「条件を変えると、勝率の変化が出ます」":
    "unit/what-if/what-if-page: that it is association and no cause stands before every figure",
  "Before and after on one scale, the difference by feature": [
    "unit/what-if/what-if-page: every horse has both chances on one scale, and its parts in words",
    "unit/what-if/changed-race: indexes and chances are to the last bit those of scoring again, and the parts sum to the change of the index",
  ],
  "Unknown horse, gate taken, weight out of range, all scratched: said at the field, and what was typed stays": [
    "unit/what-if/conditions: what cannot be is refused with its reason, and the rest stands",
    "unit/what-if/what-if-page: what is refused is said at its field and stays typed",
  ],
};
