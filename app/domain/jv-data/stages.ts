import type { ReadKind } from "./record-kinds.ts";

const ODDS_STAGES = ["12", "3", "4", "5", "9"];

/**
 * Stages (データ区分) by kind, earliest first; those of one text have equal rank.
 *
 * Races and horses: 1 entries, 2 card with the draw, 3 places to the third, 4 to the fifth, 5 all places, 6 all with
 * corners, A regional results from the central organiser, 7 final, 9 cancelled (B, races abroad, is not read). Payouts:
 * 1 quick, 2 final, 9 cancelled. Odds: 1 intermediate, 2 last of the day before, 3 last, 4 and 5 confirmed, 9
 * cancelled. Regional data has cards (2), finals (7; payouts 2, odds 5) and cancellations only. For announcements the
 * stage is the kind of event; their order follows from the time.
 */
const STAGES: Readonly<Record<ReadKind, readonly string[]>> = {
  RA: ["1", "2", "3", "4", "5", "6", "A", "B", "7", "9"],
  SE: ["1", "2", "3", "4", "5", "6", "A", "B", "7", "9"],
  HR: ["1", "2", "9"],
  WH: ["1"],
  WE: ["1"],
  AV: ["12"],
  JC: ["1"],
  TC: ["1"],
  CC: ["1"],
  // The central register precedes the regional one.
  UM: ["", "12349"],
  NU: ["12349"],
  O1: ODDS_STAGES,
  O2: ODDS_STAGES,
  O3: ODDS_STAGES,
  O4: ODDS_STAGES,
  O5: ODDS_STAGES,
  O6: ODDS_STAGES,
};

/** Deletes the records with this key that were made up to its day. */
export const DELETED = "0";
export const CANCELLED = "9";
export const FOREIGN = "B";

export function isStage(kind: ReadKind, stage: string): boolean {
  return stage === DELETED || rankOfStage(kind, stage) >= 0;
}

/** −1 for unknown stages. */
export function rankOfStage(kind: ReadKind, stage: string): number {
  return stage.length === 1 ? STAGES[kind].findIndex((stages) => stages.includes(stage)) : -1;
}

/** Whether the record was made after the race. */
export function hasResult(stage: string): boolean {
  return /^[34567A]$/.test(stage);
}

export function hasAllPlaces(stage: string): boolean {
  return /^[567A]$/.test(stage);
}
