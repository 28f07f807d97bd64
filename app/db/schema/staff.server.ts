import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.server.ts";

/** Who runs the site, what they did, and what they are told. */

/** Accounts that may open the console; a role beside the plan. */
export const staff = sqliteTable("staff", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => users.id),
  /** The secret of the second factor is an HMAC of this under the server's secret: a dump of the table opens nothing. */
  totpSeed: text("totp_seed").notNull(),
  /** Step of the last code that was taken: it and earlier ones are not taken again. */
  totpStep: integer("totp_step").notNull().default(0),
  addedAt: integer("added_at").notNull(),
});

/** Every action of the operator's, for good. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: integer("at").notNull(),
    /** User id of the staff; null: by a call with the admin token. Stays when the account is deleted. */
    staffId: integer("staff_id"),
    /** What was done: a word of app/domain/operations/audit-actions.ts. */
    action: text("action").notNull(),
    /** To what: `job:…`, `user:…`, `import:…`, or "". */
    subject: text("subject").notNull(),
    reason: text("reason").notNull(),
  },
  (t) => [index("audit_log_subject").on(t.subject, t.id)],
);

/** Concerns that the operator was told of, from their first minute until they are over. */
export const alarms = sqliteTable(
  "alarms",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Of the concern (app/domain/operations/concerns.ts). */
    key: text("key").notNull(),
    level: text("level", { enum: ["attention", "broken"] }).notNull(),
    /** The sentence that was sent. */
    text: text("text").notNull(),
    raisedAt: integer("raised_at").notNull(),
    endedAt: integer("ended_at"),
  },
  (t) => [
    uniqueIndex("alarms_open").on(t.key).where(sql`ended_at is null`),
    index("alarms_raised_at").on(t.raisedAt),
    check("alarms_level_known", sql`${t.level} in ('attention', 'broken')`),
  ],
);
