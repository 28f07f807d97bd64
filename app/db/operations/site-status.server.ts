import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lte, max, min, sql, sum } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf } from "#app/db/fragments.server.ts";
import { rateLimits, stripeEvents, users } from "#app/db/schema/accounts.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { imports, races } from "#app/db/schema/racing.server.ts";
import { recordsAside } from "#app/db/schema/records.server.ts";
import { SIGN_IN_FAILURES } from "#app/domain/operations/site-status.ts";
import { RESTRICTED_OFFSET } from "#app/domain/plans/plans.ts";

const LISTED = 50;
/** 35 minutes after the first message. */
const LOST_AFTER_WAKES = 3;

const importSummary = {
  ...columnsOf(imports, "id", "source", "status", "added", "changed", "unchanged"),
  ...columnsOf(imports, "skipped", "keptAside", "errorCount", "createdAt", "finishedAt"),
};

const SIGN_INS_SECONDS = 3600;

/** Half an hour (run-job.server.ts). */
const LONG_OUTAGE = 9;

/** One round trip. @param input machineNow: the clock of rate limits */
export async function readOpenWork(
  db: Database,
  { now, machineNow, since, builtVersion }: { now: number; machineNow: number; since: number; builtVersion: number },
) {
  const isRecentFailure = and(eq(jobs.status, "failed"), gte(jobs.finishedAt, since));
  const [open, outages, failed, failures, lost, troubled, events, unbuilt, signIns, size] = await db.batch([
    db
      .select({
        kind: jobs.kind,
        queued: count(sql`case when ${eq(jobs.status, "queued")} then 1 end`).as("queued"),
        running: count(sql`case when ${eq(jobs.status, "running")} then 1 end`).as("running"),
        oldestDue: sql<number | null>`min(case when ${and(eq(jobs.status, "queued"), lte(jobs.runAfter, now))}
          then ${jobs.runAfter} end)`.as("oldest_due"),
      })
      .from(jobs)
      .where(inArray(jobs.status, ["queued", "running"]))
      .groupBy(jobs.kind),
    db
      .select({ kind: jobs.kind, count: count().as("n") })
      .from(jobs)
      .where(and(eq(jobs.status, "queued"), gte(jobs.outages, LONG_OUTAGE)))
      .groupBy(jobs.kind),
    db
      .select(columnsOf(jobs, "id", "kind", "subject", "attempts", "error", "finishedAt"))
      .from(jobs)
      .where(isRecentFailure)
      .orderBy(desc(jobs.finishedAt), desc(jobs.id))
      .limit(LISTED),
    db
      .select({ kind: jobs.kind, count: count().as("n") })
      .from(jobs)
      .where(isRecentFailure)
      .groupBy(jobs.kind),
    db
      .select({ id: jobs.id, kind: jobs.kind, subject: jobs.subject, runAfter: jobs.runAfter })
      .from(jobs)
      .where(and(eq(jobs.status, "queued"), lte(jobs.runAfter, now), gte(jobs.wakes, LOST_AFTER_WAKES)))
      .orderBy(asc(jobs.runAfter))
      .limit(LISTED),
    db
      .select(importSummary)
      .from(imports)
      .where(and(inArray(imports.status, ["refused", "failed"]), gte(imports.finishedAt, since)))
      .orderBy(desc(imports.id))
      .limit(LISTED),
    db
      .select({ count: count().as("n"), oldestAt: min(stripeEvents.receivedAt).as("oldest_at") })
      .from(stripeEvents)
      .where(and(isNull(stripeEvents.processedAt), sql`${stripeEvents.customerId} is not null`)),
    db
      .select({ since: min(imports.finishedAt).as("since") })
      .from(imports)
      .where(and(gt(imports.dataVersion, builtVersion), eq(imports.status, "done"))),
    db
      .select({ key: rateLimits.key, count: sum(rateLimits.count).mapWith(Number).as("n") })
      .from(rateLimits)
      .where(
        and(
          inArray(
            rateLimits.key,
            Object.values(SIGN_IN_FAILURES).map(({ key }) => key),
          ),
          gt(rateLimits.windowStart, machineNow - SIGN_INS_SECONDS),
        ),
      )
      .groupBy(rateLimits.key),
    // D1 reports the file's size with every query.
    db.run(sql`select 1`),
  ]);
  return {
    open,
    outages,
    unbuiltSince: unbuilt[0]?.since ?? null,
    databaseBytes: size.meta.size_after,
    signIns,
    failed,
    failures,
    lost,
    troubledImports: troubled,
    payments: { unprocessed: events[0]?.count ?? 0, oldestAt: events[0]?.oldestAt ?? null },
  };
}

/** Reads more rows than the above. */
export async function readStock(db: Database, { since }: { since: number }) {
  const [done, [userCount], [modelCount], [analysisCount], [raceCount], [aside], [event], [restricted]] =
    await db.batch([
      db
        .select({ kind: jobs.kind, count: count().as("n") })
        .from(jobs)
        .where(and(eq(jobs.status, "done"), gte(jobs.finishedAt, since)))
        .groupBy(jobs.kind),
      db
        .select({ count: count().as("n") })
        .from(users)
        .where(isNull(users.deletedAt)),
      db
        .select({ count: count().as("n") })
        .from(models)
        .where(isNull(models.deletedAt)),
      db
        .select({ count: count().as("n") })
        .from(analyses)
        .where(isNull(analyses.deletedAt)),
      db.select({ count: count().as("n") }).from(races),
      db.select({ count: count().as("n") }).from(recordsAside),
      db.select({ at: max(stripeEvents.receivedAt).as("at") }).from(stripeEvents),
      db
        .select({ count: count().as("n") })
        .from(users)
        .where(and(gt(users.plan, RESTRICTED_OFFSET), isNull(users.deletedAt))),
    ]);
  return {
    done,
    keptAside: aside?.count ?? 0,
    lastPaymentEventAt: event?.at ?? null,
    restrictedUsers: restricted?.count ?? 0,
    users: userCount?.count ?? 0,
    models: modelCount?.count ?? 0,
    analyses: analysisCount?.count ?? 0,
    races: raceCount?.count ?? 0,
  };
}

export async function listImports(db: Database, { limit }: { limit: number }) {
  return db.select(importSummary).from(imports).orderBy(desc(imports.id)).limit(limit);
}
