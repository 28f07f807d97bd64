import { and, asc, eq, isNotNull, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import { isPausing } from "#app/db/accounts/own-limits.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { isAmong, jsonField, jsonRows } from "#app/db/fragments.server.ts";
import { queuedJob } from "#app/db/jobs/new-jobs.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { noticeChoices, notices } from "#app/db/schema/notices.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import type { Notice, NoticeDraft, NoticeKind } from "#app/domain/notices.ts";
import { isWanted } from "./notice-choices.server.ts";

/** For users who chose the kind, once per event. @returns how many are new */
export async function insertNotices(
  db: Database,
  { drafts, dueAt, now }: { drafts: readonly NoticeDraft[]; dueAt: number; now: number },
): Promise<number> {
  const kind = jsonField<NoticeKind>("kind");
  const row = rowSelection(notices, {
    userId: noticeChoices.userId,
    kind: noticeChoices.kind,
    eventKey: sql`${noticeChoices.kind} || ':' || (${jsonField("event")})`,
    day: jsonField("day"),
    title: jsonField("title"),
    body: jsonField("body"),
    path: jsonField("path"),
    createdAt: now,
    dueAt,
  });
  const { meta } = await db
    .insert(notices)
    .select(
      db
        .select(row)
        .from(jsonRows(drafts))
        .innerJoin(noticeChoices, and(eq(noticeChoices.userId, jsonField("userId")), eq(noticeChoices.kind, kind)))
        .innerJoin(users, eq(users.id, noticeChoices.userId))
        .where(and(isWanted, isNull(users.deletedAt))),
    )
    .onConflictDoNothing({ target: [notices.userId, notices.eventKey] });
  return meta.changes;
}

interface NoticeOfEvent {
  kind: NoticeKind;
  event: SQL | string;
  day: string;
  title: SQL | string;
  body: SQL | string;
  path: SQL | string;
  now: number;
}

/** For the batch of its event. Add `.onConflictDoNothing()`. */
export function noticeRow({ event, kind, now, ...words }: NoticeOfEvent) {
  return rowSelection(notices, {
    ...words,
    ...{ userId: noticeChoices.userId, kind: noticeChoices.kind, createdAt: now, dueAt: now },
    eventKey: sql`${`${kind}:`} || (${event})`,
  });
}

/**
 * One transaction: each notice becomes one job per channel, however often this runs. Notices of paused users end.
 * @returns the jobs to wake
 */
export async function bookDeliveries(
  db: Database,
  { now, limit, mayPush }: { now: number; limit: number; mayPush: boolean },
): Promise<{ mails: string[]; pushes: string[] }> {
  const due = await db
    .select({ id: notices.id, userId: notices.userId })
    .from(notices)
    .where(and(isOpen, lte(notices.dueAt, now)))
    .orderBy(asc(notices.dueAt))
    .limit(limit);
  if (due.length === 0) return { mails: [], pushes: [] };
  const isTaken = and(
    isAmong(
      notices.id,
      due.map(({ id }) => id),
    ),
    isOpen,
  );
  const isAwake = sql`not ${isPausing(db, { userId: notices.userId, now })}`;
  const insertJobs = (kind: "send-mail" | "push-notice", channel: "mail" | "push", isChosen: SQL | undefined) =>
    db
      .insert(jobs)
      .select(
        db
          .select(
            queuedJob({
              kind,
              id: sql<string>`${`notice-${channel}-`} || cast(${notices.id} as text)`,
              subject: sql<string>`'notice:' || cast(${notices.userId} as text) || ':' || cast(${notices.id} as text)`,
              payload: sql`json_object('about', 'notice', 'noticeId', ${notices.id})`,
              now,
            }),
          )
          .from(notices)
          .innerJoin(
            noticeChoices,
            and(eq(noticeChoices.userId, notices.userId), eq(noticeChoices.kind, notices.kind), isChosen),
          )
          .where(and(isTaken, isAwake)),
      )
      .onConflictDoNothing()
      .returning({ id: jobs.id });
  const byMail = eq(noticeChoices.byMail, true);
  const byPush = mayPush ? eq(noticeChoices.byPush, true) : sql`false`;
  const isMailed = sql`exists (select 1 from ${noticeChoices} where ${and(
    eq(noticeChoices.userId, notices.userId),
    eq(noticeChoices.kind, notices.kind),
    byMail,
    isAwake,
  )})`;
  const [mails, pushes] = await db.batch([
    insertJobs("send-mail", "mail", byMail),
    insertJobs("push-notice", "push", byPush),
    db
      .update(notices)
      .set({ endedAt: now, mailedAt: sql`case when ${isMailed} then ${now} end` })
      .where(isTaken),
  ]);
  return {
    mails: mails.map(({ id }) => id),
    pushes: pushes.map(({ id }) => id),
  };
}

/** As in the index notices_open. */
const isOpen = sql`${notices.endedAt} is null`;

/** Null: nothing to send. */
export async function findWantedNotice(
  db: Database,
  { noticeId, channel, now }: { noticeId: number; channel: "byMail" | "byPush"; now: number },
): Promise<(Notice & { email: string }) | null> {
  const row = await db
    .select({
      id: notices.id,
      userId: notices.userId,
      kind: notices.kind,
      day: notices.day,
      title: notices.title,
      body: notices.body,
      path: notices.path,
      createdAt: notices.createdAt,
      dueAt: notices.dueAt,
      email: users.email,
    })
    .from(notices)
    .innerJoin(users, and(eq(users.id, notices.userId), isNull(users.deletedAt), isNotNull(users.email)))
    .innerJoin(
      noticeChoices,
      and(
        eq(noticeChoices.userId, notices.userId),
        eq(noticeChoices.kind, notices.kind),
        eq(noticeChoices[channel], true),
      ),
    )
    .where(and(eq(notices.id, noticeId), sql`not ${isPausing(db, { userId: notices.userId, now })}`))
    .get();
  return row === undefined || row.email === null ? null : { ...row, email: row.email };
}

export async function recordPushed(db: Database, { noticeId, now }: { noticeId: number; now: number }): Promise<void> {
  await db
    .update(notices)
    .set({ pushedAt: sql`coalesce(${notices.pushedAt}, ${now})` })
    .where(eq(notices.id, noticeId));
}

export function deleteOldNotices(db: Database, { before }: { before: number }) {
  return db.delete(notices).where(and(lt(notices.createdAt, before), isNotNull(notices.endedAt)));
}
