import type { Bets } from "#app/domain/own-records/record-entry.ts";
import type { RunnerStatus } from "#app/domain/racing/race.ts";
import type { ListedRace, RaceDetails, Runner } from "#app/domain/racing/records.ts";
import type { AnalysisDetails } from "#app/domain/scoring/analysis-details.ts";
import type { ChangedMark } from "#app/domain/scoring/place-horses.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { InputChange } from "#app/domain/scoring/scored-inputs.ts";

export interface RaceSummary extends ListedRace {
  runnerCount: number;
  isAcquiredWeight: boolean;
  dataVersion: number;
}

export type DetailedRace = RaceSummary & RaceDetails;

/** A race as known when its analysis was accepted. */
export interface RaceInfo {
  raceNum: number;
  name: string;
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
  /** In lists null unless requested. */
  scores?: Score[] | null;
}

export interface AnalysedPick {
  horseNum: number;
  horseName: string;
  status: RunnerStatus;
  position: number | null;
}

export interface ListedAnalysis extends AnalysisSummary {
  /** Current start time of the race, HH:MM. */
  startTime: string | null;
  isOver: boolean;
  /** Null if it left the card, and before the analysis is complete. */
  pick: AnalysedPick | null;
}

/** A tombstone (app/db/schema/models.server.ts). */
export interface DeletedAnalysis extends Omit<AnalysisSummary, "status" | "progress" | "scores"> {
  /** Current start time of the race, HH:MM. */
  startTime: string | null;
  /** Horse numbers, best index first; at most five. */
  picks: number[];
  isLearntFrom: boolean;
  /** When it was completed and deleted; unix seconds. */
  completedAt: number;
  deletedAt: number;
  /** Null before the official payouts, for jump races, and if the model was trained on the race. */
  bets: Bets | null;
  isAwaited: boolean;
}

export interface MarketOdds {
  isFinal: boolean;
  /** `2026-11-22T14:32`, Japan; null for final odds, and if it is unknown. */
  announcedAt: string | null;
  horses: {
    horseNum: number;
    odds: number;
    popularity: number | null;
    /** The odds are at least these. */
    isCapped: boolean;
  }[];
}

export interface RaceChange {
  /** `2026-11-22T14:32`, Japan; null if unknown. */
  at: string | null;
  change: InputChange;
}

/** When body weights were last updated, and the race with its result; unix seconds, null without these or if unknown. */
export interface UpdateTimes {
  weights: number | null;
  results: number | null;
}

export interface AnalysisDetail extends AnalysisSummary {
  scores: Score[] | null;
  /** Null before it is complete, and for analyses made before details were stored. */
  details: AnalysisDetails | null;
  isLearntFrom: boolean;
  /** The model was also trained on races of that day or later; an earlier refit scored this one. */
  isByRefit: boolean;
  isModelKept: boolean;
  /** 予測力, a pseudo-R²; null if unknown. */
  modelSkill: number | null;
  race: RaceSummary;
  runners: Runner[];
  /** Changes of the card since it was scored; empty if unknown, and for a cancelled race. */
  changes: InputChange[];
  /** Whether a new, counted analysis could differ. */
  canRequestAgain: boolean;
  /** The model's last analysis of the race before this one, and the marks that differ; null: none. */
  earlier: { analysisId: number; completedAt: number; marks: ChangedMark[] } | null;
  /** Null: this one is the newest. */
  newestId: number | null;
  sharedAt: number | null;
  seal: string | null;
  /** Null before the official payouts, for jump races, and if the model was trained on the race. */
  bets: Bets | null;
  /** Final odds, else the newest. */
  market: MarketOdds | null;
  updatedAt: UpdateTimes;
}
