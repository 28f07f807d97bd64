import { is, SQL } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { JOB_QUEUES, type JobKind, type QueueName } from "#app/domain/job-kinds.ts";

/** A job that is not inserted yet. */
export interface NewJob<Text = string, Instant = number> {
  id: Text;
  kind: JobKind;
  /** That of its kind by default. */
  queue?: QueueName;
  /** What it is about; unique per kind while the job is open (index jobs_open_once). */
  subject: Text;
  /** Written as JSON; {} by default. */
  payload?: unknown;
  now: Instant;
  /** Not before this instant; now by default. */
  runAfter?: Instant;
}

/**
 * Insert of a queued job. Add `.onConflictDoNothing()` if an open job of the same kind and subject is as good.
 */
export function insertJob(db: Database, job: NewJob) {
  return db.insert(jobs).values({ ...toRow(job), id: job.id, subject: job.subject });
}

/**
 * The same row as a selection, for a job that depends on other tables: its id, subject and payload may be expressions
 * over the selected rows, and its time a placeholder.
 *
 *     db.insert(jobs).select(db.select(queuedJob({ … })).from(users).where(…))
 */
export function queuedJob(job: NewJob<string | SQL<string>, number | SQL<number>>) {
  return rowSelection(jobs, { ...toRow(job), id: job.id, subject: job.subject });
}

function toRow<Instant>({
  kind,
  queue = JOB_QUEUES[kind],
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
