import { and, asc, eq, inArray, lt, lte, or, type Placeholder, sql } from "drizzle-orm";
import { type Database, prepareOnce } from "#app/db/database.server.ts";
import { deleteOldNotices } from "#app/db/notices/notices.server.ts";
import { mailCodes, rateLimits, sessions } from "#app/db/schema/accounts.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { insertJob, type NewJob } from "./new-jobs.server.ts";
import { isOpenJob } from "./open-jobs.server.ts";

/** Leases are short, and renewed while work goes on: a killed process is noticed within a minute of the machine's time. */
export const LEASE_SECONDS = 60;

type Job = typeof jobs.$inferSelect;

interface ClaimedJob extends Pick<Job, "id" | "kind" | "queue" | "subject" | "attempts"> {
  payload: unknown;
  checkpoint: unknown;
}

/** Inserts a job. @returns false where an open one of the same kind and subject exists (index jobs_open_once) */
export async function insertJobOnce(db: Database, job: NewJob): Promise<boolean> {
  const { meta } = await insertJob(db, job).onConflictDoNothing();
  return meta.changes === 1;
}

/** Id of the open job of this kind and subject, or null (index jobs_open_once). */
export async function findOpenJob(db: Database, kind: string, subject: string): Promise<string | null> {
  const row = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.kind, kind), eq(jobs.subject, subject), isOpenJob))
    .get();
  return row?.id ?? null;
}

const prepareClaim = prepareOnce((db) => {
  const now = sql.placeholder("now");
  return db
    .update(jobs)
    .set({
      status: "running",
      leaseOwner: sql`${sql.placeholder("owner")}`,
      leaseUntil: sql`${now} + ${sql.placeholder("leaseSeconds")}`,
      attempts: sql`${jobs.attempts} + 1`,
    })
    .where(
      and(
        eq(jobs.id, sql.placeholder("jobId")),
        lte(jobs.runAfter, now),
        or(eq(jobs.status, "queued"), and(eq(jobs.status, "running"), lte(jobs.leaseUntil, now))),
      ),
    )
    .returning({
      id: jobs.id,
      kind: jobs.kind,
      queue: jobs.queue,
      subject: jobs.subject,
      payload: jobs.payload,
      checkpoint: jobs.checkpoint,
      attempts: jobs.attempts,
    })
    .prepare();
});

/**
 * Takes the right to work on a job until `now + leaseSeconds`, in one statement, so that two deliveries cannot both
 * work. Null: done, not due yet, or leased to another process.
 */
export async function claimJob(
  db: Database,
  claim: { jobId: string; owner: string; now: number; leaseSeconds: number },
): Promise<ClaimedJob | null> {
  const row = await prepareClaim(db).get(claim);
  if (row === undefined) return null;
  return {
    ...row,
    payload: JSON.parse(row.payload),
    checkpoint: row.checkpoint === null ? null : JSON.parse(row.checkpoint),
  };
}

/** Whether a job is this owner's to work on. */
function isClaimed({ jobId, owner }: Record<"jobId" | "owner", string | Placeholder>) {
  return and(eq(jobs.id, jobId), eq(jobs.leaseOwner, owner), eq(jobs.status, "running"));
}

/** False when the lease is no longer ours. */
export async function renewLease(
  db: Database,
  { now, leaseSeconds, ...claim }: { jobId: string; owner: string; now: number; leaseSeconds: number },
): Promise<boolean> {
  const { meta } = await db
    .update(jobs)
    .set({ leaseUntil: now + leaseSeconds })
    .where(isClaimed(claim));
  return meta.changes === 1;
}

export async function saveJobCheckpoint(
  db: Database,
  { checkpoint, ...claim }: { jobId: string; owner: string; checkpoint: unknown },
): Promise<boolean> {
  const { meta } = await db
    .update(jobs)
    .set({ checkpoint: checkpoint === null ? null : JSON.stringify(checkpoint) })
    .where(isClaimed(claim));
  return meta.changes === 1;
}

/** Gives the claim back; the job may be claimed again from `runAfter` on. An expected "again" is no failed attempt. */
export async function releaseJob(
  db: Database,
  { runAfter, isAttempt, ...claim }: { jobId: string; owner: string; runAfter: number; isAttempt: boolean },
): Promise<void> {
  await db
    .update(jobs)
    .set({ status: "queued", leaseOwner: null, leaseUntil: null, runAfter, ...(!isAttempt && { attempts: 0 }) })
    .where(isClaimed(claim));
}

const prepareFinish = prepareOnce((db) =>
  db
    .update(jobs)
    .set({
      status: sql`${sql.placeholder("status")}`,
      finishedAt: sql`${sql.placeholder("now")}`,
      error: sql`${sql.placeholder("error")}`,
      leaseOwner: null,
      leaseUntil: null,
      checkpoint: null,
    })
    .where(isClaimed({ jobId: sql.placeholder("jobId"), owner: sql.placeholder("owner") }))
    .prepare(),
);

export async function finishJob(
  db: Database,
  end: { jobId: string; owner: string; now: number; status: "done" | "failed"; error: string | null },
): Promise<boolean> {
  const { meta } = await prepareFinish(db).run(end);
  return meta.changes === 1;
}

/** Jobs that nobody works on though they are due: lost messages, killed processes (index jobs_status_run_after). */
export async function listStaleJobs(
  db: Database,
  { now, limit }: { now: number; limit: number },
): Promise<Pick<Job, "id" | "kind" | "queue">[]> {
  return await db
    .select({ id: jobs.id, kind: jobs.kind, queue: jobs.queue })
    .from(jobs)
    .where(
      or(
        and(eq(jobs.status, "queued"), lte(jobs.runAfter, now)),
        and(eq(jobs.status, "running"), lte(jobs.leaseUntil, now)),
      ),
    )
    .orderBy(asc(jobs.createdAt))
    .limit(limit);
}

/** Whether a training or analysis that a user waits for is due and not being worked on (index jobs_status_run_after). */
export async function hasWaitingUserJob(db: Database, now: number): Promise<boolean> {
  const waiting = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.status, "queued"), lte(jobs.runAfter, now), inArray(jobs.queue, ["train", "score"])))
    .limit(1);
  return waiting.length > 0;
}

/**
 * At the start of a single local process nobody else can hold a lease: what the process that died held is free at
 * once instead of after LEASE_SECONDS. Nor does an open job wait any longer, which also mends a clock set back.
 */
export async function freeAllJobs(db: Database, now: number): Promise<void> {
  await db
    .update(jobs)
    .set({
      runAfter: sql`min(${jobs.runAfter}, ${now})`,
      leaseUntil: sql`case when ${eq(jobs.status, "running")} then ${now} end`,
    })
    .where(isOpenJob);
}

/** Kind and queue of a job by its id, or null (primary key). */
export async function findJob(db: Database, jobId: string): Promise<Pick<Job, "kind" | "queue"> | null> {
  const row = await db.select({ kind: jobs.kind, queue: jobs.queue }).from(jobs).where(eq(jobs.id, jobId)).get();
  return row ?? null;
}

const DAY_SECONDS = 86_400;
const JOBS_KEPT_SECONDS = 7 * DAY_SECONDS;
/** Longer than any event can be found again. */
const NOTICES_KEPT_SECONDS = 90 * DAY_SECONDS;

/** Forgets what is over: old finished jobs, ended sessions, expired codes, past windows of the rate limits, old notices. */
export async function deleteExpired(
  db: Database,
  { now, machineNow }: { now: number; machineNow: number },
): Promise<void> {
  await db.batch([
    db.delete(jobs).where(and(inArray(jobs.status, ["done", "failed"]), lt(jobs.finishedAt, now - JOBS_KEPT_SECONDS))),
    db.delete(sessions).where(lt(sessions.expiresAt, now)),
    db.delete(mailCodes).where(lt(mailCodes.expiresAt, now - DAY_SECONDS)),
    db.delete(rateLimits).where(lt(rateLimits.windowStart, machineNow - DAY_SECONDS)),
    deleteOldNotices(db, { before: now - NOTICES_KEPT_SECONDS }),
  ]);
}
