import type { NotedHorse, OwnMark } from "#app/domain/own-marks.ts";
import type { Bets } from "#app/domain/own-records/record-entry.ts";
import type { Payout, Race, Runner } from "#app/domain/racing/records.ts";
import type { WinMoment } from "#app/domain/racing/win-moment.ts";
import type { HorseWhy } from "#app/domain/scoring/analysis-details.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { DetailedRace, MarketOdds, RaceChange, UpdateTimes } from "./analyses.ts";
import type { NextUse } from "./home.ts";

export interface PastRun
  extends Pick<Race, "raceId" | "date" | "venue" | "name" | "grade" | "surface" | "distanceM" | "going">,
    Pick<Runner, "horseId" | "status" | "finishPosition" | "timeS" | "cornerPositions" | "last600mS" | "popularity">,
    Pick<Runner, "jockeyName" | "carriedWeightKg" | "bodyWeightKg"> {
  runnerCount: number;
  /** Behind the winner; for the winner minus the gap of the second. */
  gapS: number | null;
}

export interface NeighbouringRace {
  raceId: string;
  raceNum: number;
}

/** The reader's finished analysis with the payouts of its bets. */
export interface RaceAnalysis {
  analysisId: number;
  modelId: number;
  modelName: string;
  /** Null without a report, or if the model is deleted. */
  modelSkill: number | null;
  hasModel: boolean;
  completedAt: number | null;
  isLearntFrom: boolean;
  scores: Score[];
  /** Null before the official payouts, for jump races, and if the model was trained on the race. */
  bets: Bets | null;
}

interface OwnEntries {
  marks: { horseId: string; mark: OwnMark }[];
  notes: NotedHorse[];
}

/** The part of all tabs of a race. */
export interface RaceTab {
  race: DetailedRace;
  /** By number. */
  runners: Runner[];
  /** Age of the odds; null without any. */
  market: Pick<MarketOdds, "isFinal" | "announcedAt"> | null;
  updatedAt: UpdateTimes;
  /** The newest first. */
  changes: RaceChange[];
  /** By number, the race itself among them. */
  neighbours: NeighbouringRace[];
}

export interface RaceCard extends RaceTab {
  /** Empty if the odds did not move. */
  winMoves: readonly WinMoment[];
  /** Up to five of each horse, the newest first. */
  pastRuns: PastRun[];
  /** The newest of each model, newest first. */
  analyses: RaceAnalysis[];
  /** From the newest analysis. */
  why: Pick<HorseWhy, "horseNum" | "groups" | "past">[];
  payouts: Omit<Payout, "raceId">[];
  own: OwnEntries;
  isBeforeStart: boolean;
  /** The model for one tap, or why there is none. Null if the race has an analysis or has started. */
  use: NextUse | null;
}
