import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { excluded, jsonField, jsonRows } from "#app/db/fragments.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { noticeChoices } from "#app/db/schema/notices.server.ts";
import type { NoticeChannels, NoticeKind } from "#app/domain/notices.ts";
import { selectSubscriptions } from "./push-subscriptions.server.ts";

/** Kinds without a row are off. */
export async function readSettings(
  db: Database,
  { userId }: { userId: number },
): Promise<{
  choices: (NoticeChannels & { kind: NoticeKind })[];
  devices: { id: number; endpoint: string; createdAt: number }[];
}> {
  const [choices, devices] = await db.batch([selectChoices(db, userId), selectSubscriptions(db, { userId })]);
  return { choices, devices };
}

function selectChoices(db: Database, userId: number) {
  return db
    .select({ kind: noticeChoices.kind, byMail: noticeChoices.byMail, byPush: noticeChoices.byPush })
    .from(noticeChoices)
    .where(eq(noticeChoices.userId, userId))
    .orderBy(asc(noticeChoices.kind));
}

/** Idempotent; an omitted channel stays. */
export async function saveChoices(
  db: Database,
  {
    userId,
    choices,
    now,
  }: { userId: number; choices: readonly ({ kind: NoticeKind } & Partial<NoticeChannels>)[]; now: number },
): Promise<void> {
  const row = rowSelection(noticeChoices, {
    userId: users.id,
    kind: jsonField("kind"),
    byMail: sql`coalesce(${jsonField("byMail")}, 0)`,
    byPush: sql`coalesce(${jsonField("byPush")}, 0)`,
    chosenAt: now,
  });
  const isKept = (name: "byMail" | "byPush") =>
    choices.every((choice) => choice[name] === undefined) ? noticeChoices[name] : excluded(noticeChoices[name]);
  const byMail = isKept("byMail");
  const byPush = isKept("byPush");
  await db
    .insert(noticeChoices)
    .select(
      db
        .select(row)
        .from(jsonRows(choices))
        .innerJoin(users, and(eq(users.id, userId), isNull(users.deletedAt)))
        .where(sql`true`),
    )
    .onConflictDoUpdate({
      target: [noticeChoices.userId, noticeChoices.kind],
      set: { byMail: sql`${byMail}`, byPush: sql`${byPush}`, chosenAt: excluded(noticeChoices.chosenAt) },
      setWhere: or(sql`${noticeChoices.byMail} <> ${byMail}`, sql`${noticeChoices.byPush} <> ${byPush}`),
    });
}

/** Idempotent. */
export async function stopMails(
  db: Database,
  { userId, kind, now }: { userId: number; kind: NoticeKind; now: number },
): Promise<void> {
  await db
    .update(noticeChoices)
    .set({ byMail: false, chosenAt: now })
    .where(and(eq(noticeChoices.userId, userId), eq(noticeChoices.kind, kind), eq(noticeChoices.byMail, true)));
}

export async function isKindWanted(db: Database, { kind }: { kind: NoticeKind }): Promise<boolean> {
  const wanted = await db
    .select({ userId: noticeChoices.userId })
    .from(noticeChoices)
    .where(and(eq(noticeChoices.kind, kind), isWanted))
    .limit(1);
  return wanted.length > 0;
}

/** As in the index notice_choices_wanted. */
export const isWanted = sql`(${noticeChoices.byMail} = 1 or ${noticeChoices.byPush} = 1)`;
