import type { JobKind, QueueName, UserQueue } from "#app/domain/job-kinds.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** A claimed job, as passed to its handler. */
export interface ClaimedJob {
  id: string;
  kind: JobKind;
  /** The queue it travels on; absent = its kind's default. */
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
   * Call after every 6 to 15 ms of work (counted in work units): yields to the event loop and occasionally renews the
   * lease. Throws JobLostError if another process has taken the lease, which ends the handler.
   */
  yieldAndRenewLease(): Promise<void>;
  /** Stores where to resume in a later message; `null` clears it. */
  saveCheckpoint(checkpoint: unknown): Promise<void>;
  /**
   * Whether a user's training or analysis is waiting: background work should then return "again" at its next safe
   * point.
   *
   * @param queues only those of these queues
   */
  isUserWorkWaiting(queues?: readonly UserQueue[]): Promise<boolean>;
}

/**
 * done: finished for good. again: not finished; sent again after `delaySeconds` without counting as a failed attempt
 * (long work with checkpoints, or waiting for something). failed: an expected failure that a retry would not fix. A
 * thrown error is a bug, retried with growing delay and failed for good after MAX_ATTEMPTS, or an outage (isOutage), which
 * is waited out for a day (MAX_OUTAGES).
 */
export type JobOutcome =
  | { kind: "done" }
  | {
      kind: "again";
      delaySeconds: number;
      /**
       * Asked once the job is released: whether what it waits for has come in between, when whoever wakes the waiting jobs did
       * not see it among them. Then it begins again at once.
       */
      hasCome?(): Promise<boolean>;
    }
  | { kind: "failed"; reason: string };

export interface JobHandler {
  /** Heavy handlers (train, ingest, build) run one at a time per isolate. */
  isHeavy: boolean;
  run(context: JobContext): Promise<JobOutcome>;
  /** Called after the row is marked done: requests made meanwhile found this job open, so they may need another one. */
  onDone?(deps: Deps): Promise<void>;
  /** Called once when the job has failed for good: mark the subject failed, return the quota. */
  onFailed(deps: Deps, job: ClaimedJob, reason: string): Promise<void>;
}
