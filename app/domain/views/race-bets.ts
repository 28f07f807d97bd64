import type { MixExponents } from "#app/domain/betting/mixed-chances.ts";
import type { RaceOdds } from "#app/domain/betting/price-formation.ts";
import type { ValueReturns } from "#app/domain/evaluation/value-returns.ts";
import type { SkillReport } from "#app/domain/learning/artifact.ts";
import type { OrderExponents } from "#app/domain/learning/calibration/order-probabilities.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { RaceTab } from "./race-card.ts";

export interface BettingAnalysis {
  analysisId: number;
  modelName: string;
  /** Null without a report, or if the model is deleted. */
  skill: SkillReport | null;
  /** Returns of its bets on high value; null as the skill. */
  value: ValueReturns | null;
  /** Weights of its probabilities and the odds; null as the skill, or if not measured. */
  mix: MixExponents | null;
  isLearntFrom: boolean;
  /** Best index first; chances are among the remaining starters. */
  scores: Score[];
  orderExponents: OrderExponents;
}

/** An own model that has analysed the race, or was requested. */
interface BettingModel {
  modelId: number;
  name: string;
}

export interface RaceBets extends RaceTab {
  /** Those with an analysis of the race, the newest first. */
  models: BettingModel[];
  /** The requested model, else the newest one; null without any. */
  model: BettingModel | null;
  analysis: BettingAnalysis | null;
  /** The newest of each kind. */
  odds: RaceOdds;
  /** A typed budget counts towards the user's own limit. */
  hasOwnBudgetLimit: boolean;
}
