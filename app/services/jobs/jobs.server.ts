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

/** Messages that a queue takes at once; of 256 KB together, of which these, an id each, are a tenth. */
const MESSAGES_PER_BATCH = 100;

/**
 * Sends the messages that wake existing jobs, up to a hundred a call. A call that fails is logged, and the others are made:
 * the sweep finds its rows within a minute, or has been here and they are woken twice, which does no harm.
 *
 * @param jobs queue: as stored in the row; absent = the kind's default
 */
export async function wakeJobs(
  deps: Deps,
  jobs: readonly { id: string; kind: JobKind; queue?: QueueName }[],
): Promise<void> {
  const queueOf = ({ queue, kind }: (typeof jobs)[number]) => queue ?? JOB_QUEUES[kind];
  for (const queue of new Set(jobs.map(queueOf))) {
    const ofQueue = jobs.filter((job) => queueOf(job) === queue);
    for (let at = 0; at < ofQueue.length; at += MESSAGES_PER_BATCH) {
      const batch = ofQueue.slice(at, at + MESSAGES_PER_BATCH);
      try {
        await deps.queues[queue].sendBatch(
          batch.map(({ id }) => ({ body: { version: 1, type: "run-job", jobId: id }, contentType: "json" })),
        );
      } catch (error) {
        const count = batch.length;
        console.error(JSON.stringify({ event: "jobs.wake-failed", queue, count, error: errorText(error) }));
      }
    }
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
