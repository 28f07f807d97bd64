import { and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { existsIn } from "#app/db/fragments.server.ts";
import { insertJobWhere, isOpenJob } from "#app/db/jobs/new-jobs.server.ts";
import { isFixedInTime } from "#app/db/own-records/record-entries.server.ts";
import { analyses } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";

export function isToCome(now: number) {
  return and(eq(races.status, "scheduled"), isFixedInTime(sql`${now}`));
}

export const isComplete = and(eq(analyses.status, AnalysisStatus.complete), isNull(analyses.deletedAt));

/** For the batch that ends a change of cards: one job for each changed race that was analysed. */
export function insertRenewalJobs(
  db: Database,
  { isChanged, version, now }: { isChanged: SQL | undefined; version: SQL; now: number },
) {
  const job = {
    ...{ id: sql<string>`lower(hex(randomblob(16)))`, kind: "renew-marks" as const, now },
    subject: sql<string>`${races.raceId} || ' ' || ${version}`,
    payload: sql`json_object('raceId', ${races.raceId}, 'version', ${version})`,
  };
  return insertJobWhere(db, job, {
    from: races,
    where: and(isChanged, isToCome(now), existsIn(analyses, and(eq(analyses.raceId, races.raceId), isComplete))),
  });
}

export async function listRenewalJobs(db: Database, { now }: { now: number }) {
  return await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.kind, "renew-marks"), isOpenJob, eq(jobs.status, "queued"), lte(jobs.runAfter, now)));
}
