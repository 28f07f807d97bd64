import { and, eq, getTableColumns, gt, gte, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf, excluded, isAmong, jsonFields, jsonRows } from "#app/db/fragments.server.ts";
import { insertRankingNotifications } from "#app/db/notifications/event-notifications.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { rankingBuilds, rankingEntries } from "#app/db/schema/models.server.ts";
import { appState } from "#app/db/schema/operations.server.ts";
import type { Cadence, RankingKey } from "#app/domain/rankings/periods.ts";

export type RankingBuild = typeof rankingBuilds.$inferSelect;

export async function findBuild(
  db: Database,
  period: { cadence: Cadence; periodKey: string },
): Promise<RankingBuild | null> {
  const build = await db.select().from(rankingBuilds).where(isOfPeriod(period)).get();
  return build ?? null;
}

function isOfPeriod({ cadence, periodKey }: { cadence: Cadence; periodKey: string }) {
  return and(eq(rankingBuilds.cadence, cadence), eq(rankingBuilds.periodKey, periodKey));
}

interface EntryRow {
  rankingKey: RankingKey;
  modelId: number;
  userId: number;
  /** JSON of WireEntry. */
  entry: string;
}

/** Idempotent. */
export async function saveEntries(
  db: Database,
  { buildId, periodKey, rows }: { buildId: string; periodKey: string; rows: readonly EntryRow[] },
): Promise<void> {
  const { rankingKey, modelId, entry } = getTableColumns(rankingEntries);
  const row = { buildId, periodKey, ...jsonFields("rankingKey", "modelId", "userId", "entry") };
  await insertWhere(db, rankingEntries, row, { from: jsonRows(rows) }).onConflictDoUpdate({
    target: [rankingEntries.buildId, rankingKey, modelId],
    set: { entry: excluded(entry) },
  });
}

/** Unless a later build has; one notification per period and user. @param notification null: no news */
export async function saveBuild(
  db: Database,
  build: RankingBuild,
  notification: Parameters<typeof insertRankingNotifications>[1] | null,
): Promise<void> {
  const { cadence: _, periodKey: __, ...counted } = build;
  const saved = db
    .insert(rankingBuilds)
    .values(build)
    .onConflictDoUpdate({
      target: [rankingBuilds.cadence, rankingBuilds.periodKey],
      set: counted,
      setWhere: gt(excluded(rankingBuilds.id), rankingBuilds.id),
    });
  await (notification === null ? saved : db.batch([saved, insertRankingNotifications(db, notification)]));
}

const BUILD_DIGITS = 12;

/** Rises from build to build whatever the clock does. */
export async function reserveBuildId(
  db: Database,
  { cadence, periodKey }: { cadence: Cadence; periodKey: string },
): Promise<string> {
  const row = await db
    .insert(appState)
    .values({ key: "ranking-builds", value: "1" })
    .onConflictDoUpdate({ target: appState.key, set: { value: sql`cast(${appState.value} as integer) + 1` } })
    .returning({ value: appState.value })
    .get();
  return buildIdOf({ cadence, periodKey }, row.value.padStart(BUILD_DIGITS, "0"));
}

function buildIdOf({ cadence, periodKey }: { cadence: Cadence; periodKey: string }, end: string): string {
  return `${cadence}:${periodKey}:${end}`;
}

/** @param before null: all builds @returns fewer than the limit at the end */
export async function deleteEntriesOfPeriod(
  db: Database,
  { before, limit, ...period }: { cadence: Cadence; periodKey: string; before: string | null; limit: number },
): Promise<number> {
  const outdated = db
    .select({ rowid: sql`rowid` })
    .from(rankingEntries)
    .where(
      and(
        gte(rankingEntries.buildId, buildIdOf(period, "")),
        // "~" follows the digits.
        lt(rankingEntries.buildId, before ?? buildIdOf(period, "~")),
      ),
    )
    .limit(limit);
  const { meta } = await db.delete(rankingEntries).where(inArray(sql`rowid`, outdated));
  return meta.changes;
}

export async function deleteBuild(db: Database, period: { cadence: Cadence; periodKey: string }): Promise<void> {
  await db.delete(rankingBuilds).where(isOfPeriod(period));
}

export async function listEntriesOfUser(db: Database, { userId }: { userId: number }) {
  return await db
    .select(columnsOf(rankingEntries, "buildId", "rankingKey", "modelId"))
    .from(rankingEntries)
    .where(eq(rankingEntries.userId, userId));
}

export async function deleteEntriesOfUser(
  db: Database,
  { userId, buildIds }: { userId: number; buildIds: readonly string[] },
): Promise<void> {
  await db
    .delete(rankingEntries)
    .where(and(eq(rankingEntries.userId, userId), isAmong(rankingEntries.buildId, buildIds)));
}
