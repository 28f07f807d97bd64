import { and, asc, eq, isNotNull, lt, lte, type SQL, sql } from "drizzle-orm";
import { isPausing } from "#app/db/accounts/own-limits.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf, isAmong, isLiving, jsonField, jsonRows, present } from "#app/db/fragments.server.ts";
import { insertJobWhere } from "#app/db/jobs/new-jobs.server.ts";
import { insertWhere, type RowSource } from "#app/db/row-selection.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { notificationChoices, notifications } from "#app/db/schema/notifications.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import type { Notification, NotificationDraft, NotificationKind } from "#app/domain/notifications.ts";
import { isWanted } from "./notification-choices.server.ts";

/** For users who chose the kind, once per event. @returns how many are new */
export async function insertNotifications(
  db: Database,
  { drafts, dueAt, now }: { drafts: readonly NotificationDraft[]; dueAt: number; now: number },
): Promise<number> {
  const kind = jsonField<NotificationKind>("kind");
  const row = {
    userId: notificationChoices.userId,
    kind: notificationChoices.kind,
    eventKey: sql`${notificationChoices.kind} || ':' || (${jsonField("event")})`,
    day: jsonField("day"),
    title: jsonField("title"),
    body: jsonField("body"),
    path: jsonField("path"),
    createdAt: now,
    dueAt,
  };
  const isChoice = and(eq(notificationChoices.userId, jsonField("userId")), eq(notificationChoices.kind, kind));
  const { meta } = await insertWhere(db, notifications, row, {
    from: jsonRows(drafts),
    joins: [
      [notificationChoices, isChoice],
      [users, isLiving(notificationChoices.userId)],
    ],
    where: isWanted,
  }).onConflictDoNothing({ target: [notifications.userId, notifications.eventKey] });
  return meta.changes;
}

interface NotificationOfEvent {
  kind: NotificationKind;
  event: SQL | string;
  day: string;
  title: SQL | string;
  body: SQL | string;
  path: SQL | string;
  now: number;
}

/** For the batch of its event. */
export function insertForChosen(db: Database, notification: NotificationOfEvent, source: RowSource) {
  const { event, kind, now, ...words } = notification;
  const row = {
    ...words,
    ...{ userId: notificationChoices.userId, kind: notificationChoices.kind, createdAt: now, dueAt: now },
    eventKey: sql`${`${kind}:`} || (${event})`,
  };
  return insertWhere(db, notifications, row, source).onConflictDoNothing();
}

/**
 * One transaction: each notification becomes one job per channel, however often this runs. Notifications of paused users end.
 * @returns the jobs to wake
 */
export async function bookDeliveries(
  db: Database,
  { now, limit, mayPush }: { now: number; limit: number; mayPush: boolean },
) {
  const due = await db
    .select({ id: notifications.id, userId: notifications.userId })
    .from(notifications)
    .where(and(isOpen, lte(notifications.dueAt, now)))
    .orderBy(asc(notifications.dueAt))
    .limit(limit);
  if (due.length === 0) return { mails: [], pushes: [] };
  const isTaken = and(
    isAmong(
      notifications.id,
      due.map(({ id }) => id),
    ),
    isOpen,
  );
  const isAwake = sql`not ${isPausing({ userId: notifications.userId, now })}`;
  const isChoice = and(
    eq(notificationChoices.userId, notifications.userId),
    eq(notificationChoices.kind, notifications.kind),
  );
  const insertJobs = (kind: "send-mail" | "push-notification", channel: "mail" | "push", isChosen: SQL | undefined) =>
    insertJobWhere(
      db,
      {
        kind,
        id: sql<string>`${`notification-${channel}-`} || cast(${notifications.id} as text)`,
        subject: sql<string>`'notification:' || cast(${notifications.userId} as text) || ':' || cast(${notifications.id} as text)`,
        payload: sql`json_object('about', 'notification', 'notificationId', ${notifications.id})`,
        now,
      },
      {
        from: notifications,
        joins: [[notificationChoices, and(isChoice, isChosen)]],
        where: and(isTaken, isAwake),
      },
    )
      .onConflictDoNothing()
      .returning({ id: jobs.id });
  const byMail = eq(notificationChoices.byMail, true);
  const byPush = mayPush ? eq(notificationChoices.byPush, true) : sql`false`;
  const isMailed = sql`exists (select 1 from ${notificationChoices} where ${and(isChoice, byMail, isAwake)})`;
  const [mails, pushes] = await db.batch([
    insertJobs("send-mail", "mail", byMail),
    insertJobs("push-notification", "push", byPush),
    db
      .update(notifications)
      .set({ endedAt: now, mailedAt: sql`case when ${isMailed} then ${now} end` })
      .where(isTaken),
  ]);
  return {
    mails: mails.map(({ id }) => id),
    pushes: pushes.map(({ id }) => id),
  };
}

/** As in the index notifications_open. */
const isOpen = sql`${notifications.endedAt} is null`;

/** Null: nothing to send. */
export async function findWantedNotification(
  db: Database,
  { notificationId, channel, now }: { notificationId: number; channel: "byMail" | "byPush"; now: number },
): Promise<(Notification & { email: string }) | null> {
  const row = await db
    .select({
      ...columnsOf(notifications, "id", "userId", "kind", "day", "title", "body", "path", "createdAt", "dueAt"),
      email: present(users.email),
    })
    .from(notifications)
    .innerJoin(users, isLiving(notifications.userId))
    .innerJoin(
      notificationChoices,
      and(
        eq(notificationChoices.userId, notifications.userId),
        eq(notificationChoices.kind, notifications.kind),
        eq(notificationChoices[channel], true),
      ),
    )
    .where(and(eq(notifications.id, notificationId), sql`not ${isPausing({ userId: notifications.userId, now })}`))
    .get();
  return row ?? null;
}

export async function recordPushed(
  db: Database,
  { notificationId, now }: { notificationId: number; now: number },
): Promise<void> {
  await db
    .update(notifications)
    .set({ pushedAt: sql`coalesce(${notifications.pushedAt}, ${now})` })
    .where(eq(notifications.id, notificationId));
}

export function deleteOldNotifications(db: Database, { before }: { before: number }) {
  return db.delete(notifications).where(and(lt(notifications.createdAt, before), isNotNull(notifications.endedAt)));
}
