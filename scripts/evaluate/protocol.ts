import type { ForecastReturns } from "#app/domain/evaluation/forecast-returns.ts";
import type { ForecastSkill } from "#app/domain/evaluation/forecast-skill.ts";
import type { Outlook } from "#app/domain/evaluation/outlook.ts";
import type { Importance } from "#app/domain/evaluation/permutation-importance.ts";
import type { ReliabilityBin } from "#app/domain/evaluation/reliability.ts";
import type { Interval } from "#app/domain/evaluation/resample-days.ts";
import type { Returns, ReturnsWithHits } from "#app/domain/evaluation/returns.ts";
import type { SecondStage } from "#app/domain/evaluation/second-stage.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { ImportError } from "#app/domain/open-csv/open-csv.ts";
import type { BetType } from "#app/domain/racing/race.ts";
import type { Setting } from "./settings.ts";

export interface Requests {
  "/import": { files: { name: string; key: string; bytes: number }[] };
  "/import-result": { importId: number };
  /** Runs the open job of a kind for one message. */
  "/run": { kind: "ingest-import" | "build-features" | "train-model"; clock: number };
  "/model": { choice: FeatureChoice; learner: string; clock: number };
  /** Walks forward through the races up to a day; the seed is of the trees. */
  "/walk": { choice: FeatureChoice; trainUntil: string; setting: Setting; seed: number };
  "/measure": { modelId: number; testUntil: string; withPredictions: boolean };
}

export interface Answers {
  "/import": { importId: number };
  "/import-result": { status: string; errors: ImportError[]; errorCount: number };
  "/run": { outcome: "done" | "again" | "failed"; error: string | null };
  "/model": { modelId: number };
  "/walk": WalkLosses;
  "/measure": Measurement;
}

/** By race: its day, −ln p of the winner, and that of equal chances. */
export interface WalkLosses {
  days: number[];
  losses: number[];
  uniform: number[];
}

/** A setting beside the product, over the mean of its seeds: gain of pseudo-R², with 95 % over race days. */
export interface Comparison {
  name: string;
  races: number;
  pseudoR2: number;
  gain: number;
  low: number;
  high: number;
}

export type ReturnsByBet = Record<BetType, Returns>;

export interface Measurement {
  skill: ForecastSkill | null;
  returns: ReturnsByBet;
  baselines: { favourite: ReturnsByBet; random: ReturnsByBet };
  trainedOn: { races: number; rows: number };
  walkForward: WalkForward | null;
  calibration: Calibration;
  secondStage: SecondStage | null;
  predictions: string[];
}

/** How far chances are from what happened; null without races. "Perfect": 19 of 20 true forecasters err no more. */
export interface Calibration {
  placeCalibrationError: number | null;
  placeCalibrationPerfect: number | null;
  quinellaCalibrationError: number | null;
  quinellaCalibrationPerfect: number | null;
  slope: number | null;
}

/** The report on the model's page: all races before the cut-off that a refit was tested on. */
export interface WalkForward {
  races: number;
  from: string;
  to: string;
  logLoss: number;
  uniformLogLoss: number;
  pseudoR2: number;
  pseudoR2Interval: Interval;
  marketPseudoR2: number | null;
  top1WinRate: number;
  placeRate: number;
  calibrationError: number;
  reliability: ReliabilityBin[];
  returns: Record<BetType, ReturnsWithHits>;
  baselines: Record<"favourite" | "random", Record<BetType, ReturnsWithHits>>;
  /** By year, surface, distance band, going, field and venue. */
  conditions: { skill: ForecastSkill["conditions"]; returns: ForecastReturns["conditions"] };
  /** For the coming half-year; null with too few race days. */
  outlook: Outlook | null;
  importance: Importance[];
  importanceRaces: number;
}

/** The command's output with --json; the README explains each figure. */
export interface Evaluation extends Calibration {
  races: number;
  logLoss: number | null;
  uniformLogLoss: number | null;
  pseudoR2: number | null;
  marketPseudoR2: number | null;
  top1WinRate: number | null;
  calibrationError: number | null;
  secondStage: Omit<SecondStage, "marketAlone" | "races"> | null;
  returns: ReturnsByBet;
  baselines: { favourite: ReturnsByBet; random: ReturnsByBet };
  seconds: { features: number; train: number; report: number };
  peakMemoryBytes: number | null;
  learner: string;
  /** On the races before `--train-until`; null if none could be tested. */
  walkForward: WalkForward | null;
}
