import type { ForecastReturns } from "#app/domain/evaluation/forecast-returns.ts";
import type { ForecastSkill } from "#app/domain/evaluation/forecast-skill.ts";
import type { Importance } from "#app/domain/evaluation/permutation-importance.ts";
import type { ReliabilityBin } from "#app/domain/evaluation/reliability.ts";
import type { Interval } from "#app/domain/evaluation/resample-days.ts";
import type { Returns, ReturnsWithHits } from "#app/domain/evaluation/returns.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { ImportError } from "#app/domain/open-csv/open-csv.ts";
import type { BetType } from "#app/domain/racing/race.ts";

/** What the command asks of its Worker, each by POST with a JSON body. */
export interface Requests {
  /** The files are in the store already. */
  "/import": { files: { name: string; key: string; bytes: number }[] };
  "/import-result": { importId: number };
  /** Runs the open job of a kind for one message. */
  "/run": { kind: "ingest-import" | "build-features" | "train-model"; clock: number };
  "/model": { choice: FeatureChoice; learner: string; clock: number };
  "/measure": { modelId: number; testUntil: string };
}

export interface Answers {
  "/import": { importId: number };
  "/import-result": { status: string; errors: ImportError[]; errorCount: number };
  "/run": { outcome: "done" | "again" | "failed"; error: string | null };
  "/model": { modelId: number };
  "/measure": Measurement;
}

export type ReturnsByBet = Record<BetType, Returns>;

/** Figures of the test races; skill is null where there was no race to measure. */
export interface Measurement {
  skill: ForecastSkill | null;
  returns: ReturnsByBet;
  baselines: { favourite: ReturnsByBet; random: ReturnsByBet };
  trainedOn: { races: number; rows: number };
  walkForward: WalkForward | null;
}

/** The report that the model's page shows: all races before the cut-off that a refit was tested on. */
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
  /** By year, surface, distance band and venue. */
  conditions: { skill: ForecastSkill["conditions"]; returns: ForecastReturns["conditions"] };
  /** Of the chosen features, on so many of the races. */
  importance: Importance[];
  importanceRaces: number;
}

/** The command's answer with --json; what each figure is stands in the README. */
export interface Evaluation {
  races: number;
  logLoss: number | null;
  uniformLogLoss: number | null;
  pseudoR2: number | null;
  marketPseudoR2: number | null;
  top1WinRate: number | null;
  calibrationError: number | null;
  returns: ReturnsByBet;
  baselines: { favourite: ReturnsByBet; random: ReturnsByBet };
  seconds: { features: number; train: number; report: number };
  peakMemoryBytes: number | null;
  learner: string;
  /** On the races before `--train-until`; null where there was none to test. */
  walkForward: WalkForward | null;
}
