import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf, publicName } from "#app/db/fragments.server.ts";
import { isFixedInTime } from "#app/db/own-records/record-entries.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { models, rankingBuilds, rankingEntries } from "#app/db/schema/models.server.ts";
import { recordEntries } from "#app/db/schema/own-records.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { sealLeaves } from "#app/db/schema/seal.server.ts";
import { seasonEntries } from "#app/db/schema/seasons.server.ts";
import { HIDDEN_MODEL_NAME, HIDDEN_USER_NAME } from "#app/domain/accounts/profile.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import type { SeasonEntry } from "#app/domain/season/season-board.ts";
import type { Publication } from "#app/domain/views/public-model.ts";
import { isOwnComplete } from "./models.server.ts";

/** The statement joins the owner. */
export const isPublic = and(
  isNotNull(models.publishedAt),
  eq(models.status, ModelStatus.complete),
  isNull(models.deletedAt),
  isNull(users.deletedAt),
);

export async function setPublication(
  db: Database,
  { publication, now, ...own }: { modelId: number; userId: number; publication: Publication; now: number },
): Promise<boolean> {
  const { meta } = await db
    .update(models)
    .set({
      publishedAt: publication === "none" ? null : sql`coalesce(${models.publishedAt}, ${now})`,
      showsChoice: publication === "choice",
    })
    .where(isOwnComplete(own));
  return meta.changes === 1;
}

/** Null: no such complete model. */
export async function findPublication(
  db: Database,
  own: { modelId: number; userId: number },
): Promise<Publication | null> {
  const row = await db
    .select({ publishedAt: models.publishedAt, showsChoice: models.showsChoice })
    .from(models)
    .where(isOwnComplete(own))
    .get();
  if (row === undefined) return null;
  if (row.publishedAt === null) return "none";
  return row.showsChoice ? "choice" : "count";
}

export async function listPublicModels(db: Database): Promise<number[]> {
  const rows = await db
    .select({ id: models.id })
    .from(models)
    .innerJoin(users, eq(users.id, models.userId))
    .where(isPublic)
    .orderBy(asc(models.id));
  return rows.map(({ id }) => id);
}

/** The model, its weeks in the rankings, and what it said of the day's races. Null: not public. */
export async function findPublicModel(db: Database, { modelId, date }: { modelId: number; date: string }) {
  const weekly = sql`${rankingEntries.entry} ->> '$.total_rank'`;
  const [[model], [weeks], day] = await db.batch([
    db
      .select({
        userId: models.userId,
        modelName: publicName(models.name, HIDDEN_MODEL_NAME).as("model_name"),
        userName: publicName(users.name, HIDDEN_USER_NAME).as("user_name"),
        ...columnsOf(models, "createdAt", "venueType", "featureCount", "features", "showsChoice"),
        isDemo: users.isDemo,
      })
      .from(models)
      .innerJoin(users, eq(users.id, models.userId))
      .where(and(eq(models.id, modelId), isPublic)),
    db
      .select({
        times: sql<number>`count(*)`.as("times"),
        best: sql<number | null>`min(${weekly})`.as("best"),
        worst: sql<number | null>`max(${weekly})`.as("worst"),
      })
      .from(rankingEntries)
      .innerJoin(rankingBuilds, eq(rankingBuilds.id, rankingEntries.buildId))
      .where(and(eq(rankingEntries.rankingKey, "weekly"), eq(rankingEntries.modelId, modelId))),
    db
      .select({
        raceId: recordEntries.raceId,
        ...columnsOf(races, "date", "venue", "raceNum", "startTime", "status"),
        seal: sealLeaves.hash,
        ...columnsOf(runners, "horseNum", "bracketNum", "horseName"),
        finish: runners.finishPosition,
      })
      .from(recordEntries)
      .innerJoin(races, eq(races.raceId, recordEntries.raceId))
      .leftJoin(
        runners,
        and(eq(runners.raceId, recordEntries.raceId), eq(runners.horseNum, sql`${recordEntries.picks} ->> '$[0]'`)),
      )
      .leftJoin(sealLeaves, eq(sealLeaves.analysisId, recordEntries.analysisId))
      .where(
        and(eq(recordEntries.modelId, modelId), eq(recordEntries.date, date), isFixedInTime(recordEntries.completedAt)),
      )
      .orderBy(
        asc(races.startTime),
        asc(races.venue),
        asc(races.raceNum),
        desc(recordEntries.completedAt),
        desc(recordEntries.analysisId),
      ),
  ]);
  if (model === undefined) return null;
  const { features, showsChoice, ...shown } = model;
  return {
    ...shown,
    choice: showsChoice ? (JSON.parse(features) as FeatureChoice) : null,
    weekly:
      weeks === undefined || weeks.best === null || weeks.worst === null
        ? null
        : { ...weeks, best: weeks.best, worst: weeks.worst },
    day,
  };
}

export async function findSeasonEntry(
  db: Database,
  { modelId, buildId }: { modelId: number; buildId: string },
): Promise<SeasonEntry | null> {
  const row = await db
    .select({ entry: seasonEntries.entry })
    .from(seasonEntries)
    .where(and(eq(seasonEntries.buildId, buildId), eq(seasonEntries.modelId, modelId)))
    .get();
  return row === undefined ? null : (JSON.parse(row.entry) as SeasonEntry);
}
