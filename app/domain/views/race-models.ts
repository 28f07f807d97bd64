import type { MixExponents } from "#app/domain/betting/mixed-chances.ts";
import type { ValueReturns } from "#app/domain/evaluation/value-returns.ts";
import type { SkillReport } from "#app/domain/learning/artifact.ts";
import type { OwnMark } from "#app/domain/own-marks.ts";
import type { Runner } from "#app/domain/racing/records.ts";
import type { AnalysisRefusal } from "#app/domain/scoring/analysis-refusal.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { MarketOdds, RaceChange, RaceSummary, UpdateTimes } from "./analyses.ts";
import type { NeighbouringRace } from "./race-card.ts";

/** A race with what each of the reader's models says of it. */

/** A model of the reader with its newest finished analysis of the race. */
export interface RaceModel {
  modelId: number;
  name: string;
  report: SkillReport | null;
  /** Null without a report, and for models trained before it was measured. */
  value: ValueReturns | null;
  /** How its probabilities are mixed with the odds; null where the report has not measured it. */
  mix: MixExponents | null;
  /** Chances among the horses that still start; null without an analysis. */
  analysis: { analysisId: number; completedAt: number | null; isLearntFrom: boolean; scores: Score[] } | null;
  isRunning: boolean;
  /** Why it cannot analyse the race, whatever the uses left; null if it can. */
  refusal: AnalysisRefusal | null;
}

export interface RaceModels {
  race: RaceSummary;
  /** By number, with the market's odds. */
  runners: Runner[];
  /** Null without odds. */
  market: MarketOdds | null;
  updatedAt: UpdateTimes;
  /** The newest first. */
  changes: RaceChange[];
  /** By number, the race itself among them. */
  neighbours: NeighbouringRace[];
  /** The reader's own marks. */
  ownMarks: { horseId: string; mark: OwnMark }[];
  /** The best by its report first; failed ones are left out. */
  models: RaceModel[];
}
