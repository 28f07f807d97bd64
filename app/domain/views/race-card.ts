import type { NotedHorse, OwnMark } from "#app/domain/own-marks.ts";
import type { BetType, Going, Grade, RunnerStatus, Surface } from "#app/domain/racing/race.ts";
import type { Payout, Runner } from "#app/domain/racing/records.ts";
import type { WinMoment } from "#app/domain/racing/win-moment.ts";
import type { HorseWhy } from "#app/domain/scoring/analysis-details.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { DetailedRace, MarketOdds, RaceChange, UpdateTimes } from "./analyses.ts";
import type { NextUse } from "./home.ts";

/** An earlier start of a horse. */
export interface PastRun {
  horseId: string;
  raceId: string;
  date: string;
  venue: string;
  name: string;
  grade: Grade | null;
  surface: Surface | null;
  distanceM: number | null;
  going: Going | null;
  runnerCount: number;
  status: RunnerStatus;
  finishPosition: number | null;
  timeS: number | null;
  /** Behind the winner; for the winner minus the gap of the second. */
  gapS: number | null;
  cornerPositions: string | null;
  last600mS: number | null;
  popularity: number | null;
  jockeyName: string | null;
  carriedWeightKg: number | null;
  bodyWeightKg: number | null;
}

/** A race of the same day and course. */
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
  /** The model is not deleted. */
  hasModel: boolean;
  completedAt: number | null;
  isLearntFrom: boolean;
  scores: Score[];
  /** Null before the official payouts, for jump races, and if the model was trained on the race. */
  bets: Record<BetType, { stakeYen: number; payoutYen: number; hits: number }> | null;
}

export interface OwnEntries {
  marks: { horseId: string; mark: OwnMark }[];
  notes: NotedHorse[];
}

export interface RaceCard {
  race: DetailedRace;
  /** By number, with the market's odds. */
  runners: Runner[];
  /** Age of these odds; null without any. */
  market: Pick<MarketOdds, "isFinal" | "announcedAt"> | null;
  updatedAt: UpdateTimes;
  /** The newest first. */
  changes: RaceChange[];
  /** Empty if the odds did not move. */
  winMoves: readonly WinMoment[];
  /** Up to five of each horse, the newest first. */
  pastRuns: PastRun[];
  /** By number, the race itself among them. */
  neighbours: NeighbouringRace[];
  /** The newest of each model, newest first. */
  analyses: RaceAnalysis[];
  /** From the newest analysis. */
  why: Pick<HorseWhy, "horseNum" | "groups" | "past">[];
  payouts: Omit<Payout, "raceId">[];
  own: OwnEntries;
  /** Marks can still be set. */
  isBeforeStart: boolean;
  /** The model for one tap, or why there is none. Null if the race has an analysis or has started. */
  use: NextUse | null;
}
