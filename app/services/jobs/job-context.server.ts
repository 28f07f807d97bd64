import type { JobKind, QueueName, UserQueue } from "#app/domain/job-kinds.ts";
import type { Deps } from "#app/services/deps.server.ts";

export interface ClaimedJob {
  id: string;
  kind: JobKind;
  /** Default: the queue of its kind. */
  queue?: QueueName;
  subject: string;
  payload: unknown;
  checkpoint: unknown;
  attempts: number;
}

export interface JobContext {
  deps: Deps;
  job: ClaimedJob;
  /** Call it every 6 to 15 ms of work. Throws JobLostError if another process has the lease. */
  yieldAndRenewLease(): Promise<void>;
  /** `null` clears it. */
  saveCheckpoint(checkpoint: unknown): Promise<void>;
  /** Return "again" at the next safe point. @param queues default: all */
  isUserWorkWaiting(queues?: readonly UserQueue[]): Promise<boolean>;
}

/**
 * again: no failed attempt; sent again after `delaySeconds`. failed: a retry would not help. Thrown errors are
 * retried MAX_ATTEMPTS times, outages MAX_OUTAGES times.
 */
export type JobOutcome =
  | { kind: "done" }
  | {
      kind: "again";
      delaySeconds: number;
      /** Called after the release: true starts the job again at once, in case its wake-up was missed. */
      hasCome?(): Promise<boolean>;
    }
  | { kind: "failed"; reason: string };

export interface JobHandler {
  /** One at a time per isolate, because of its memory (train, ingest, build). Default: false. */
  isHeavy?: boolean;
  run(context: JobContext): Promise<JobOutcome>;
  /** Called after the row is done: requests made meanwhile may need another job. */
  onDone?(deps: Deps): Promise<void>;
  /** Called once: mark the subject failed, return the quota. */
  onFailed(deps: Deps, job: ClaimedJob, reason: string): Promise<void>;
}
