import { and, asc, eq, gt, inArray, isNull, lt, lte, or, type Placeholder, sql } from "drizzle-orm";
import { type Database, prepareOnce } from "#app/db/database.server.ts";
import { columnsOf, hasRow } from "#app/db/fragments.server.ts";
import { deleteOldNotifications } from "#app/db/notifications/notifications.server.ts";
import { mailCodes, rateLimits, sessions } from "#app/db/schema/accounts.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { passkeyChallenges } from "#app/db/schema/second-factors.server.ts";
import type { JobKind, UserQueue } from "#app/domain/job-kinds.ts";
import { DAY_SECONDS } from "#app/domain/racing/japan-time.ts";
import { insertJob, isOpenJob, type NewJob } from "./new-jobs.server.ts";

/** Machine seconds: a killed process is noticed within a minute. */
export const LEASE_SECONDS = 60;

type Job = typeof jobs.$inferSelect;

interface ClaimedJob extends Pick<Job, "id" | "kind" | "queue" | "subject" | "attempts" | "outages"> {
  payload: unknown;
  checkpoint: unknown;
}

/** @returns false if one is open (index jobs_open_once) */
export async function insertJobOnce(db: Database, job: NewJob): Promise<boolean> {
  const { meta } = await insertJob(db, job).onConflictDoNothing();
  return meta.changes === 1;
}

export async function findOpenJob(db: Database, kind: string, subject: string): Promise<string | null> {
  const row = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.kind, kind), eq(jobs.subject, subject), isOpenJob))
    .get();
  return row?.id ?? null;
}

/** Unless it waits after a failure or outage. */
export async function bringJobForward(
  db: Database,
  { jobId, runAfter }: { jobId: string; runAfter: number },
): Promise<void> {
  await db
    .update(jobs)
    .set({ runAfter })
    .where(
      and(
        eq(jobs.id, jobId),
        eq(jobs.status, "queued"),
        eq(jobs.attempts, 0),
        eq(jobs.outages, 0),
        gt(jobs.runAfter, runAfter),
      ),
    );
}

/** Starts queued jobs that are due by `until`, unless they wait after a failure or outage. */
export async function claimWaitingJobs(
  db: Database,
  { kinds, now, until, limit }: { kinds: readonly JobKind[]; now: number; until: number; limit: number },
): Promise<Pick<Job, "id" | "kind" | "queue">[]> {
  const waiting = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.status, "queued"),
        gt(jobs.runAfter, now),
        lte(jobs.runAfter, until),
        inArray(jobs.kind, kinds),
        eq(jobs.attempts, 0),
        eq(jobs.outages, 0),
      ),
    )
    .orderBy(asc(jobs.runAfter))
    .limit(limit);
  return await db
    .update(jobs)
    .set({ runAfter: now })
    .where(inArray(jobs.id, waiting))
    .returning({ id: jobs.id, kind: jobs.kind, queue: jobs.queue });
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
      wakes: 0,
      wakeAfter: null,
    })
    .where(
      and(
        eq(jobs.id, sql.placeholder("jobId")),
        lte(jobs.runAfter, now),
        or(eq(jobs.status, "queued"), and(eq(jobs.status, "running"), lte(jobs.leaseUntil, now))),
      ),
    )
    .returning({
      ...columnsOf(jobs, "id", "kind", "queue", "subject", "payload", "checkpoint", "attempts", "outages"),
    })
    .prepare();
});

/** One statement, so that two deliveries cannot both work. Null: done, not due, or leased. */
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

function isClaimed({ jobId, owner }: Record<"jobId" | "owner", string | Placeholder>) {
  return and(eq(jobs.id, jobId), eq(jobs.leaseOwner, owner), eq(jobs.status, "running"));
}

/** False: the lease is lost. */
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

export type ReleaseCause =
  /** Progress, or waiting. */
  | "again"
  /** It threw: counts as an attempt. */
  | "attempt"
  /** No attempt, but counted. */
  | "outage";

export async function releaseJob(
  db: Database,
  { runAfter, cause, ...claim }: { jobId: string; owner: string; runAfter: number; cause: ReleaseCause },
): Promise<void> {
  await db
    .update(jobs)
    .set({
      ...{ status: "queued", leaseOwner: null, leaseUntil: null, runAfter },
      ...(cause !== "attempt" && { attempts: 0 }),
      outages: cause === "outage" ? sql`${jobs.outages} + 1` : 0,
    })
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

/** Machine seconds; doubled for each further message. */
const WAKE_AGAIN_SECONDS = 300;
const LONGEST_WAKE_SECONDS = 2400;

/**
 * Due jobs without a live lease: lost messages, killed processes. Unwoken jobs come first; repeats wait longer.
 * @param sweep clockSpeed: application seconds per machine second
 */
export async function claimStaleJobs(
  db: Database,
  { now, limit, clockSpeed }: { now: number; limit: number; clockSpeed: number },
): Promise<Pick<Job, "id" | "kind" | "queue">[]> {
  const stale = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        or(
          and(eq(jobs.status, "queued"), lte(jobs.runAfter, now)),
          and(eq(jobs.status, "running"), lte(jobs.leaseUntil, now)),
        ),
        or(isNull(jobs.wakeAfter), lte(jobs.wakeAfter, now)),
      ),
    )
    .orderBy(sql`${jobs.wakeAfter} nulls first`, asc(jobs.createdAt), asc(jobs.id))
    .limit(limit);
  return await db
    .update(jobs)
    .set({
      wakes: sql`${jobs.wakes} + 1`,
      wakeAfter: sql`${now} + ${clockSpeed} * min(${LONGEST_WAKE_SECONDS}, ${WAKE_AGAIN_SECONDS} << min(${jobs.wakes}, 9))`,
    })
    .where(inArray(jobs.id, stale))
    .returning({ id: jobs.id, kind: jobs.kind, queue: jobs.queue });
}

export async function hasWaitingUserJob(
  db: Database,
  { queues, now }: { queues: readonly UserQueue[]; now: number },
): Promise<boolean> {
  return await hasRow(db, jobs, and(eq(jobs.status, "queued"), lte(jobs.runAfter, now), inArray(jobs.queue, queues)));
}

/** At a local start no other process can hold a lease. Open jobs also stop waiting, in case the clock was set back. */
export async function freeAllJobs(db: Database, now: number): Promise<void> {
  await db
    .update(jobs)
    .set({
      runAfter: sql`min(${jobs.runAfter}, ${now})`,
      leaseUntil: sql`case when ${eq(jobs.status, "running")} then ${now} end`,
      // Their messages died with the process.
      wakes: 0,
      wakeAfter: null,
    })
    .where(isOpenJob);
}

export async function findJob(db: Database, jobId: string): Promise<Pick<Job, "kind" | "queue"> | null> {
  const row = await db.select({ kind: jobs.kind, queue: jobs.queue }).from(jobs).where(eq(jobs.id, jobId)).get();
  return row ?? null;
}

const JOBS_KEPT_SECONDS = 7 * DAY_SECONDS;
const NOTIFICATIONS_KEPT_SECONDS = 90 * DAY_SECONDS;

export async function deleteExpired(
  db: Database,
  { now, machineNow }: { now: number; machineNow: number },
): Promise<void> {
  await db.batch([
    db.delete(jobs).where(and(inArray(jobs.status, ["done", "failed"]), lt(jobs.finishedAt, now - JOBS_KEPT_SECONDS))),
    db.delete(sessions).where(lt(sessions.expiresAt, now)),
    db.delete(mailCodes).where(lt(mailCodes.expiresAt, now - DAY_SECONDS)),
    db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now)),
    db.delete(rateLimits).where(lt(rateLimits.windowStart, machineNow - DAY_SECONDS)),
    deleteOldNotifications(db, { before: now - NOTIFICATIONS_KEPT_SECONDS }),
  ]);
}
