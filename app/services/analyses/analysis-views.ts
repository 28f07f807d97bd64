import type { BetType, Race, Runner } from "#app/domain/racing/race.ts";
import type { AnalysisDetails } from "#app/domain/scoring/analysis-details.ts";
import type { Score } from "#app/domain/scoring/score.ts";

/** Analyses, and the races they are made of, as pages and the API see them. */

export interface RaceSummary extends Race {
  runnerCount: number;
  isAcquiredWeight: boolean;
  dataVersion: number;
}

export interface RaceInfo {
  raceNum: number;
  name: string;
  /** The course. */
  title: string;
  date: string;
}

export interface AnalysisSummary {
  analysisId: number;
  modelId: number;
  modelName: string;
  venueType: number;
  raceId: string;
  raceInfo: RaceInfo;
  status: number;
  progress: number | null;
  createdAt: number;
  completedAt: number | null;
  /** In lists null unless asked for. */
  scores?: Score[] | null;
}

export interface ListedAnalysis extends AnalysisSummary {
  /** HH:MM of the race as it is now. */
  startTime: string | null;
}

/** What the bets of the product on an index bought and paid, per ticket type. */
type AnalysisBets = Record<BetType, { stakeYen: number; payoutYen: number; hits: number }>;

/** A tombstone (app/db/schema/models.server.ts). */
export interface DeletedAnalysis {
  analysisId: number;
  modelId: number;
  modelName: string;
  venueType: number;
  raceId: string;
  raceInfo: RaceInfo;
  /** HH:MM of the race as it is now. */
  startTime: string | null;
  /** Horse numbers, best index first; five at most. */
  picks: number[];
  isLearntFrom: boolean;
  /** When it was asked for, fixed and deleted: unix seconds. */
  createdAt: number;
  completedAt: number;
  deletedAt: number;
  /** Null before the official payouts, for jump races, and where the model learnt from the race. */
  bets: AnalysisBets | null;
  /** The result is still to come. */
  isAwaited: boolean;
}

export interface AnalysisDetail extends AnalysisSummary {
  scores: Score[] | null;
  /** Null before it is complete, and for analyses made before these were kept. */
  details: AnalysisDetails | null;
  isLearntFrom: boolean;
  /** The model learnt from races of that day and later; this one was scored by its refit on those before. */
  isByRefit: boolean;
  /** The model is not deleted. */
  isModelKept: boolean;
  race: RaceSummary;
  runners: Runner[];
  sharedAt: number | null;
  /**
   * What the bets on this index bought and paid, by the official payouts; null before them, for jump races, and where
   * the model learnt from the race.
   */
  bets: AnalysisBets | null;
}
