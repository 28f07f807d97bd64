import { errorText } from "#app/adapters/error-text.server.ts";
import { bringJobForward, findJob, findOpenJob, insertJobOnce } from "#app/db/jobs/jobs.server.ts";
import { isJobKind, JOB_QUEUES, type JobKind, type QueueName } from "#app/domain/job-kinds.ts";
import type { Deps } from "#app/services/deps.server.ts";

/**
 * Sends the message that wakes an existing job. Errors in sending are ignored: the sweep finds the row within a minute.
 *
 * @param job queue: as stored in its row; absent = its kind's default
 */
export async function wakeJob(
  deps: Deps,
  job: { id: string; kind: JobKind; queue?: QueueName },
  options: { delaySeconds?: number } = {},
): Promise<void> {
  try {
    await deps.queues[job.queue ?? JOB_QUEUES[job.kind]].send(
      { version: 1, type: "run-job", jobId: job.id },
      { contentType: "json", ...(options.delaySeconds ? { delaySeconds: options.delaySeconds } : {}) },
    );
  } catch (error) {
    console.error(JSON.stringify({ event: "job.wake-failed", jobId: job.id, kind: job.kind, error: errorText(error) }));
  }
}

/**
 * Creates a job and wakes it; an open one of the same kind and subject is woken instead.
 *
 * @param job delaySeconds: of the machine, until it begins; an open one that would begin later begins by then
 */
export async function enqueueJob(
  deps: Deps,
  {
    kind,
    subject,
    payload = {},
    delaySeconds,
  }: { kind: JobKind; subject: string; payload?: unknown; delaySeconds?: number },
): Promise<void> {
  const now = deps.now();
  const id = deps.newId();
  const runAfter = now + Math.ceil((delaySeconds ?? 0) * deps.clockSpeed);
  if (await insertJobOnce(deps.db, { id, kind, subject, payload, now, runAfter })) {
    await wakeJob(deps, { id, kind }, delaySeconds === undefined ? {} : { delaySeconds });
    return;
  }
  const open = await findOpenJob(deps.db, kind, subject);
  if (open === null) return;
  if (delaySeconds !== undefined) await bringJobForward(deps.db, { jobId: open, runAfter });
  // Of one that may wait, the message that was sent with it will do.
  if (!delaySeconds) await wakeJob(deps, { id: open, kind });
}

/** The data needed to wake a job; null if it no longer exists or its kind is unknown to this release. */
export async function readJob(
  deps: Deps,
  jobId: string,
): Promise<{ id: string; kind: JobKind; queue: QueueName } | null> {
  const job = await findJob(deps.db, jobId);
  return job !== null && isJobKind(job.kind) ? { id: jobId, kind: job.kind, queue: job.queue } : null;
}
