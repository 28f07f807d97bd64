import { and, eq, notExists, type SQL, type Subquery, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { asSubject } from "#app/db/fragments.server.ts";
import { type NewJob, queuedJob } from "#app/db/jobs/new-jobs.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { usage } from "#app/db/schema/accounts.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";

/**
 * Table `usage`: one row per accepted model or analysis, kept when its subject is deleted. A failure of ours and a
 * cancelled race return a use once.
 */

/** Also expressions, for a statement that is built once. */
export interface UsageBooking<Expression = never> {
  now: number | Expression;
  day: string | Expression;
  month: string | Expression;
  underFreeLimits: boolean | Expression;
}

/**
 * Follow the guarded insert: job, then use. A subject without a use was just inserted, so a repeated batch adds
 * nothing.
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
