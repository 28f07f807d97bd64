import { and, eq, inArray, isNull, not, type SQL, type SQLWrapper, type Subquery } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { asSubject, existsIn } from "#app/db/fragments.server.ts";
import { insertJobWhere, type NewJob } from "#app/db/jobs/new-jobs.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { usage } from "#app/db/schema/accounts.server.ts";

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
  const hasNoUse = not(existsIn(usage, and(eq(usage.kind, kind), eq(usage.subjectId, subject.id))));
  const row = { ...use, userId, kind, subjectId: subject.id, usedAt: now };
  return [
    insertJobWhere(db, { ...job, subject: asSubject(subject.id), now }, { from: subject, where: hasNoUse }),
    insertWhere(db, usage, row, { from: subject }).onConflictDoNothing({ target: [usage.kind, usage.subjectId] }),
  ] as const;
}

/** Once each. @param of the ids of analyses, or of the kind */
export function returnUses(
  db: Database,
  { kind = "analysis", of, now }: { kind?: (typeof usage.$inferInsert)["kind"]; of: SQLWrapper; now: number },
) {
  return db
    .update(usage)
    .set({ returnedAt: now })
    .where(and(eq(usage.kind, kind), isNull(usage.returnedAt), inArray(usage.subjectId, of)));
}
