import { errorText } from "#app/adapters/error-text.server.ts";
import { bringJobForward, findJob, findOpenJob, insertJobOnce } from "#app/db/jobs/jobs.server.ts";
import { isJobKind, JOBS, type JobKind, type QueueName } from "#app/domain/job-kinds.ts";
import { groupBy } from "#app/domain/racing/group-by.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** Ignores errors: the sweep finds the row. @param job queue: default of its kind */
export async function wakeJob(
  deps: Deps,
  job: { id: string; kind: JobKind; queue?: QueueName },
  options: { delaySeconds?: number } = {},
): Promise<void> {
  try {
    await deps.queues[job.queue ?? JOBS[job.kind].queue].send(
      { version: 1, type: "run-job", jobId: job.id },
      { contentType: "json", ...(options.delaySeconds ? { delaySeconds: options.delaySeconds } : {}) },
    );
  } catch (error) {
    console.error(JSON.stringify({ event: "job.wake-failed", jobId: job.id, kind: job.kind, error: errorText(error) }));
  }
}

/** Limit of a queue; 256 KB together. */
const MESSAGES_PER_BATCH = 100;

/** Rows may have kinds of another release. */
export function ofKnownKind<Job extends { kind: string }>(jobs: readonly Job[]) {
  return jobs.filter((job): job is Job & { kind: JobKind } => isJobKind(job.kind));
}

/** A failed call is logged: the sweep finds its rows. @param jobs queue: default of their kind */
export async function wakeJobs(
  deps: Deps,
  jobs: readonly { id: string; kind: JobKind; queue?: QueueName }[],
): Promise<void> {
  for (const [queue, ofQueue] of groupBy(jobs, ({ queue, kind }) => queue ?? JOBS[kind].queue)) {
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

/** Or wakes an open one of the kind and subject. delaySeconds: real time; a later open job is moved forward. */
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
  // A delayed job already has its own queue message.
  if (!delaySeconds) await wakeJob(deps, { id: open, kind });
}

/** Null: gone, or of a kind unknown to this release. */
export async function readJob(
  deps: Deps,
  jobId: string,
): Promise<{ id: string; kind: JobKind; queue: QueueName } | null> {
  const job = await findJob(deps.db, jobId);
  return job !== null && isJobKind(job.kind) ? { id: jobId, kind: job.kind, queue: job.queue } : null;
}
