import type { JobKind } from "#app/domain/job-kinds.ts";
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
  const handlers: Record<JobKind, JobHandler> = {
    "train-model": handler,
    "score-race": handler,
    "score-day": handler,
    "renew-marks": handler,
    "ingest-import": handler,
    "build-features": handler,
    "send-mail": handler,
    "send-sign-up-notice": handler,
    "send-alarm": handler,
    "push-notification": handler,
    "post-head": handler,
    "sync-billing": handler,
    "erase-account": handler,
    "suggest-changes": handler,
    "reconcile-billing": handler,
    "show-results": handler,
    "settle-records": handler,
    "enter-names": handler,
    "settle-bets": handler,
    "seal-forecasts": handler,
    "build-rankings": handler,
    "fix-crowd": handler,
    "back-up-database": handler,
  };
  return { handlers, failures };
}

/** The only job there is. */
export async function jobRow(deps: Deps) {
  return deps.db.$client
    .prepare("select id, status, attempts, run_after, lease_until, error from jobs")
    .first<{ id: string; status: string; attempts: number; run_after: number; lease_until: number; error: string }>();
}
