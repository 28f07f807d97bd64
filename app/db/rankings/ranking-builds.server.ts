import { and, eq, getTableColumns, gt, gte, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { excluded, isAmong, jsonField, jsonRows } from "#app/db/fragments.server.ts";
import { insertRankingNotices } from "#app/db/notices/event-notices.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { rankingBuilds, rankingEntries } from "#app/db/schema/models.server.ts";
import { appState } from "#app/db/schema/operations.server.ts";
import type { Cadence, RankingKey } from "#app/domain/rankings/periods.ts";

/** Where counted rankings are kept in D1: a row for each period's last build, and everybody's entries of it. */

/** How rankings of a period were counted last. */
export interface RankingBuild {
  id: string;
  cadence: Cadence;
  periodKey: string;
  fromDay: string;
  toDay: string;
  ledgerState: string;
  participants: number;
  builtAt: number;
}

/** How a period was counted last (ranking_builds_cadence_period_key); null: never yet. */
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

/** Keeps everybody's entries of a build; again is like once. */
export async function saveEntries(
  db: Database,
  { buildId, periodKey, rows }: { buildId: string; periodKey: string; rows: readonly EntryRow[] },
): Promise<void> {
  const { rankingKey, modelId, entry } = getTableColumns(rankingEntries);
  await db
    .insert(rankingEntries)
    .select(
      db
        .select(
          rowSelection(rankingEntries, {
            buildId,
            rankingKey: jsonField("rankingKey"),
            periodKey,
            modelId: jsonField("modelId"),
            userId: jsonField("userId"),
            entry: jsonField("entry"),
          }),
        )
        .from(jsonRows(rows))
        .where(sql`true`),
    )
    .onConflictDoUpdate({ target: [rankingEntries.buildId, rankingKey, modelId], set: { entry: excluded(entry) } });
}

/**
 * Records that a period was built, unless a later build has, with the notices that it is out: one per period and user,
 * however many builds.
 *
 * @param notice null: it is no news
 */
export async function saveBuild(
  db: Database,
  build: RankingBuild,
  notice: Parameters<typeof insertRankingNotices>[1] | null,
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
  await (notice === null ? saved : db.batch([saved, insertRankingNotices(db, notice)]));
}

const BUILD_DIGITS = 12;

/**
 * A new build's id. Those of a period rise from build to build, whatever the clock does, and are one range of the
 * entries' primary key.
 */
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

/**
 * Deletes entries of a period's builds: of those that began before a build, which can never stand again; null: of all.
 *
 * @returns how many: fewer than the limit means that none is left
 */
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

/** Forgets that a period was counted. */
export async function deleteBuild(db: Database, period: { cadence: Cadence; periodKey: string }): Promise<void> {
  await db.delete(rankingBuilds).where(isOfPeriod(period));
}

/** Which entries a user has in which builds (ranking_entries_user_id_build_id). */
export async function listEntriesOfUser(
  db: Database,
  { userId }: { userId: number },
): Promise<{ buildId: string; rankingKey: RankingKey; modelId: number }[]> {
  return await db
    .select({
      buildId: rankingEntries.buildId,
      rankingKey: rankingEntries.rankingKey,
      modelId: rankingEntries.modelId,
    })
    .from(rankingEntries)
    .where(eq(rankingEntries.userId, userId));
}

/** Deletes a user's entries of some builds. */
export async function deleteEntriesOfUser(
  db: Database,
  { userId, buildIds }: { userId: number; buildIds: readonly string[] },
): Promise<void> {
  await db
    .delete(rankingEntries)
    .where(and(eq(rankingEntries.userId, userId), isAmong(rankingEntries.buildId, buildIds)));
}
