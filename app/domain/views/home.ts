import type { AnalysesLeft } from "#app/domain/plans/entitlements.ts";
import type { RaceSummary } from "./analyses.ts";
import type { ListedPicks, ListedRunner } from "./race-list.ts";

/** What the home page shows of a race day. */

/** By which model a race can be analysed in one tap, or why it cannot. */
export type NextUse =
  | { kind: "analyse"; modelId: number; modelName: string; left: AnalysesLeft | null }
  | { kind: "used-up"; by: AnalysesLeft["by"] }
  | { kind: "waits-for-weights"; modelName: string }
  | { kind: "no-model" | "no-runners" | "restricted" | "paused" };

/** A race of today still to start. */
export interface ComingRace {
  race: RaceSummary;
  /** Minutes until its start; null if that is unknown. */
  minutes: number | null;
  /** The reader's analysis of it: by the default model, else the newest. */
  own: ListedPicks | null;
}

/** How ◎ of a race ended. */
export interface SettledPick {
  raceId: string;
  analysisId: number;
  venue: string;
  raceNum: number;
  name: string;
  startTime: string | null;
  pick: ListedRunner;
  isLearntFrom: boolean;
  /** Payouts of ◎ per 100 yen; null: nothing was paid. */
  winYen: number | null;
  placeYen: number | null;
}

/** Win bets of 100 yen each and what they paid. */
export interface WinReturns {
  races: number;
  hits: number;
  /** Of the stakes, in per cent; null without a bet. */
  rate: number | null;
}

export interface DayCell {
  raceNum: number;
  kind: "none" | "awaited" | "cancelled" | "settled";
  /** ◎; null if not settled. */
  pick: ListedRunner | null;
}

/** The day's analyses as they ended, misses as well as hits. */
export interface DaySum {
  /** Venues with an analysis, with all races of each in order. */
  venues: { venue: string; cells: DayCell[] }[];
  /** The latest start first. */
  settled: SettledPick[];
  /** Bets on ◎, and on the market's favourite of the same races. */
  own: WinReturns;
  favourite: WinReturns;
  /** Analysed races without a result yet. */
  awaited: number;
  /** Races analysed after their start, whose bets are not in the sums. */
  afterStart: number;
}

/** The races of today, or of the last race day before. */
export interface HomeDay {
  date: string;
  /** Null once all of today's races have started, and on a day without racing. */
  next: (ComingRace & { use: NextUse | null }) | null;
  /** Races after the next one, by start. */
  later: ComingRace[];
  /** Null if nothing was analysed. */
  sum: DaySum | null;
}
