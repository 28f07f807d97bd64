import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob, JobContext } from "#app/services/jobs/job-context.server.ts";

/** A context whose checkpoint stays in the job, as a row would keep it; nobody waits, nothing breathes. */
export function contextOf(deps: Deps, job: ClaimedJob, overrides: Partial<JobContext> = {}): JobContext {
  return {
    deps,
    job,
    breathe: async () => {},
    saveCheckpoint: async (checkpoint) => {
      job.checkpoint = JSON.parse(JSON.stringify(checkpoint));
    },
    isUserWorkWaiting: async () => false,
    ...overrides,
  };
}
