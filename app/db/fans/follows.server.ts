import { and, asc, between, count, desc, eq, exists, gt, lt, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf, ONE_ROW, publicName } from "#app/db/fragments.server.ts";
import { isPublic } from "#app/db/models/public-models.server.ts";
import { isUntold } from "#app/db/notifications/event-notifications.server.ts";
import { isCounted } from "#app/db/own-records/record-reads.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { follows } from "#app/db/schema/fans.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { notificationChoices } from "#app/db/schema/notifications.server.ts";
import { recordEntries } from "#app/db/schema/own-records.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { HIDDEN_MODEL_NAME, HIDDEN_USER_NAME } from "#app/domain/accounts/profile.ts";
import type { FollowedModel } from "#app/domain/views/public-model.ts";

interface Follow {
  userId: number;
  modelId: number;
}

function selectPublic(db: Database, modelId: number) {
  return db
    .select({ id: models.id })
    .from(models)
    .innerJoin(users, eq(users.id, models.userId))
    .where(and(eq(models.id, modelId), isPublic));
}

/** One guarded, idempotent statement. @returns whether it is followed, and whether the model is public */
export async function insertFollow(
  db: Database,
  { userId, modelId, limit, now }: Follow & { limit: number; now: number },
) {
  const isKnown = exists(selectPublic(db, modelId));
  const isWithin = lt(db.$count(follows, eq(follows.userId, userId)), limit);
  const row = { userId, modelId, followedAt: now };
  const [, [stored]] = await db.batch([
    insertWhere(db, follows, row, { where: and(isKnown, isWithin) }).onConflictDoNothing(),
    db
      .select({ followedAt: follows.followedAt, isKnown: sql<number>`${isKnown}`.as("is_known") })
      .from(ONE_ROW)
      .leftJoin(follows, and(eq(follows.userId, userId), eq(follows.modelId, modelId))),
  ]);
  return { isFollowed: stored?.followedAt != null, isKnown: stored?.isKnown === 1 };
}

export async function deleteFollow(db: Database, { userId, modelId }: Follow): Promise<void> {
  await db.delete(follows).where(and(eq(follows.userId, userId), eq(follows.modelId, modelId)));
}

/** The last followed first, with the record of the days. */
export async function listFollowed(
  db: Database,
  { userId, from, to }: { userId: number; from: string; to: string },
): Promise<Omit<FollowedModel, "code">[]> {
  const week = db
    .select({
      modelId: recordEntries.modelId,
      races: count().as("week_races"),
      wins: sql<number>`sum(${recordEntries.finish} = 1)`.as("week_wins"),
      netYen: sql<number>`sum(${recordEntries.bets} ->> '$[0][1]') - sum(${recordEntries.bets} ->> '$[0][0]')`.as(
        "week_net",
      ),
    })
    .from(follows)
    .innerJoin(recordEntries, eq(recordEntries.modelId, follows.modelId))
    .innerJoin(races, eq(races.raceId, recordEntries.raceId))
    .where(and(eq(follows.userId, userId), between(recordEntries.date, from, to), isCounted(db)))
    .groupBy(recordEntries.modelId)
    .as("week");
  const rows = await db
    .select({
      modelId: follows.modelId,
      modelName: publicName(models.name, HIDDEN_MODEL_NAME).as("model_name"),
      userName: publicName(users.name, HIDDEN_USER_NAME).as("user_name"),
      isPublic: sql<number>`${isPublic}`.as("is_public"),
      ...columnsOf(week, "races", "wins", "netYen"),
    })
    .from(follows)
    .leftJoin(models, eq(models.id, follows.modelId))
    .leftJoin(users, eq(users.id, models.userId))
    .leftJoin(week, eq(week.modelId, follows.modelId))
    .where(eq(follows.userId, userId))
    .orderBy(desc(follows.followedAt), asc(follows.modelId));
  return rows.map(({ modelId, modelName, userName, isPublic: isShown, races: size, wins, netYen }) => ({
    modelId,
    shown: isShown === 1 ? { modelName, userName, races: size ?? 0, wins: wins ?? 0, netYen: netYen ?? 0 } : null,
  }));
}

/** After a user id: who is to be told that followed models have results of the day. */
export async function listSettledFollows(
  db: Database,
  { day, after, limit }: { day: string; after: number; limit: number },
) {
  const { userId } = notificationChoices;
  return await db
    .select({ userId, models: sql<number>`count(distinct ${models.id})`.as("settled_models") })
    .from(notificationChoices)
    .innerJoin(follows, eq(follows.userId, userId))
    .innerJoin(models, eq(models.id, follows.modelId))
    .innerJoin(users, eq(users.id, models.userId))
    .innerJoin(recordEntries, and(eq(recordEntries.modelId, models.id), eq(recordEntries.date, day)))
    .innerJoin(races, eq(races.raceId, recordEntries.raceId))
    .where(
      and(
        eq(notificationChoices.kind, "race-settled"),
        isUntold("race-settled", day),
        gt(userId, after),
        isPublic,
        isCounted(db),
      ),
    )
    .groupBy(userId)
    .orderBy(asc(userId))
    .limit(limit);
}
