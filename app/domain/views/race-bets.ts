import type { MixExponents } from "#app/domain/betting/mixed-chances.ts";
import type { RaceOdds } from "#app/domain/betting/price-formation.ts";
import type { ValueReturns } from "#app/domain/evaluation/value-returns.ts";
import type { SkillReport } from "#app/domain/learning/artifact.ts";
import type { OrderExponents } from "#app/domain/learning/calibration/order-probabilities.ts";
import type { Runner } from "#app/domain/racing/records.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { MarketOdds, RaceChange, RaceSummary, UpdateTimes } from "./analyses.ts";
import type { NeighbouringRace } from "./race-card.ts";

/** What tickets on a race are formed and priced of. */

/** The analysis that tickets are formed of. */
export interface BettingAnalysis {
  analysisId: number;
  modelName: string;
  /** Of the model; null without a report, or if the model is deleted. */
  skill: SkillReport | null;
  /** What its bets on high value have returned; null as the skill, and for models trained before it was measured. */
  value: ValueReturns | null;
  /** How its probabilities are mixed with the odds; null as the skill, and where the report has not measured it. */
  mix: MixExponents | null;
  isLearntFrom: boolean;
  /** Best index first, with the chances among the horses that still start. */
  scores: Score[];
  orderExponents: OrderExponents;
}

/** An own model that has analysed the race, or was asked for. */
interface BettingModel {
  modelId: number;
  name: string;
}

export interface RaceBets {
  race: RaceSummary;
  /** By number. */
  runners: Runner[];
  market: Pick<MarketOdds, "isFinal" | "announcedAt"> | null;
  updatedAt: UpdateTimes;
  /** The newest first. */
  changes: RaceChange[];
  neighbours: NeighbouringRace[];
  /** Those with an analysis of the race, the newest first. */
  models: BettingModel[];
  /** Whose tickets are shown: the one asked for, else the newest; null without any. */
  model: BettingModel | null;
  /** Its newest analysis of the race; null: it has none. */
  analysis: BettingAnalysis | null;
  /** The newest of each kind. */
  odds: RaceOdds;
  /** A budget that the user types is to be counted, or refused. */
  hasOwnBudgetLimit: boolean;
}
