import type { JobKind } from "#app/domain/job-kinds.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob, JobContext } from "#app/services/jobs/job-context.server.ts";

/** A job as it is claimed for its first attempt. */
export function jobOf(kind: JobKind, subject: string | number = "all", payload: unknown = {}): ClaimedJob {
  return { id: "job", kind, subject: String(subject), payload, checkpoint: null, attempts: 1 };
}

/** A context that keeps the checkpoint in the job, like a row; no users are waiting, and breathing does nothing. */
export function contextOf(deps: Deps, job: ClaimedJob, overrides: Partial<JobContext> = {}): JobContext {
  return {
    deps,
    job,
    yieldAndRenewLease: async () => {},
    saveCheckpoint: async (checkpoint) => {
      job.checkpoint = JSON.parse(JSON.stringify(checkpoint));
    },
    isUserWorkWaiting: async () => false,
    ...overrides,
  };
}
