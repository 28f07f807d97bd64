import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { NOTICE_KINDS } from "#app/domain/notices.ts";
import { users } from "./accounts.server.ts";

/** Which notices users have chosen, by which channels, and the notices themselves. */

/** How a user wants notices of a kind. No row: not at all. */
export const noticeChoices = sqliteTable(
  "notice_choices",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    kind: text("kind", { enum: NOTICE_KINDS }).notNull(),
    byMail: integer("by_mail", { mode: "boolean" }).notNull().default(false),
    byPush: integer("by_push", { mode: "boolean" }).notNull().default(false),
    /** When it was last changed. */
    chosenAt: integer("chosen_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind] }),
    // Who gets the notices of a kind.
    index("notice_choices_wanted").on(t.kind, t.userId).where(sql`by_mail = 1 or by_push = 1`),
    check("notice_choices_kind_known", sql`${t.kind} in ${[...NOTICE_KINDS]}`.inlineParams()),
  ],
);

/** Browsers that a user has allowed to show notices. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    /** Address of the browser's push service; whoever knows it can send, encrypted for `p256dh` and `auth`. */
    endpoint: text("endpoint").notNull(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    createdAt: integer("created_at").notNull(),
    /** Deliveries in a row that its push service did not answer in time. */
    timeouts: integer("timeouts").notNull().default(0),
  },
  (t) => [
    uniqueIndex("push_subscriptions_endpoint").on(t.endpoint),
    index("push_subscriptions_user_id").on(t.userId, t.createdAt),
  ],
);

/** The outbox: a row is a notice that a user gets once, by the channels chosen when it is delivered. */
export const notices = sqliteTable(
  "notices",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    kind: text("kind", { enum: NOTICE_KINDS }).notNull(),
    /** What it is about, kind included: one event is one notice of a user, however often it is found. */
    eventKey: text("event_key").notNull(),
    /** Day in Japan of the event; of a summary the day that it sums up. */
    day: text("day").notNull(),
    title: text("title").notNull(),
    body: text("body").notNull(),
    /** Page of this site that it leads to. */
    path: text("path").notNull(),
    createdAt: integer("created_at").notNull(),
    /** Not delivered before. */
    dueAt: integer("due_at").notNull(),
    /** When its mail was queued, and when it was pushed. */
    mailedAt: integer("mailed_at"),
    pushedAt: integer("pushed_at"),
    /** When nothing was left to deliver. */
    endedAt: integer("ended_at"),
  },
  (t) => [
    uniqueIndex("notices_user_id_event_key").on(t.userId, t.eventKey),
    // What is left to deliver: a few, for seconds.
    index("notices_open").on(t.dueAt).where(sql`ended_at is null`),
    index("notices_created_at").on(t.createdAt),
    check("notices_kind_known", sql`${t.kind} in ${[...NOTICE_KINDS]}`.inlineParams()),
  ],
);
