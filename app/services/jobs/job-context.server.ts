import type { Deps } from "#app/services/deps.server.ts";
import type { JobKind, QueueName } from "./job-messages.ts";

/** A claimed job, as its handler sees it. */
export interface ClaimedJob {
  id: string;
  kind: JobKind;
  /** Where it travels; absent = on its kind's own. */
  queue?: QueueName;
  subject: string;
  payload: unknown;
  checkpoint: unknown;
  attempts: number;
}

export interface JobContext {
  deps: Deps;
  job: ClaimedJob;
  /**
   * To be called after every ~15 ms of work (counted in work units): gives the event loop a turn, and now and then
   * renews the lease. Throws JobLostError when the lease went to somebody else, which ends the handler.
   */
  breathe(): Promise<void>;
  /** Keeps where to go on after the present message; `null` clears it. */
  saveCheckpoint(checkpoint: unknown): Promise<void>;
  /** True while a user's training or analysis waits: background work then returns "again" at its next safe point. */
  isUserWorkWaiting(): Promise<boolean>;
}

/**
 * done: finished for good. again: not finished; sent again after `delaySeconds` without counting as a failed attempt
 * (checkpointed long work, or work that waits for something). failed: an expected end that no retry would mend.
 * A thrown error is a bug or an outage: retried with growing delay, and failed for good after MAX_ATTEMPTS.
 */
export type JobOutcome =
  | { kind: "done" }
  | { kind: "again"; delaySeconds: number }
  | { kind: "failed"; reason: string };

export interface JobHandler {
  /** Heavy handlers (train, ingest, build) run one at a time per isolate. */
  isHeavy: boolean;
  run(context: JobContext): Promise<JobOutcome>;
  /** Called once the row says done: what was asked for meanwhile, and found this job still open, may need another. */
  onDone?(deps: Deps): Promise<void>;
  /** Called once when the job has failed for good: mark the subject failed, give the quota back. */
  onFailed(deps: Deps, job: ClaimedJob, reason: string): Promise<void>;
}
