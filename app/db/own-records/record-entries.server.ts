import { and, eq, exists, gt, inArray, isNull, max, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { isAmong } from "#app/db/fragments.server.ts";
import { startsAt } from "#app/db/racing/races.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { analyses } from "#app/db/schema/models.server.ts";
import { recordEntries } from "#app/db/schema/own-records.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { sealLeaves } from "#app/db/schema/seal.server.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";

/** Entries of records as analyses come and go. */

/** Horses that the bets on an index are made of (app/domain/settlement/tickets.ts). */
const PICKS = 5;

/** JSON of the first horse numbers of an analysis. */
export const picksOfScores = sql<string>`(select json_group_array(value ->> 'horseNum') from (
  select value from json_each(${analyses.scores}) order by key limit ${PICKS}))`;

/** Whether an analysis was not made after its race's start, as `leavesTombstone` has it (app/domain/scoring). */
export function isFixedInTime(completedAt: SQLWrapper): SQL {
  return sql`case when ${races.startTime} is null
  then date(${completedAt}, 'unixepoch', '+9 hours') <= ${races.date}
  else ${completedAt} < ${startsAt()} end`;
}

/**
 * Whether an entry is sealed early enough, as `standingOf` has it (app/domain/own-records): by its head's time, or while a head may
 * still come.
 */
export function isSealedInTime({ hasSeal, sealedAt, resultKind }: SealColumns): SQL {
  return sql`case when ${sealedAt} is not null then ${isFixedInTime(sealedAt)}
  when ${hasSeal} then coalesce(${resultKind}, 'none') = 'none' else 1 end`;
}

type SealColumns = Record<"hasSeal" | "sealedAt" | "resultKind", SQLWrapper>;

/** Notes with their entries that leaves are held by a head, for the batch that publishes it (primary keys). */
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

/** Adds the entries of finished analyses, with their seals, for a batch behind others; one that is there stays as it is (primary keys). */
export function insertEntries(db: Database, isMeant: SQL | undefined) {
  return db
    .insert(recordEntries)
    .select(
      db
        .select(
          rowSelection(recordEntries, {
            analysisId: analyses.id,
            userId: analyses.userId,
            modelId: analyses.modelId,
            modelName: analyses.modelName,
            raceId: analyses.raceId,
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

/**
 * What the deletion of an analysis does to its entry, before the analysis itself is emptied: one that was fixed before the
 * start stays, marked; one made after it goes.
 */
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
    // Of analyses that an older release has completed.
    insertEntries(db, isToGo),
    db.update(recordEntries).set({ deletedAt: now }).where(isOf(isInTime)),
    db.delete(recordEntries).where(isOf(sql`not ${isInTime}`)),
  ] as const;
}

/** Newest analyses looked at for entries that an older release has not written. */
const LOOKED_BACK = 5_000;

/** Adds entries and seals of the newest analyses that have none: while a release is deployed, the older one writes some without. */
export async function addMissingEntries(db: Database): Promise<void> {
  const newest = db.select({ id: max(analyses.id) }).from(analyses);
  const from = sql`coalesce(${newest}, 0) - ${LOOKED_BACK}`;
  await db.batch([
    insertEntries(db, gt(analyses.id, from)),
    db
      .update(recordEntries)
      .set({ hasSeal: true, sealedAt: sql`${sealLeaves.sealedAt}` })
      .from(sealLeaves)
      .where(
        and(
          gt(recordEntries.analysisId, from),
          isNull(recordEntries.sealedAt),
          eq(sealLeaves.analysisId, recordEntries.analysisId),
        ),
      ),
  ]);
}
