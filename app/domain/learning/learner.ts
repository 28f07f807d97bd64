import type { Column, RaceFeatures, ReadColumn } from "#app/domain/features/matrix.ts";
import type { Pace } from "./pace.ts";
import type { TrainingRaces } from "./training-races.ts";
import type { TestPeriod } from "./walk-plan.ts";

export interface Learner {
  readonly name: string;
  /** Raised with every change that alters the output for the same input. */
  readonly version: number;
  /** Seed of its random draws; null for learners without randomness. */
  readonly seed: number | null;
  /**
   * Learns f, one number per runner: once per test period from the races before it, and once from all races.
   * Deterministic: a call resumed from a checkpoint returns the same bytes.
   */
  learn(input: LearnerInput, watch: Watch): Promise<LearnerResult>;
  /** @throws if the parameters were not made by `learn` of this learner. */
  openPredictor(parameters: unknown): Predictor;
}

export interface LearnerInput {
  races: TrainingRaces;
  /** Test periods of the walk; at least one. */
  periods: readonly TestPeriod[];
  columns: readonly Column[];
  /** Columns are read in order, starting with the first, in any number of passes. */
  readColumn: ReadColumn;
  /** Compiled .kernel/trees.wasm; predictors do not need it. */
  kernel: WebAssembly.Module;
  /** From an earlier call with the same input, or null. */
  checkpoint: unknown;
}

export interface Watch {
  pace: Pace;
  /** Progress from 0 to 1. */
  report(share: number): Promise<void>;
  saveCheckpoint(checkpoint: unknown): Promise<void>;
  /** Called after each checkpoint; true ends this call with "paused". */
  isPauseDue(): boolean;
}

export type LearnerResult =
  | {
      kind: "learnt";
      /** Parameters of the fit on all races; plain JSON. */
      parameters: unknown;
      /** Parameters of each period's refit, oldest first. */
      refits: unknown[];
      /** f per row of the races: predicted by the refit of the row's period, 0 before the first period. */
      outputs: Float64Array;
    }
  | { kind: "paused" };

export interface Predictor {
  /** Columns whose codes `predict` reads. */
  columnIds: readonly string[];
  /** f per declared runner, in the race's order. Only differences within a race are meaningful. */
  predict(race: RaceFeatures): Float64Array;
  /** Contribution of each column to f, per declared runner. They sum to `predict` up to a constant of the race. */
  explain(race: RaceFeatures): Map<string, Float64Array>;
  /**
   * Prepares a race for many predictions with other codes in some columns; much faster than `predict` for each. The
   * returned function takes the changed codes, one per declared runner. Unused columns have no effect.
   */
  vary(race: RaceFeatures): (changes: ReadonlyMap<string, Uint16Array>) => Float64Array;
}
