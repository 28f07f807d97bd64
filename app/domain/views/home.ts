import type { AnalysesLeft } from "#app/domain/plans/entitlements.ts";
import type { RaceSummary } from "./analyses.ts";
import type { ListedPicks, ListedRunner } from "./race-list.ts";

/** The model that analyses the race in one tap, or the refusal. */
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
  /** The analysis by the default model, else the newest. */
  own: ListedPicks | null;
}

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
  /** Per cent of the stakes; null without a bet. */
  rate: number | null;
}

export interface DayCell {
  raceNum: number;
  kind: "none" | "awaited" | "cancelled" | "settled";
  /** ◎; null if not settled. */
  pick: ListedRunner | null;
}

/** Settled analyses of the day, misses included. */
export interface DaySum {
  /** Venues with an analysis, with all races of each in order. */
  venues: { venue: string; cells: DayCell[] }[];
  /** Latest start first. */
  settled: SettledPick[];
  /** Bets on ◎, and on the market's favourite of the same races. */
  own: WinReturns;
  favourite: WinReturns;
  /** Analysed races without a result yet. */
  awaited: number;
  /** Analysed after their start; not in the sums. */
  afterStart: number;
}

export interface HomeDay {
  date: string;
  /** Null once all races have started, and on a day without racing. */
  next: (ComingRace & { use: NextUse | null }) | null;
  /** Races after the next one, by start. */
  later: ComingRace[];
  /** Null if nothing was analysed. */
  sum: DaySum | null;
}
