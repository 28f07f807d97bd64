import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** What the installation itself keeps: jobs, the local outbox, small facts. */

/**
 * A job is a row first; the queue's message only wakes it. Whoever handles it claims it by one conditional
 * UPDATE with a lease; a sweep sends again what has no live lease.
 */
export const jobs = sqliteTable(
  "jobs",
  {
    id: text("id").primaryKey(),
    kind: text("kind").notNull(),
    queue: text("queue", { enum: ["train", "score", "background", "ingest", "notify", "push"] }).notNull(),
    /** What the job is about (model id, analysis id, import id, …); unique per kind while the job is open. */
    subject: text("subject").notNull(),
    payload: text("payload").notNull().default("{}"),
    status: text("status", { enum: ["queued", "running", "done", "failed"] }).notNull(),
    attempts: integer("attempts").notNull().default(0),
    leaseOwner: text("lease_owner"),
    leaseUntil: integer("lease_until"),
    /** Not before this instant (back-off between attempts). */
    runAfter: integer("run_after").notNull(),
    /** Where a job that outlasts one message goes on: JSON, or null. */
    checkpoint: text("checkpoint"),
    error: text("error"),
    createdAt: integer("created_at").notNull(),
    finishedAt: integer("finished_at"),
    /** Runs in a row that ended because the platform or another service did not answer. */
    outages: integer("outages").notNull().default(0),
    /** Messages that the sweep has sent since the job was last claimed. */
    wakes: integer("wakes").notNull().default(0),
    /** The sweep sends no further message before this instant; null: none was sent since the last claim. */
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

/** The local outbox behind /dev/mail; empty wherever mail is really sent. */
export const devMails = sqliteTable(
  "dev_mails",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Job that sent it: a mail job delivered twice is one mail. */
    jobId: text("job_id").notNull(),
    to: text("to").notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html").notNull(),
    sentAt: integer("sent_at").notNull(),
    /** JSON of the headers that it has besides the usual ones. */
    headers: text("headers").notNull().default("{}"),
  },
  (t) => [uniqueIndex("dev_mails_job_id").on(t.jobId)],
);

/** Small facts about this installation: the sample's seed and dates, the last due-period check, … */
export const appState = sqliteTable("app_state", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});
