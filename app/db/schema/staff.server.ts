import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { REPORT_REASONS, REPORTED_KINDS } from "#app/domain/operations/reports.ts";
import { userReference } from "./accounts.server.ts";

/** A role beside the plan. */
export const staff = sqliteTable("staff", {
  userId: userReference().primaryKey(),
  /** The secret is an HMAC of this. */
  totpSeed: text("totp_seed").notNull(),
  /** Earlier steps are rejected. */
  totpStep: integer("totp_step").notNull().default(0),
  addedAt: integer("added_at").notNull(),
});

/** Append-only by triggers. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: integer("at").notNull(),
    /** Null: admin token. Stays after deletion. */
    staffId: integer("staff_id"),
    /** app/domain/operations/audit-actions.ts. */
    action: text("action").notNull(),
    /** To what: `job:…`, `user:…`, `import:…`, or "". */
    subject: text("subject").notNull(),
    reason: text("reason").notNull(),
  },
  (t) => [index("audit_log_subject").on(t.subject, t.id)],
);

/** Reported concerns. */
export const alarms = sqliteTable(
  "alarms",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** app/domain/operations/concerns.ts. */
    key: text("key").notNull(),
    level: text("level", { enum: ["attention", "broken"] }).notNull(),
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

/** Reports about public pages, counted: nothing is kept about who sent them. */
export const reports = sqliteTable(
  "reports",
  {
    kind: text("kind", { enum: REPORTED_KINDS }).notNull(),
    subjectId: integer("subject_id").notNull(),
    reason: text("reason", { enum: REPORT_REASONS }).notNull(),
    times: integer("times").notNull(),
    firstAt: integer("first_at").notNull(),
    lastAt: integer("last_at").notNull(),
    /** A later report opens it again. */
    closedAt: integer("closed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.subjectId, t.reason] }),
    index("reports_open").on(t.lastAt).where(sql`closed_at is null`),
    check("reports_kind_known", sql`${t.kind} in ${[...REPORTED_KINDS]}`.inlineParams()),
    check("reports_reason_known", sql`${t.reason} in ${[...REPORT_REASONS]}`.inlineParams()),
  ],
);
