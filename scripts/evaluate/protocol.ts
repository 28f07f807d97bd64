import type { ForecastSkill } from "#app/domain/evaluation/forecast-skill.ts";
import type { Returns } from "#app/domain/evaluation/returns.ts";
import type { SecondStage } from "#app/domain/evaluation/second-stage.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { ImportError } from "#app/domain/open-csv/open-csv.ts";
import type { BetType } from "#app/domain/racing/race.ts";
import type { Setting } from "./settings.ts";
import type { WalkForward } from "./walk-forward.ts";

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
