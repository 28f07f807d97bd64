import { and, eq, notExists, type SQL, type Subquery, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { asSubject } from "#app/db/fragments.server.ts";
import { type NewJob, queuedJob } from "#app/db/jobs/new-jobs.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { usage } from "#app/db/schema/accounts.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";

/**
 * What counts against quotas (table `usage`): one row per accepted model or analysis, kept when its subject is
 * deleted. The rows are written and counted inside the guarded batches of models.server.ts and
 * analysis-requests.server.ts; a failure of ours returns a use once, in the batch that marks its subject failed
 * (training.server.ts, scoring.server.ts), and a cancelled race in the batch that ends its import
 * (returned-uses.server.ts).
 */

/**
 * When a use is booked, on which Japanese day and month, and whether Free limits applied to its user then; of a statement
 * that is built once also expressions.
 */
export interface UsageBooking<Expression = never> {
  now: number | Expression;
  day: string | Expression;
  month: string | Expression;
  underFreeLimits: boolean | Expression;
}

/**
 * The statements of a batch that follow the guarded insert of a model or an analysis: its job, unless its use is booked,
 * and then its use, which ends this state. So only a subject that was just inserted gets a job, and a batch that is sent
 * again adds nothing (index usage_kind_subject_id).
 *
 * @param input subject: a subquery with the id of the model or analysis; no row if it was refused
 */
export function bookSubject(
  db: Database,
  {
    kind,
    subject,
    userId,
    booking,
    job,
  }: {
    kind: (typeof usage.$inferInsert)["kind"];
    subject: Subquery & { id: AnySQLiteColumn };
    userId: number | SQL;
    booking: UsageBooking<SQL> & { now: number | SQL<number> };
    job: Pick<NewJob<string | SQL<string>>, "id" | "kind">;
  },
) {
  const { now, ...use } = booking;
  const hasNoUse = notExists(
    db
      .select({ id: usage.id })
      .from(usage)
      .where(and(eq(usage.kind, kind), eq(usage.subjectId, subject.id))),
  );
  return [
    db.insert(jobs).select(
      db
        .select(queuedJob({ ...job, subject: asSubject(subject.id), now }))
        .from(subject)
        .where(hasNoUse),
    ),
    db
      .insert(usage)
      .select(
        db
          .select(rowSelection(usage, { ...use, userId, kind, subjectId: subject.id, usedAt: now }))
          .from(subject)
          // Without a condition SQLite reads "on conflict" as one of a join.
          .where(sql`true`),
      )
      .onConflictDoNothing({ target: [usage.kind, usage.subjectId] }),
  ] as const;
}
