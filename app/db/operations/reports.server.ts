import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { reports } from "#app/db/schema/staff.server.ts";
import type { OpenReport, ReportKey } from "#app/domain/operations/reports.ts";
import { insertAuditEntryIfChanged, type NewAuditEntry } from "./audit-log.server.ts";

/** Counts it, and opens a closed one again. */
export async function saveReport(db: Database, { now, ...key }: ReportKey & { now: number }): Promise<void> {
  await db
    .insert(reports)
    .values({ ...key, times: 1, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [reports.kind, reports.subjectId, reports.reason],
      set: { times: sql`${reports.times} + 1`, lastAt: now, closedAt: null },
    });
}

export async function listOpenReports(db: Database, { limit }: { limit: number }): Promise<OpenReport[]> {
  const { kind, subjectId, reason, times, lastAt, closedAt } = reports;
  return await db
    .select({
      ...{ kind, subjectId, reason, times, lastAt },
      ownerId: sql<number | null>`coalesce(${models.userId}, ${analyses.userId})`.as("owner_id"),
    })
    .from(reports)
    .leftJoin(models, and(eq(kind, "model"), eq(models.id, subjectId)))
    .leftJoin(analyses, and(eq(kind, "analysis"), eq(analyses.id, subjectId)))
    .where(isNull(closedAt))
    .orderBy(desc(lastAt))
    .limit(limit);
}

/** @returns false: not open */
export async function closeReport(
  db: Database,
  { kind, subjectId, reason, now, entry }: ReportKey & { now: number; entry: NewAuditEntry },
): Promise<boolean> {
  const [closed] = await db.batch([
    db
      .update(reports)
      .set({ closedAt: now })
      .where(
        and(
          eq(reports.kind, kind),
          eq(reports.subjectId, subjectId),
          eq(reports.reason, reason),
          isNull(reports.closedAt),
        ),
      ),
    insertAuditEntryIfChanged(db, entry),
  ]);
  return closed.meta.changes === 1;
}
