import type { jobs } from "#app/db/schema/operations.server.ts";

/** Leases are short, and renewed while work goes on: a killed process is noticed within a minute. */
export const LEASE_SECONDS = 60;

/** As the table's check has it. */
type JobQueue = (typeof jobs.$inferSelect)["queue"];

interface JobRow {
  id: string;
  kind: string;
  queue: JobQueue;
  subject: string;
  payload: string;
  checkpoint: string | null;
  attempts: number;
}

interface ClaimedJobRow extends Omit<JobRow, "payload" | "checkpoint"> {
  payload: unknown;
  checkpoint: unknown;
}

/** Inserts a job unless an open one of the same kind and subject exists (index jobs_open_once). */
export async function insertJob(
  d1: D1Database,
  job: { id: string; kind: string; queue: string; subject: string; payload: unknown; now: number; runAfter: number },
): Promise<boolean> {
  const { meta } = await d1
    .prepare(
      `insert into jobs (id, kind, queue, subject, payload, status, attempts, run_after, created_at)
       values (?1, ?2, ?3, ?4, ?5, 'queued', 0, ?6, ?7)
       on conflict (kind, subject) where status in ('queued', 'running') do nothing`,
    )
    .bind(job.id, job.kind, job.queue, job.subject, JSON.stringify(job.payload), job.runAfter, job.now)
    .run();
  return meta.changes === 1;
}

/** Id of the open job of this kind and subject, or null. */
export async function findOpenJob(d1: D1Database, kind: string, subject: string): Promise<string | null> {
  const row = await d1
    .prepare("select id from jobs where kind = ?1 and subject = ?2 and status in ('queued', 'running')")
    .bind(kind, subject)
    .first<{ id: string }>();
  return row?.id ?? null;
}

/**
 * Takes the right to work on a job until `now + LEASE_SECONDS`, in one statement, so that two deliveries cannot both
 * work. Null: done, not due yet, or somebody else holds the lease.
 */
export async function claimJob(
  d1: D1Database,
  { jobId, owner, now }: { jobId: string; owner: string; now: number },
): Promise<ClaimedJobRow | null> {
  const row = await d1
    .prepare(
      `update jobs set status = 'running', lease_owner = ?2, lease_until = ?3, attempts = attempts + 1
       where id = ?1 and run_after <= ?4 and (status = 'queued' or (status = 'running' and lease_until <= ?4))
       returning id, kind, queue, subject, payload, checkpoint, attempts`,
    )
    .bind(jobId, owner, now + LEASE_SECONDS, now)
    .first<JobRow>();
  if (row === null) return null;
  return {
    ...row,
    payload: JSON.parse(row.payload),
    checkpoint: row.checkpoint === null ? null : JSON.parse(row.checkpoint),
  };
}

/** False when the lease is no longer ours. */
export async function renewLease(
  d1: D1Database,
  { jobId, owner, now }: { jobId: string; owner: string; now: number },
): Promise<boolean> {
  const { meta } = await d1
    .prepare("update jobs set lease_until = ?3 where id = ?1 and lease_owner = ?2 and status = 'running'")
    .bind(jobId, owner, now + LEASE_SECONDS)
    .run();
  return meta.changes === 1;
}

export async function saveJobCheckpoint(
  d1: D1Database,
  { jobId, owner, checkpoint }: { jobId: string; owner: string; checkpoint: unknown },
): Promise<boolean> {
  const { meta } = await d1
    .prepare("update jobs set checkpoint = ?3 where id = ?1 and lease_owner = ?2 and status = 'running'")
    .bind(jobId, owner, checkpoint === null ? null : JSON.stringify(checkpoint))
    .run();
  return meta.changes === 1;
}

/** Gives the claim back; the job may be claimed again from `runAfter` on. An expected "again" is no failed attempt. */
export async function releaseJob(
  d1: D1Database,
  { jobId, owner, runAfter, isAttempt }: { jobId: string; owner: string; runAfter: number; isAttempt: boolean },
): Promise<void> {
  await d1
    .prepare(
      `update jobs set status = 'queued', lease_owner = null, lease_until = null, run_after = ?3,
         attempts = case when ?4 then attempts else 0 end
       where id = ?1 and lease_owner = ?2 and status = 'running'`,
    )
    .bind(jobId, owner, runAfter, isAttempt ? 1 : 0)
    .run();
}

export async function finishJob(
  d1: D1Database,
  {
    jobId,
    owner,
    now,
    status,
    error,
  }: { jobId: string; owner: string; now: number; status: "done" | "failed"; error: string | null },
): Promise<boolean> {
  const { meta } = await d1
    .prepare(
      `update jobs set status = ?3, finished_at = ?4, error = ?5, lease_owner = null, lease_until = null, checkpoint = null
       where id = ?1 and lease_owner = ?2 and status = 'running'`,
    )
    .bind(jobId, owner, status, now, error)
    .run();
  return meta.changes === 1;
}

/** Jobs that nobody works on though they are due: lost messages, killed processes (index jobs_status_run_after). */
export async function listStaleJobs(
  d1: D1Database,
  { now, limit }: { now: number; limit: number },
): Promise<Pick<JobRow, "id" | "kind" | "queue">[]> {
  const { results } = await d1
    .prepare(
      `select id, kind, queue from jobs
       where (status = 'queued' and run_after <= ?1) or (status = 'running' and lease_until <= ?1)
       order by created_at limit ?2`,
    )
    .bind(now, limit)
    .all<Pick<JobRow, "id" | "kind" | "queue">>();
  return results;
}

/** Whether a training or analysis that a user waits for is due and not being worked on (index jobs_status_run_after). */
export async function hasWaitingUserJob(d1: D1Database, now: number): Promise<boolean> {
  const row = await d1
    .prepare("select 1 from jobs where status = 'queued' and run_after <= ?1 and queue in ('train', 'score') limit 1")
    .bind(now)
    .first();
  return row !== null;
}

/**
 * At the start of a single local process nobody else can hold a lease: what the process that died held is free at
 * once instead of after LEASE_SECONDS. Nor does an open job wait any longer, which also mends a clock set back.
 */
export async function freeAllJobs(d1: D1Database, now: number): Promise<void> {
  await d1
    .prepare(
      `update jobs set run_after = min(run_after, ?1), lease_until = case when status = 'running' then ?1 end
       where status in ('queued', 'running')`,
    )
    .bind(now)
    .run();
}

/** Kind and queue of a job by its id, or null (primary key). */
export async function findJob(d1: D1Database, jobId: string): Promise<Pick<JobRow, "kind" | "queue"> | null> {
  return d1.prepare("select kind, queue from jobs where id = ?1").bind(jobId).first<Pick<JobRow, "kind" | "queue">>();
}

const DAY_SECONDS = 86_400;
const JOBS_KEPT_SECONDS = 7 * DAY_SECONDS;

/** Forgets what is over: old finished jobs, ended sessions, expired codes, past windows of the rate limits. */
export async function deleteExpired(d1: D1Database, now: number): Promise<void> {
  await d1.batch([
    d1
      .prepare("delete from jobs where status in ('done', 'failed') and finished_at < ?1")
      .bind(now - JOBS_KEPT_SECONDS),
    d1.prepare("delete from sessions where expires_at < ?1").bind(now),
    d1.prepare("delete from mail_codes where expires_at < ?1").bind(now - DAY_SECONDS),
    d1.prepare("delete from rate_limits where window_start < ?1").bind(now - DAY_SECONDS),
  ]);
}
