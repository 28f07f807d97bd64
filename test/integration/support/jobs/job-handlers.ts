import { JOBS, type JobKind } from "#app/domain/job-kinds.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobHandler, JobOutcome } from "#app/services/jobs/job-context.server.ts";

export const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** @returns a handler for every kind of job that does this, and what it has reported of jobs that failed for good */
export function handlersThat(run: (context: JobContext) => Promise<JobOutcome>, isHeavy = false) {
  const failures: string[] = [];
  const handler: JobHandler = {
    isHeavy,
    run,
    onFailed: async (_deps, job, reason) => {
      failures.push(`${job.subject}: ${reason}`);
    },
  };
  const kinds = Object.keys(JOBS) as JobKind[];
  const handlers = Object.fromEntries(kinds.map((kind) => [kind, handler])) as Record<JobKind, JobHandler>;
  return { handlers, failures };
}

/** The only job there is. */
export async function jobRow(deps: Deps) {
  return deps.db.$client
    .prepare("select id, status, attempts, run_after, lease_until, error from jobs")
    .first<{ id: string; status: string; attempts: number; run_after: number; lease_until: number; error: string }>();
}
