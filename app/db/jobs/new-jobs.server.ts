import { inArray, is, SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { insertWhere, rowSelection } from "#app/db/row-selection.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { JOBS, type JobKind, type QueueName } from "#app/domain/job-kinds.ts";

/** Literal values, so that SQLite uses the partial index jobs_open_once. */
export const isOpenJob = sql`${inArray(jobs.status, ["queued", "running"])}`.inlineParams();

export interface NewJob<Text = string, Instant = number> {
  id: Text;
  kind: JobKind;
  /** Default: the queue of its kind. */
  queue?: QueueName;
  /** Unique per kind while open (index jobs_open_once). */
  subject: Text;
  /** Written as JSON. */
  payload?: unknown;
  now: Instant;
  /** Default: now. */
  runAfter?: Instant;
}

/** Add `.onConflictDoNothing()` if an open job serves as well. */
export function insertJob(db: Database, job: NewJob) {
  return db.insert(jobs).values({ ...toRow(job), id: job.id, subject: job.subject });
}

/** Values may be expressions over the rows of `from`. */
export function insertJobWhere(
  db: Database,
  job: NewJob<string | SQL<string>, number | SQL<number>>,
  source: Parameters<typeof insertWhere>[3],
) {
  return insertWhere(db, jobs, { ...toRow(job), id: job.id, subject: job.subject }, source);
}

/** A row as a selection: values may be expressions over the selected rows. */
export function queuedJob(job: NewJob<string | SQL<string>, number | SQL<number>>) {
  return rowSelection(jobs, { ...toRow(job), id: job.id, subject: job.subject });
}

function toRow<Instant>({
  kind,
  queue = JOBS[kind].queue,
  payload = {},
  now,
  runAfter = now,
}: Omit<NewJob<unknown, Instant>, "id" | "subject">) {
  return {
    kind,
    queue,
    payload: is(payload, SQL) ? payload : JSON.stringify(payload),
    status: "queued" as const,
    runAfter,
    createdAt: now,
  };
}
