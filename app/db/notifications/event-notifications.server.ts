import { and, asc, count, eq, gt, gte, inArray, isNull, lt, min, not, or, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { asSubject, CHANGED_ONE, columnsOf, existsIn, isLiving } from "#app/db/fragments.server.ts";
import { isOnDay, isVisibleRace, startsAt } from "#app/db/racing/races.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { favouriteHorses } from "#app/db/schema/fans.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { notificationChoices, notifications } from "#app/db/schema/notifications.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import type { NotificationKind } from "#app/domain/notifications.ts";
import type { ModelChooser } from "#app/domain/plans/plan-holder.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { isWanted } from "./notification-choices.server.ts";
import { insertForChosen } from "./notifications.server.ts";

interface EventNotification {
  /** `{model}` and the like are placeholders. */
  title: string;
  body: string;
  /** In Japan. */
  day: string;
  now: number;
}

/** Follows the completing statement of its batch; `perDay` a user. One per model unless `event` is given. */
export function insertModelNotification(
  db: Database,
  {
    modelId,
    perDay,
    event,
    page = "",
    ...notification
  }: EventNotification & { modelId: number; perDay: number; event?: string; page?: string },
) {
  const kind = "model-ready";
  const isOfDay = and(
    eq(notifications.userId, models.userId),
    eq(notifications.kind, kind),
    eq(notifications.day, notification.day),
  );
  return insertForChosen(
    db,
    {
      ...notification,
      ...{ kind, event: event === undefined ? asSubject(models.id) : sql`${event}` },
      title: fillIn(notification.title, { model: models.name }),
      body: fillIn(notification.body, { model: models.name }),
      path: sql`'/models/' || ${asSubject(models.id)} || ${page}`,
    },
    {
      from: models,
      joins: [[notificationChoices, isChoiceOf(models.userId, kind)]],
      where: and(eq(models.id, modelId), isWanted, lt(db.$count(notifications, isOfDay), perDay), CHANGED_ONE),
    },
  );
}

/** Follows the recording statement of its batch; once a period. */
export function insertRankingNotifications(db: Database, notification: NotificationToAll) {
  return insertForAll(db, { kind: "rankings-out", ...notification }, CHANGED_ONE);
}

/** `condition`: whether the root is final. */
export function insertRootNotifications(db: Database, notification: NotificationToAll, condition: SQL) {
  return insertForAll(db, { kind: "root-final", ...notification }, condition);
}

/** Once a day with races. */
export async function insertEntriesNotifications(db: Database, notification: NotificationToAll): Promise<void> {
  await insertForAll(db, { kind: "entries-out", ...notification }, sql`true`);
}

type NotificationToAll = EventNotification & { event: string; path: string };

function insertForAll(
  db: Database,
  { kind, event, ...notification }: NotificationToAll & { kind: "rankings-out" | "root-final" | "entries-out" },
  condition: SQL,
) {
  const row = { ...notification, kind, event: sql`${event}` };
  return insertForChosen(db, row, {
    from: notificationChoices,
    joins: [[users, isLiving(notificationChoices.userId)]],
    where: and(eq(notificationChoices.kind, kind), isWanted, condition),
  });
}

/** Once a user and day: the first race whose body weights came. */
export async function insertWeightsNotification(
  db: Database,
  { analysisId, ...notification }: EventNotification & { analysisId: number; path: string },
): Promise<void> {
  const kind = "weights-out";
  const words = {
    ...{ model: models.name, modelId: asSubject(models.id) },
    ...{ date: races.date, venue: races.venue, race: asSubject(races.raceNum) },
  };
  await insertForChosen(
    db,
    {
      ...notification,
      ...{ kind, event: sql`${races.date}` },
      title: fillIn(notification.title, words),
      body: fillIn(notification.body, words),
      path: fillIn(notification.path, words),
    },
    {
      from: analyses,
      joins: [
        [models, eq(models.id, analyses.modelId)],
        [races, eq(races.raceId, analyses.raceId)],
        [notificationChoices, isChoiceOf(analyses.userId, kind)],
      ],
      where: and(
        eq(analyses.id, analysisId),
        isNull(analyses.deletedAt),
        eq(races.date, notification.day),
        eq(races.status, "scheduled"),
        isWanted,
      ),
    },
  );
}

function isChoiceOf(userId: typeof models.userId | typeof analyses.userId, kind: NotificationKind) {
  return and(eq(notificationChoices.userId, userId), eq(notificationChoices.kind, kind));
}

function fillIn(text: string, values: Record<string, SQL | AnySQLiteColumn>): SQL {
  return Object.entries(values).reduce(
    (filled, [name, value]) => sql`replace(${filled}, ${`{${name}}`}, ${value})`,
    sql`${text}`,
  );
}

/** The caller compares the kind of the choice. */
export function isUntold(kind: NotificationKind, event: string) {
  return and(
    isWanted,
    not(
      existsIn(
        notifications,
        and(eq(notifications.userId, notificationChoices.userId), eq(notifications.eventKey, `${kind}:${event}`)),
      ),
    ),
  );
}

/** Who chose a kind and has not received the event, by id. */
export async function listUntold(
  db: Database,
  { kind, event, limit }: { kind: NotificationKind; event: string; limit: number },
): Promise<ModelChooser[]> {
  return await db
    .select({ id: users.id, plan: users.plan, defaultModelId: users.defaultModelId })
    .from(notificationChoices)
    .innerJoin(users, isLiving(notificationChoices.userId))
    .where(and(eq(notificationChoices.kind, kind), isUntold(kind, event)))
    .orderBy(asc(users.id))
    .limit(limit);
}

/** Central venues of a day. Empty until every race has its horses. */
export async function listEnteredVenues(db: Database, { day }: { day: string }) {
  const rows = await db
    .select({ venue: races.venue, races: count().as("races"), fewest: min(races.runnerCount).as("fewest") })
    .from(races)
    .where(and(eq(races.venueType, VenueType.central), eq(races.date, day), isVisibleRace))
    .groupBy(races.venue)
    .orderBy(asc(races.venue));
  return rows.every(({ fewest }) => fewest !== null && fewest > 0) ? rows : [];
}

/**
 * After a user id. Unless late, only users whose races of the day are all over. Analyses made after the start do not
 * count.
 */
export async function listSettledDays(
  db: Database,
  { day, since, isLate, after, limit }: { day: string; since: number; isLate: boolean; after: number; limit: number },
) {
  // Literal values: SQLite treats two parameters as different expressions.
  const isSettled = sql`${and(
    eq(analyses.status, AnalysisStatus.complete),
    // Without a start time the whole day counts.
    lt(analyses.completedAt, startsAt(sql`coalesce(${races.startTime}, '23:59')`)),
    eq(races.status, "result"),
  )}`.inlineParams();
  const settled = sql<number>`count(distinct case when ${isSettled} then ${races.raceId} end)`;
  const open = sql<number>`count(case when ${eq(races.status, "scheduled")} then 1 end)`;
  return await db
    .select({ userId: notificationChoices.userId, settled: settled.as("settled") })
    .from(notificationChoices)
    .innerJoin(analyses, and(eq(analyses.userId, notificationChoices.userId), gte(analyses.createdAt, since)))
    .innerJoin(races, and(eq(races.raceId, analyses.raceId), eq(races.date, day), isVisibleRace))
    .where(
      and(
        eq(notificationChoices.kind, "race-settled"),
        isUntold("race-settled", day),
        gt(notificationChoices.userId, after),
        isNull(analyses.deletedAt),
        inArray(analyses.status, [AnalysisStatus.running, AnalysisStatus.complete]),
      ),
    )
    .groupBy(notificationChoices.userId)
    .having(and(sql`${settled} > 0`, isLate ? undefined : sql`${open} = 0`))
    .orderBy(asc(notificationChoices.userId))
    .limit(limit);
}

export type EnteredFavourite = Awaited<ReturnType<typeof listEnteredFavourites>>[number];

/** After a user id, by user and start. */
export async function listEnteredFavourites(
  db: Database,
  { day, now, after, limit }: { day: string; now: number; after: number; limit: number },
) {
  return await db
    .select({
      userId: notificationChoices.userId,
      horseName: runners.horseName,
      ...columnsOf(races, "raceId", "venue", "raceNum", "startTime"),
    })
    .from(races)
    .innerJoin(runners, and(eq(runners.raceId, races.raceId), eq(runners.status, "entered")))
    // The pluses make SQLite begin with the day's runners.
    .innerJoin(favouriteHorses, sql`${favouriteHorses.horseId} = +${runners.horseId}`)
    .innerJoin(notificationChoices, sql`${notificationChoices.userId} = +${favouriteHorses.userId}`)
    .where(
      and(
        isOnDay(day),
        isVisibleRace,
        eq(races.status, "scheduled"),
        or(isNull(races.startTime), gt(startsAt(), now)),
        sql`+${notificationChoices.kind} = 'favourite-entered'`,
        isUntold("favourite-entered", day),
        sql`+${favouriteHorses.userId} > ${after}`,
      ),
    )
    .orderBy(
      asc(notificationChoices.userId),
      asc(races.startTime),
      asc(races.venue),
      asc(races.raceNum),
      asc(runners.horseNum),
    )
    .limit(limit);
}
