import { and, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf } from "#app/db/fragments.server.ts";
import { deleteEntry, isFixedInTime, picksOfScores } from "#app/db/own-records/record-entries.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { analyses, analysisTombstones } from "#app/db/schema/models.server.ts";
import { payouts, races, runners } from "#app/db/schema/racing.server.ts";
import { eraseBodyOfDeleted } from "#app/db/seal/seals.server.ts";
import { groupBy } from "#app/domain/racing/group-by.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { parseRaceInfo } from "./analyses.server.ts";

const isNotAfterStart = isFixedInTime(analyses.completedAt);

/** One transaction with the tombstone; one of two calls succeeds. False: another user's, gone, open or shared. */
export async function removeAnalysis(
  db: Database,
  { userId, analysisId, mayBeShared, now }: { userId: number; analysisId: number; mayBeShared: boolean; now: number },
): Promise<boolean> {
  const isToGo = and(
    eq(analyses.id, analysisId),
    eq(analyses.userId, userId),
    isNull(analyses.deletedAt),
    ne(analyses.status, AnalysisStatus.running),
    mayBeShared ? undefined : isNull(analyses.sharedAt),
  );
  const tombstone = {
    analysisId: analyses.id,
    ...columnsOf(analyses, "userId", "modelId", "raceId", "raceInputsVersion", "modelName", "venueType", "raceInfo"),
    picks: picksOfScores,
    ...columnsOf(analyses, "isLearntFrom", "createdAt", "completedAt"),
    deletedAt: now,
  };
  const [, , , , removed] = await db.batch([
    ...deleteEntry(db, { isToGo, now }),
    insertWhere(db, analysisTombstones, tombstone, {
      from: analyses,
      joins: [[races, eq(races.raceId, analyses.raceId)]],
      where: and(isToGo, eq(analyses.status, AnalysisStatus.complete), isNotAfterStart),
    }),
    // The row stays, so that a repeated form and a public page find it.
    db
      .update(analyses)
      .set({
        deletedAt: now,
        orderExponents: null,
        zippedDetails: null,
        inputs: null,
        scores: sql`case when ${analyses.scores} is null then null else '[]' end`,
      })
      .where(isToGo),
    eraseBodyOfDeleted(db, analysisId),
  ]);
  return removed.meta.changes === 1;
}

export async function listTombstones(
  db: Database,
  { userId, offset, limit }: { userId: number; offset: number; limit: number },
) {
  const lastFirst = [desc(analysisTombstones.completedAt), desc(analysisTombstones.analysisId)];
  const raceIds = db
    .select({ raceId: analysisTombstones.raceId })
    .from(analysisTombstones)
    .where(eq(analysisTombstones.userId, userId))
    .orderBy(...lastFirst)
    .limit(limit)
    .offset(offset);
  const [rows, runnerRows, payoutRows] = await db.batch([
    db
      .select({
        ...columnsOf(analysisTombstones, "analysisId", "modelId", "modelName", "venueType", "raceId", "raceInfo"),
        startTime: races.startTime,
        surface: races.surface,
        raceStatus: races.status,
        ...columnsOf(analysisTombstones, "picks", "isLearntFrom", "createdAt", "completedAt", "deletedAt"),
      })
      .from(analysisTombstones)
      .innerJoin(races, eq(races.raceId, analysisTombstones.raceId))
      .where(eq(analysisTombstones.userId, userId))
      .orderBy(...lastFirst)
      .limit(limit)
      .offset(offset),
    db
      .select({ raceId: runners.raceId, horseNum: runners.horseNum, status: runners.status })
      .from(runners)
      .where(inArray(runners.raceId, raceIds)),
    db.select().from(payouts).where(inArray(payouts.raceId, raceIds)),
  ]);
  const runnersOf = groupBy(runnerRows, ({ raceId }) => raceId);
  const payoutsOf = groupBy(payoutRows, ({ raceId }) => raceId);
  return rows.map((row) => ({
    ...row,
    raceInfo: parseRaceInfo(row.raceInfo),
    picks: JSON.parse(row.picks) as number[],
    runners: runnersOf.get(row.raceId) ?? [],
    payouts: payoutsOf.get(row.raceId) ?? [],
  }));
}
