import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob, JobContext } from "#app/services/jobs/job-context.server.ts";

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
