import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** The queue's message only wakes it. One conditional UPDATE claims it with a lease; the sweep sends again. */
export const jobs = sqliteTable(
  "jobs",
  {
    id: text("id").primaryKey(),
    kind: text("kind").notNull(),
    queue: text("queue", { enum: ["train", "score", "background", "ingest", "notify", "push"] }).notNull(),
    /** Unique per kind while open. */
    subject: text("subject").notNull(),
    payload: text("payload").notNull().default("{}"),
    status: text("status", { enum: ["queued", "running", "done", "failed"] }).notNull(),
    attempts: integer("attempts").notNull().default(0),
    leaseOwner: text("lease_owner"),
    leaseUntil: integer("lease_until"),
    /** Back-off. */
    runAfter: integer("run_after").notNull(),
    /** JSON, or null. */
    checkpoint: text("checkpoint"),
    error: text("error"),
    createdAt: integer("created_at").notNull(),
    finishedAt: integer("finished_at"),
    /** Outages in a row. */
    outages: integer("outages").notNull().default(0),
    /** Messages of the sweep since the last claim. */
    wakes: integer("wakes").notNull().default(0),
    /** Null: none was sent. */
    wakeAfter: integer("wake_after"),
  },
  (t) => [
    uniqueIndex("jobs_open_once").on(t.kind, t.subject).where(sql`status in ('queued', 'running')`),
    index("jobs_status_run_after").on(t.status, t.runAfter),
    check("jobs_status_known", sql`${t.status} in ('queued', 'running', 'done', 'failed')`),
    check("jobs_queue_known", sql`${t.queue} in ('train', 'score', 'background', 'ingest', 'notify', 'push')`),
    check(
      "jobs_running_has_lease",
      sql`${t.status} <> 'running' or (${t.leaseOwner} is not null and ${t.leaseUntil} is not null)`,
    ),
  ],
);

/** /dev/mail. */
export const devMails = sqliteTable(
  "dev_mails",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** A mail job delivered twice is one mail. */
    jobId: text("job_id").notNull(),
    to: text("to").notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html").notNull(),
    sentAt: integer("sent_at").notNull(),
    /** JSON, additional ones. */
    headers: text("headers").notNull().default("{}"),
  },
  (t) => [uniqueIndex("dev_mails_job_id").on(t.jobId)],
);

/** Small facts of this installation. */
export const appState = sqliteTable("app_state", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});
