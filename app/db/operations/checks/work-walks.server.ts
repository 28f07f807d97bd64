import {
  and,
  asc,
  count,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { asSubject } from "#app/db/fragments.server.ts";
import { isOpenJob } from "#app/db/jobs/open-jobs.server.ts";
import { usage, users } from "#app/db/schema/accounts.server.ts";
import { analyses, artifactRemovals, models } from "#app/db/schema/models.server.ts";
import { notifications } from "#app/db/schema/notifications.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { imports, races, runners } from "#app/db/schema/racing.server.ts";
import type { JobKind } from "#app/domain/job-kinds.ts";
import { HELD_STATUSES, ModelStatus } from "#app/domain/learning/model-status.ts";
import { type CheckTime, overdueBefore, type WalkedRow } from "#app/domain/operations/site-checks.ts";
import { ENDED_IMPORTS } from "#app/domain/racing/import-status.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";

/** Each statement reads the next rows of a table by primary key, with their faults. Demo users are left out. */

export interface Walk extends CheckTime {
  after: string;
  limit: number;
  today: string;
}

const DAY_SECONDS = 86_400;
/** An outage may last a day. */
const LONGEST_JOB_SECONDS = 26 * 3600;
const LEASE_NOTICED_SECONDS = 900;
const DUE_SECONDS = 6 * 3600;
const UNSERVED_SECONDS = 1200;

/** Null: no condition holds. */
export function firstFault(...faults: readonly (readonly [condition: SQL | undefined, words: string | SQL])[]) {
  const cases = faults.map(([condition, words]) => sql`when ${condition} then ${words}`);
  return sql<string | null>`case ${sql.join(cases, sql` `)} end`;
}

const hasNoJob = (db: Database, kind: JobKind, subject: AnySQLiteColumn) =>
  notExists(
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.kind, kind), eq(jobs.subject, asSubject(subject)), isOpenJob)),
  );

/** Each has its use, and a job while in progress. */
export async function walkAnalyses(db: Database, { after, limit, today, ...time }: Walk): Promise<WalkedRow[]> {
  const { running, complete, failed } = AnalysisStatus;
  const isRunning = and(eq(analyses.status, running), isNull(analyses.deletedAt));
  const isSingle = and(isRunning, isNull(analyses.dayId), eq(users.isDemo, false));
  const isUseKept = and(isNotNull(usage.id), isNull(usage.returnedAt));
  return db
    .select({
      key: analyses.id,
      fault: firstFault(
        [and(isSingle, hasNoJob(db, "score-race", analyses.id)), "in progress without a job"],
        [
          and(
            isRunning,
            isNotNull(analyses.dayId),
            lt(races.date, addDays(today, -1)),
            hasNoJob(db, "score-day", analyses.dayId),
          ),
          "of a past day, in progress without a job",
        ],
        [and(isSingle, lt(analyses.createdAt, overdueBefore(time, LONGEST_JOB_SECONDS))), "in progress for too long"],
        [
          and(
            inArray(analyses.status, [running, complete]),
            eq(users.isDemo, false),
            isNull(users.deletedAt),
            isNull(usage.id),
          ),
          "without a use",
        ],
        [and(eq(analyses.status, failed), isUseKept), "failed, and its use is not returned"],
        [
          and(eq(races.status, "cancelled"), isNull(races.pendingImportId), isUseKept),
          "of a cancelled race, and its use is not returned",
        ],
        [
          and(isNotNull(analyses.sharedAt), isNull(analyses.deletedAt), ne(analyses.status, complete)),
          "shared, and not complete",
        ],
      ),
    })
    .from(analyses)
    .innerJoin(users, eq(users.id, analyses.userId))
    .innerJoin(races, eq(races.raceId, analyses.raceId))
    .leftJoin(usage, and(eq(usage.kind, "analysis"), eq(usage.subjectId, analyses.id)))
    .where(gt(analyses.id, Number(after)))
    .orderBy(asc(analyses.id))
    .limit(limit);
}

/** Each has its use, and a job while in creation. */
export async function walkModels(db: Database, { after, limit, ...time }: Walk): Promise<WalkedRow[]> {
  const { creating, complete, failed } = ModelStatus;
  const isCreating = and(eq(models.status, creating), isNull(models.deletedAt), eq(users.isDemo, false));
  const isBeingRemoved = exists(
    db
      .select({ artifactKey: artifactRemovals.artifactKey })
      .from(artifactRemovals)
      .where(eq(artifactRemovals.artifactKey, models.artifactKey)),
  );
  return db
    .select({
      key: models.id,
      fault: firstFault(
        [and(isNull(models.deletedAt), isNotNull(users.deletedAt)), "of a deleted account"],
        [and(isCreating, hasNoJob(db, "train-model", models.id)), "in creation without a job"],
        [and(isCreating, lt(models.createdAt, overdueBefore(time, LONGEST_JOB_SECONDS))), "in creation for too long"],
        [
          and(
            inArray(models.status, HELD_STATUSES),
            eq(users.isDemo, false),
            isNull(users.deletedAt),
            isNull(usage.id),
          ),
          "without a use",
        ],
        [
          and(eq(models.status, failed), isNotNull(usage.id), isNull(usage.returnedAt)),
          "failed, and its use is not returned",
        ],
        [and(eq(models.status, complete), isNull(models.deletedAt), isBeingRemoved), "its artifact is being removed"],
      ),
    })
    .from(models)
    .innerJoin(users, eq(users.id, models.userId))
    .leftJoin(usage, and(eq(usage.kind, "model"), eq(usage.subjectId, models.id)))
    .where(gt(models.id, Number(after)))
    .orderBy(asc(models.id))
    .limit(limit);
}

/** On the right day, for an existing subject. */
export async function walkUses(db: Database, { after, limit }: Walk): Promise<WalkedRow[]> {
  const analysis = db.select({ id: analyses.id }).from(analyses).where(eq(analyses.id, usage.subjectId));
  const model = db.select({ id: models.id }).from(models).where(eq(models.id, usage.subjectId));
  return db
    .select({
      key: usage.id,
      fault: firstFault(
        [
          or(
            ne(usage.day, sql`date(${usage.usedAt} + 32400, 'unixepoch')`),
            ne(usage.month, sql`substr(${usage.day}, 1, 7)`),
          ),
          "booked on another day than it was used",
        ],
        [and(eq(usage.kind, "analysis"), notExists(analysis)), "of no analysis"],
        [and(eq(usage.kind, "model"), notExists(model)), "of no model"],
      ),
    })
    .from(usage)
    .where(gt(usage.id, Number(after)))
    .orderBy(asc(usage.id))
    .limit(limit);
}

/** Leased, or due soon. */
export async function walkOpenJobs(db: Database, { after, limit, ...time }: Walk): Promise<WalkedRow[]> {
  const due = time.isIdle ? time.now : overdueBefore(time, DUE_SECONDS);
  return db
    .select({
      key: jobs.id,
      fault: firstFault(
        [
          and(eq(jobs.status, "running"), lt(jobs.leaseUntil, overdueBefore(time, LEASE_NOTICED_SECONDS))),
          sql`${jobs.kind} || ' of ' || ${jobs.subject} || ' is held by nobody alive'`,
        ],
        [
          and(eq(jobs.status, "queued"), lte(jobs.runAfter, due)),
          sql`${jobs.kind} || ' of ' || ${jobs.subject} || ' is taken by nobody'`,
        ],
      ),
    })
    .from(jobs)
    .where(and(isOpenJob, gt(jobs.id, after)))
    .orderBy(asc(jobs.id))
    .limit(limit);
}

/** Unfinished ones have a job or receive files. */
export async function walkImports(db: Database, { after, limit, ...time }: Walk): Promise<WalkedRow[]> {
  return db
    .select({
      key: imports.id,
      fault: firstFault(
        [
          and(
            inArray(imports.status, ["queued", "validating", "applying"]),
            lt(imports.createdAt, overdueBefore(time, UNSERVED_SECONDS)),
            hasNoJob(db, "ingest-import", imports.id),
          ),
          sql`${imports.status} || ' without a job'`,
        ],
        [
          and(eq(imports.status, "receiving"), lt(imports.createdAt, overdueBefore(time, LONGEST_JOB_SECONDS))),
          "receiving for too long",
        ],
        [and(eq(imports.status, "done"), isNull(imports.dataVersion)), "done without a version"],
        [and(inArray(imports.status, ENDED_IMPORTS), isNull(imports.finishedAt)), "over without an end"],
      ),
    })
    .from(imports)
    .where(gt(imports.id, Number(after)))
    .orderBy(asc(imports.id))
    .limit(limit);
}

/** None is long overdue. */
export async function walkNotifications(db: Database, { after, limit, ...time }: Walk): Promise<WalkedRow[]> {
  const due = time.isIdle ? time.now : overdueBefore(time, DAY_SECONDS);
  return db
    .select({
      key: notifications.id,
      fault: firstFault(
        [and(isNull(notifications.endedAt), lt(notifications.dueAt, due)), "not delivered"],
        [isNotNull(users.deletedAt), "of a deleted account"],
      ),
    })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(gt(notifications.id, Number(after)))
    .orderBy(asc(notifications.id))
    .limit(limit);
}

/** Counts match; no finished import hides them. */
export async function walkRaces(db: Database, { after, limit }: Walk): Promise<WalkedRow[]> {
  const isSettled = isNull(races.pendingImportId);
  const isOfRace = eq(runners.raceId, races.raceId);
  const runnerCount = db.select({ count: count() }).from(runners).where(isOfRace);
  const weighedCount = db
    .select({ count: count(runners.bodyWeightKg) })
    .from(runners)
    .where(isOfRace);
  const newest = db
    .select({ version: sql`max(max(${imports.id}), max(coalesce(${imports.dataVersion}, 0)))` })
    .from(imports);
  return db
    .select({
      key: races.raceId,
      fault: firstFault(
        [inArray(imports.status, ENDED_IMPORTS), sql`'left half-way by import ' || ${imports.id}`],
        [and(isSettled, ne(races.runnerCount, sql`${runnerCount}`)), "with a wrong number of runners"],
        [and(isSettled, ne(races.weighedCount, sql`${weighedCount}`)), "with a wrong number of body weights"],
        [gt(races.dataVersion, sql`${newest}`), "newer than every import"],
      ),
    })
    .from(races)
    .leftJoin(imports, eq(imports.id, races.pendingImportId))
    .where(gt(races.raceId, after))
    .orderBy(asc(races.raceId))
    .limit(limit);
}
