import type { NotedHorse, OwnMark } from "#app/domain/own-marks.ts";
import type { BetType, Going, Grade, RunnerStatus, Surface } from "#app/domain/racing/race.ts";
import type { Payout, Runner } from "#app/domain/racing/records.ts";
import type { WinMoment } from "#app/domain/racing/win-moment.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { MarketOdds, RaceChange, RaceSummary, UpdateTimes } from "./analyses.ts";

/** A race with all that its page shows. */

/** A start of a horse before the race of the card. */
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
  /** Declared runners. */
  runnerCount: number;
  status: RunnerStatus;
  finishPosition: number | null;
  timeS: number | null;
  /** Seconds behind the winner; for the winner minus those of the second. Null: unknown. */
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

/** A finished analysis of the race by the reader, with what its bets paid. */
export interface RaceAnalysis {
  analysisId: number;
  modelId: number;
  modelName: string;
  /** Whether the model is still there. */
  hasModel: boolean;
  completedAt: number | null;
  isLearntFrom: boolean;
  scores: Score[];
  /** Null before the official payouts, for jump races, and if the model was trained on the race. */
  bets: Record<BetType, { stakeYen: number; payoutYen: number; hits: number }> | null;
}

/** What the reader has entered about the horses of a race. */
export interface OwnEntries {
  marks: { horseId: string; mark: OwnMark }[];
  notes: NotedHorse[];
}

export interface RaceCard {
  race: RaceSummary;
  /** By number, with the market's odds. */
  runners: Runner[];
  /** How old these odds are; null without any. */
  market: Pick<MarketOdds, "isFinal" | "announcedAt"> | null;
  updatedAt: UpdateTimes;
  /** The newest first. */
  changes: RaceChange[];
  /** How the win odds moved until the newest; empty if they did not. */
  winMoves: readonly WinMoment[];
  /** Up to five of each horse, the newest first. */
  pastRuns: PastRun[];
  /** By number, the race itself among them. */
  neighbours: NeighbouringRace[];
  /** Of the reader, the newest of each model, the newest first. */
  analyses: RaceAnalysis[];
  payouts: Omit<Payout, "raceId">[];
  own: OwnEntries;
  /** Whether the race is still to start, so that marks can be set. */
  isBeforeStart: boolean;
}
