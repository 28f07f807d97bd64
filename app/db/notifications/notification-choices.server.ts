import { and, asc, eq, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { excluded, hasRow, isLiving, jsonField, jsonRows } from "#app/db/fragments.server.ts";
import { insertWhere, type RowSource } from "#app/db/row-selection.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { notificationChoices } from "#app/db/schema/notifications.server.ts";
import type { NotificationChannels, NotificationKind } from "#app/domain/notifications.ts";
import { selectSubscriptions } from "./push-subscriptions.server.ts";

/** Kinds without a row are off. */
export async function readSettings(db: Database, { userId }: { userId: number }) {
  const [choices, devices, [own]] = await db.batch([
    selectChoices(db, userId),
    selectSubscriptions(db, { userId }),
    db.select({ calendarKey: users.calendarKey }).from(users).where(eq(users.id, userId)),
  ]);
  return { choices, devices, calendarKey: own?.calendarKey ?? null };
}

function selectChoices(db: Database, userId: number) {
  return db
    .select({ kind: notificationChoices.kind, byMail: notificationChoices.byMail, byPush: notificationChoices.byPush })
    .from(notificationChoices)
    .where(eq(notificationChoices.userId, userId))
    .orderBy(asc(notificationChoices.kind));
}

/** Idempotent; an omitted channel stays. */
export async function saveChoices(
  db: Database,
  {
    userId,
    choices,
    now,
  }: { userId: number; choices: readonly ({ kind: NotificationKind } & Partial<NotificationChannels>)[]; now: number },
): Promise<void> {
  const row = {
    userId: users.id,
    kind: jsonField<NotificationKind>("kind"),
    byMail: sql`coalesce(${jsonField("byMail")}, 0)`,
    byPush: sql`coalesce(${jsonField("byPush")}, 0)`,
    chosenAt: now,
  };
  const isKept = (name: "byMail" | "byPush") =>
    choices.every((choice) => choice[name] === undefined)
      ? notificationChoices[name]
      : excluded(notificationChoices[name]);
  const byMail = isKept("byMail");
  const byPush = isKept("byPush");
  const source: RowSource = { from: jsonRows(choices), joins: [[users, isLiving(userId)]] };
  await insertWhere(db, notificationChoices, row, source).onConflictDoUpdate({
    target: [notificationChoices.userId, notificationChoices.kind],
    set: { byMail: sql`${byMail}`, byPush: sql`${byPush}`, chosenAt: excluded(notificationChoices.chosenAt) },
    setWhere: or(sql`${notificationChoices.byMail} <> ${byMail}`, sql`${notificationChoices.byPush} <> ${byPush}`),
  });
}

/** Idempotent. */
export async function stopMails(
  db: Database,
  { userId, kind, now }: { userId: number; kind: NotificationKind; now: number },
): Promise<void> {
  await db
    .update(notificationChoices)
    .set({ byMail: false, chosenAt: now })
    .where(
      and(
        eq(notificationChoices.userId, userId),
        eq(notificationChoices.kind, kind),
        eq(notificationChoices.byMail, true),
      ),
    );
}

export async function isKindWanted(db: Database, { kind }: { kind: NotificationKind }): Promise<boolean> {
  return await hasRow(db, notificationChoices, and(eq(notificationChoices.kind, kind), isWanted));
}

/** As in the index notification_choices_wanted. */
export const isWanted = sql`(${notificationChoices.byMail} = 1 or ${notificationChoices.byPush} = 1)`;
