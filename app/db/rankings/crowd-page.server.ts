import { and, asc, eq, gte, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { isFixedInTime } from "#app/db/own-records/record-entries.server.ts";
import { isVisibleRace, raceColumns, runnerColumns } from "#app/db/racing/races.server.ts";
import { analyses } from "#app/db/schema/models.server.ts";
import { recordEntries } from "#app/db/schema/own-records.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { crowdForecasts } from "#app/db/schema/seasons.server.ts";
import { readCrowdRow } from "./crowd.server.ts";

const firstPick = sql<number>`(${recordEntries.picks} ->> '$[0]')`;
const firstOfCrowd = sql<number>`(${crowdForecasts.forecast} ->> '$.runners[0].horseNum')`;

/** @param own null for visitors */
export async function readCrowdPage(
  db: Database,
  { raceId, own }: { raceId: string; own: { userId: number; since: string } | null },
) {
  const isAsked = eq(races.raceId, raceId);
  const [[race], card, [forecast], picks, counts] = await db.batch([
    db.select(raceColumns).from(races).where(and(isAsked, isVisibleRace)),
    db.select(runnerColumns).from(runners).where(eq(runners.raceId, raceId)).orderBy(asc(runners.horseNum)),
    db.select().from(crowdForecasts).where(eq(crowdForecasts.raceId, raceId)),
    selectOwnPicks(db, { raceId, userId: own?.userId ?? 0 }),
    selectOwnCounts(db, { raceId, userId: own?.userId ?? 0, since: own?.since ?? "" }),
  ]);
  if (race === undefined) return null;
  const byModel = new Map(picks.map((pick) => [pick.modelId, pick]));
  const countOf = new Map(counts.map(({ modelId, ...count }) => [modelId, count]));
  return {
    race,
    runners: card,
    forecast: forecast === undefined ? null : readCrowdRow(forecast),
    own: [...byModel.values()].map((pick) => ({
      ...pick,
      ...(countOf.get(pick.modelId) ?? { races: 0, differing: 0 }),
    })),
  };
}

/** The last of each model last. */
function selectOwnPicks(db: Database, { raceId, userId }: { raceId: string; userId: number }) {
  return db
    .select({
      analysisId: recordEntries.analysisId,
      modelId: recordEntries.modelId,
      modelName: recordEntries.modelName,
      horseNum: firstPick.as("first_pick"),
      chance: sql<number | null>`(${analyses.scores} ->> '$[0].probability')`.as("chance"),
    })
    .from(recordEntries)
    .innerJoin(analyses, eq(analyses.id, recordEntries.analysisId))
    .innerJoin(races, eq(races.raceId, recordEntries.raceId))
    .where(
      and(
        eq(recordEntries.raceId, raceId),
        eq(recordEntries.userId, userId),
        isNull(recordEntries.deletedAt),
        isFixedInTime(recordEntries.completedAt),
      ),
    )
    .orderBy(asc(recordEntries.modelId), asc(recordEntries.completedAt), asc(recordEntries.analysisId));
}

/** And those with another first horse. */
function selectOwnCounts(db: Database, { raceId, userId, since }: { raceId: string; userId: number; since: string }) {
  const asked = sql`(select model_id from record_entries where race_id = ${raceId} and user_id = ${userId})`;
  const day = sql`(select date from races where race_id = ${raceId})`;
  // SQLite takes bare columns from the row of max().
  const last = db
    .select({
      modelId: recordEntries.modelId,
      isOther: sql<number>`${firstPick} <> ${firstOfCrowd}`.as("is_other"),
      completedAt: sql<number>`max(${recordEntries.completedAt})`.as("last_completed_at"),
    })
    .from(recordEntries)
    .innerJoin(crowdForecasts, eq(crowdForecasts.raceId, recordEntries.raceId))
    .innerJoin(races, eq(races.raceId, recordEntries.raceId))
    .where(
      and(
        sql`${recordEntries.modelId} in ${asked}`,
        eq(recordEntries.userId, userId),
        gte(recordEntries.date, since),
        lt(recordEntries.date, day),
        isFixedInTime(recordEntries.completedAt),
      ),
    )
    .groupBy(recordEntries.modelId, recordEntries.raceId)
    .as("last");
  return db
    .select({
      modelId: last.modelId,
      races: sql<number>`count(*)`.as("races"),
      differing: sql<number>`sum(${last.isOther})`.as("differing"),
    })
    .from(last)
    .groupBy(last.modelId);
}
