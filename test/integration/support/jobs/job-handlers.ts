import { JOBS, type JobKind } from "#app/domain/job-kinds.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobHandler, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { consumeJobs } from "#workers/jobs/consume-jobs.ts";

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

/** Delivers a message to its queue's consumer. @returns "acked" or "again", as the consumer answered */
export async function deliverMessage(
  deps: Deps,
  handlers: Record<JobKind, JobHandler>,
  { queue, body }: { queue: string; body: unknown },
): Promise<string[]> {
  const ends: string[] = [];
  const answers = { ack: () => void ends.push("acked"), retry: () => void ends.push("again") };
  const message = { id: "m", timestamp: new Date(0), attempts: 1, body, ...answers };
  await consumeJobs(deps, handlers, { isLocked: false }, { queue, messages: [message] });
  return ends;
}

/** The only job there is. */
export async function jobRow(deps: Deps) {
  return deps.db.$client
    .prepare("select id, status, attempts, run_after, lease_until, error from jobs")
    .first<{ id: string; status: string; attempts: number; run_after: number; lease_until: number; error: string }>();
}
