import type { Column, RaceFeatures } from "#app/domain/features/matrix.ts";
import type { Pace } from "./pace.ts";
import type { TrainingRaces } from "./training-races.ts";
import type { TestPeriod } from "./walk-plan.ts";

/** One way of learning the order of a race. Learners are told apart by name, in artifacts and on the command line. */
export interface Learner {
  readonly name: string;
  /** Counted up with every change after which the same input gives other bytes. */
  readonly version: number;
  /** Of its draws; null where it draws nothing. */
  readonly seed: number | null;
  /**
   * Learns f, one number per runner that orders a race: once for every test period, from the races before it alone,
   * and once from all. Deterministic; a call that goes on from a checkpoint ends with the same bytes as an undisturbed
   * one.
   */
  learn(input: LearnerInput, watch: Watch): Promise<LearnerResult>;
  /** @throws when the parameters are not what `learn` of this learner gave. */
  openPredictor(parameters: unknown): Predictor;
}

export interface LearnerInput {
  races: TrainingRaces;
  /** At least one. */
  periods: readonly TestPeriod[];
  columns: readonly Column[];
  /**
   * Codes of a column for every row of the row index; the learner may overwrite them. Columns are read in order,
   * beginning with the first, in as many passes as the learner likes.
   */
  readColumn(columnId: string): Promise<Uint16Array>;
  /** Compiled build/kernel/trees.wasm, or null where there is none: only trees need it, and only to learn. */
  kernel: WebAssembly.Module | null;
  /** What an earlier call on the same input saved, or null. */
  checkpoint: unknown;
}

/** How a learner keeps in touch while it works. */
export interface Watch {
  pace: Pace;
  /** Share of the work done, 0 to 1. */
  report(share: number): Promise<void>;
  saveCheckpoint(checkpoint: unknown): Promise<void>;
  /** Asked after each checkpoint: true = end this call with "paused". */
  isPauseDue(): boolean;
}

export type LearnerResult =
  | {
      kind: "learnt";
      /** Of the fit on all races; plain JSON. */
      parameters: unknown;
      /** The same of each period's refit, oldest first. */
      refits: unknown[];
      /** f per row of the races: of the periods' rows by the refit of their period, 0 before. */
      outputs: Float64Array;
    }
  | { kind: "paused" };

export interface Predictor {
  /** Columns whose codes `predict` reads. */
  columnIds: readonly string[];
  /** f per declared runner, in the order of the race's runners; only differences inside a race mean anything. */
  predict(race: RaceFeatures): Float64Array;
}

/** A learner whose models can say why. */
export interface ExplainingLearner extends Learner {
  /** @throws when the parameters are not what `learn` of this learner gave. */
  openPredictor(parameters: unknown): ExplainingPredictor;
}

export interface ExplainingPredictor extends Predictor {
  /**
   * What each column adds to f, per declared runner: exact, and additive. Summed over the columns it is `predict` but
   * for a number that all runners of the race share.
   */
  explain(race: RaceFeatures): Map<string, Float64Array>;
  /**
   * Opens a race to see what other codes in some of its columns would change: what it gives takes them, one per declared
   * runner, and returns what `predict` would say. Columns that the predictor does not read change nothing. Far quicker
   * than to predict anew for each of many changes.
   */
  vary(race: RaceFeatures): (changes: ReadonlyMap<string, Uint16Array>) => Float64Array;
}
