import { and, eq, exists, inArray, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf, isAmong } from "#app/db/fragments.server.ts";
import { startsAt } from "#app/db/racing/races.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { analyses } from "#app/db/schema/models.server.ts";
import { recordEntries } from "#app/db/schema/own-records.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { sealLeaves } from "#app/db/schema/seal.server.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";

/** app/domain/settlement/tickets.ts. */
const PICKS = 5;

export function picksOf(scores: SQLWrapper): SQL<string> {
  return sql<string>`(select json_group_array(value ->> 'horseNum') from (
    select value from json_each(${scores}) order by key limit ${PICKS}))`;
}

export const picksOfScores = picksOf(analyses.scores);

/** As `leavesTombstone` in app/domain/scoring. */
export function isFixedInTime(completedAt: SQLWrapper): SQL {
  return sql`case when ${races.startTime} is null
  then date(${completedAt}, 'unixepoch', '+9 hours') <= ${races.date}
  else ${completedAt} < ${startsAt()} end`;
}

/** As `standingOf` in app/domain/own-records: by its head's time, or while a head may still come. */
export function isSealedInTime({ hasSeal, sealedAt, resultKind }: SealColumns): SQL {
  return sql`case when ${sealedAt} is not null then ${isFixedInTime(sealedAt)}
  when ${hasSeal} then coalesce(${resultKind}, 'none') = 'none' else 1 end`;
}

type SealColumns = Record<"hasSeal" | "sealedAt" | "resultKind", SQLWrapper>;

/** For the batch that publishes the head. */
export function recordSealed(
  db: Database,
  { leafIds, at, condition }: { leafIds: readonly number[]; at: number; condition: SQL },
) {
  const held = db.select({ id: sealLeaves.analysisId }).from(sealLeaves).where(isAmong(sealLeaves.id, leafIds));
  return db
    .update(recordEntries)
    .set({ hasSeal: true, sealedAt: at })
    .where(and(inArray(recordEntries.analysisId, held), condition));
}

/** Existing entries stay. */
export function insertEntries(db: Database, isMeant: SQL | undefined) {
  return db
    .insert(recordEntries)
    .select(
      db
        .select(
          rowSelection(recordEntries, {
            analysisId: analyses.id,
            ...columnsOf(analyses, "userId", "modelId", "modelName", "raceId"),
            date: races.date,
            picks: picksOfScores,
            isLearntFrom: analyses.isLearntFrom,
            completedAt: analyses.completedAt,
            hasSeal: sql`${sealLeaves.id} is not null`,
            sealedAt: sealLeaves.sealedAt,
          }),
        )
        .from(analyses)
        .innerJoin(races, eq(races.raceId, analyses.raceId))
        .leftJoin(sealLeaves, eq(sealLeaves.analysisId, analyses.id))
        .where(and(isMeant, eq(analyses.status, AnalysisStatus.complete), isNull(analyses.deletedAt))),
    )
    .onConflictDoNothing();
}

/** Run it before the analysis is emptied: an entry fixed before the start is marked, another one deleted. */
export function deleteEntry(db: Database, { isToGo, now }: { isToGo: SQL | undefined; now: number }) {
  const isOf = (isInTime: SQL) =>
    exists(
      db
        .select({ id: analyses.id })
        .from(analyses)
        .innerJoin(races, eq(races.raceId, analyses.raceId))
        .where(and(eq(analyses.id, recordEntries.analysisId), isToGo, isInTime)),
    );
  const isInTime = isFixedInTime(analyses.completedAt);
  return [
    // Completed by an older release.
    insertEntries(db, isToGo),
    db.update(recordEntries).set({ deletedAt: now }).where(isOf(isInTime)),
    db.delete(recordEntries).where(isOf(sql`not ${isInTime}`)),
  ] as const;
}
