import { and, eq, inArray, notExists } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { insertAuditEntryIfChanged, type NewAuditEntry } from "./audit-log.server.ts";

/** With all attempts, unless one is open; logged. */
export async function queueFailedJob(
  db: Database,
  { jobId, kinds, now, entry }: { jobId: string; kinds: readonly string[]; now: number; entry: NewAuditEntry },
) {
  const other = alias(jobs, "other");
  const queueAgain = db
    .update(jobs)
    .set({
      ...{ status: "queued", attempts: 0, outages: 0, runAfter: now, error: null, finishedAt: null },
      ...{ checkpoint: null, wakes: 0, wakeAfter: null },
    })
    .where(
      and(
        eq(jobs.id, jobId),
        eq(jobs.status, "failed"),
        inArray(jobs.kind, [...kinds]),
        notExists(
          db
            .select({ id: other.id })
            .from(other)
            .where(
              and(
                eq(other.kind, jobs.kind),
                eq(other.subject, jobs.subject),
                inArray(other.status, ["queued", "running"]),
              ),
            ),
        ),
      ),
    )
    .returning({ kind: jobs.kind, queue: jobs.queue });
  const [[queued]] = await db.batch([queueAgain, insertAuditEntryIfChanged(db, entry)]);
  return queued ?? null;
}
