import type { MixExponents } from "#app/domain/betting/mixed-chances.ts";
import type { ValueReturns } from "#app/domain/evaluation/value-returns.ts";
import type { SkillReport } from "#app/domain/learning/artifact.ts";
import type { OwnMark } from "#app/domain/own-marks.ts";
import type { AnalysisRefusal } from "#app/domain/scoring/analysis-refusal.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { MarketOdds } from "./analyses.ts";
import type { RaceTab } from "./race-card.ts";

/** An own model with its newest finished analysis of the race. */
export interface RaceModel {
  modelId: number;
  name: string;
  report: SkillReport | null;
  /** Returns of its bets on high value; null without a report. */
  value: ValueReturns | null;
  /** Weights of its probabilities and the odds; null if not measured. */
  mix: MixExponents | null;
  /** Chances are among the remaining starters. */
  analysis: { analysisId: number; completedAt: number | null; isLearntFrom: boolean; scores: Score[] } | null;
  isRunning: boolean;
  /** Null if it can analyse the race, apart from the uses left. */
  refusal: AnalysisRefusal | null;
}

export interface RaceModels extends RaceTab {
  market: MarketOdds | null;
  ownMarks: { horseId: string; mark: OwnMark }[];
  /** Best report first, without failed ones. */
  models: RaceModel[];
}
