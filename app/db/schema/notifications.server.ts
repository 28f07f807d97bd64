import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { NOTIFICATION_KINDS } from "#app/domain/notifications.ts";
import { userReference } from "./accounts.server.ts";

/** No row: off. */
export const notificationChoices = sqliteTable(
  "notification_choices",
  {
    userId: userReference(),
    kind: text("kind", { enum: NOTIFICATION_KINDS }).notNull(),
    byMail: integer("by_mail", { mode: "boolean" }).notNull().default(false),
    byPush: integer("by_push", { mode: "boolean" }).notNull().default(false),
    chosenAt: integer("chosen_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind] }),
    index("notification_choices_wanted").on(t.kind, t.userId).where(sql`by_mail = 1 or by_push = 1`),
    check("notification_choices_kind_known", sql`${t.kind} in ${[...NOTIFICATION_KINDS]}`.inlineParams()),
  ],
);

export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: userReference(),
    /** Secret: the address alone permits sending. */
    endpoint: text("endpoint").notNull(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    createdAt: integer("created_at").notNull(),
    /** Unanswered in a row. */
    timeouts: integer("timeouts").notNull().default(0),
  },
  (t) => [
    uniqueIndex("push_subscriptions_endpoint").on(t.endpoint),
    index("push_subscriptions_user_id").on(t.userId, t.createdAt),
  ],
);

/** The outbox: one notification, sent once by the channels chosen at delivery. */
export const notifications = sqliteTable(
  "notifications",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: userReference(),
    kind: text("kind", { enum: NOTIFICATION_KINDS }).notNull(),
    eventKey: text("event_key").notNull(),
    /** In Japan. */
    day: text("day").notNull(),
    title: text("title").notNull(),
    body: text("body").notNull(),
    path: text("path").notNull(),
    createdAt: integer("created_at").notNull(),
    dueAt: integer("due_at").notNull(),
    mailedAt: integer("mailed_at"),
    pushedAt: integer("pushed_at"),
    endedAt: integer("ended_at"),
  },
  (t) => [
    uniqueIndex("notifications_user_id_event_key").on(t.userId, t.eventKey),
    // A few, for seconds.
    index("notifications_open").on(t.dueAt).where(sql`ended_at is null`),
    index("notifications_created_at").on(t.createdAt),
    check("notifications_kind_known", sql`${t.kind} in ${[...NOTIFICATION_KINDS]}`.inlineParams()),
  ],
);
