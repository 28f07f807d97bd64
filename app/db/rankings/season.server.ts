import { and, asc, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { isAmong, jsonFields, jsonRows } from "#app/db/fragments.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { models, rankingBuilds, rankingEntries } from "#app/db/schema/models.server.ts";
import { forecastDays, seasonEntries } from "#app/db/schema/seasons.server.ts";
import type { Cadence } from "#app/domain/rankings/periods.ts";
import type { Pairs } from "#app/domain/season/lasting.ts";
import type { SeasonEntry } from "#app/domain/season/season-board.ts";

interface EntryRow {
  modelId: number;
  userId: number;
  entry: SeasonEntry;
}

/** Idempotent. */
export async function saveSeasonEntries(
  db: Database,
  { buildId, rows }: { buildId: string; rows: readonly EntryRow[] },
): Promise<void> {
  const row = { buildId, ...jsonFields("modelId", "userId", "entry") };
  await insertWhere(db, seasonEntries, row, { from: jsonRows(rows) }).onConflictDoNothing();
}

/** @returns fewer than the limit at the end */
export async function deleteOtherSeasonEntries(
  db: Database,
  { standing, limit }: { standing: string; limit: number },
): Promise<number> {
  const outdated = db
    .select({ rowid: sql`rowid` })
    .from(seasonEntries)
    .where(ne(seasonEntries.buildId, standing))
    .limit(limit);
  const { meta } = await db.delete(seasonEntries).where(inArray(sql`rowid`, outdated));
  return meta.changes;
}

export async function listOwnSeasonEntries(
  db: Database,
  { userId, buildId }: { userId: number; buildId: string },
): Promise<(SeasonEntry & { modelName: string })[]> {
  const rows = await db
    .select({ entry: seasonEntries.entry, modelName: models.name })
    .from(seasonEntries)
    .innerJoin(models, eq(models.id, seasonEntries.modelId))
    .where(and(eq(seasonEntries.userId, userId), eq(seasonEntries.buildId, buildId)));
  return rows.map(({ entry, modelName }) => ({ ...(JSON.parse(entry) as SeasonEntry), modelName }));
}

export async function listSeasonModels(db: Database, { userId }: { userId: number }): Promise<number[]> {
  const rows = await db
    .selectDistinct({ modelId: seasonEntries.modelId })
    .from(seasonEntries)
    .where(eq(seasonEntries.userId, userId));
  return rows.map(({ modelId }) => modelId);
}

export async function deleteSeasonEntriesOfUser(db: Database, { userId }: { userId: number }): Promise<void> {
  await db.delete(seasonEntries).where(eq(seasonEntries.userId, userId));
}

export async function listSketches(
  db: Database,
  { from, to, modelIds }: { from: string; to: string; modelIds: readonly number[] },
): Promise<Map<number, Map<string, readonly number[]>>> {
  const { modelId, date, sketch, races } = forecastDays;
  const rows = await db
    .select({ modelId, date, sketch })
    .from(forecastDays)
    .where(and(isAmong(modelId, modelIds), sql`${date} between ${from} and ${to}`, sql`${races} > 0`));
  const byModel = new Map<number, Map<string, readonly number[]>>();
  for (const row of rows) {
    const days = byModel.get(row.modelId) ?? new Map<string, readonly number[]>();
    byModel.set(row.modelId, days.set(row.date, JSON.parse(row.sketch) as number[]));
  }
  return byModel;
}

const later = alias(rankingEntries, "later_entries");
const totalRate = (column: typeof rankingEntries.entry | typeof later.entry) =>
  sql<number>`${column} ->> '$.total_return_rate'`;

/** The same models in two periods. */
export async function listReturnPairs(
  db: Database,
  { cadence, before, after }: { cadence: Cadence; before: string; after: string },
): Promise<Pairs> {
  const rows = await db
    .select({ before: totalRate(rankingEntries.entry), after: totalRate(later.entry) })
    .from(rankingEntries)
    .innerJoin(
      later,
      and(
        eq(later.buildId, after),
        eq(later.rankingKey, rankingEntries.rankingKey),
        eq(later.modelId, rankingEntries.modelId),
      ),
    )
    .where(and(eq(rankingEntries.buildId, before), eq(rankingEntries.rankingKey, cadence)));
  return { before: rows.map((row) => row.before), after: rows.map((row) => row.after) };
}

export async function listBuilds(db: Database, { cadence, until }: { cadence: Cadence; until: string }) {
  return await db
    .select({ id: rankingBuilds.id, periodKey: rankingBuilds.periodKey })
    .from(rankingBuilds)
    .where(and(eq(rankingBuilds.cadence, cadence), lt(rankingBuilds.fromDay, until)))
    .orderBy(asc(rankingBuilds.periodKey));
}
