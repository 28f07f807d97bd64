import { and, eq, gte, inArray, isNull, notInArray, or } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { insertAuditEntryIfChanged, type NewAuditEntry } from "#app/db/operations/audit-log.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { imports } from "#app/db/schema/racing.server.ts";

/** In R2 or, after a failed import, in D1. */
const isKept = or(gte(imports.beforeParts, 0), and(eq(imports.status, "failed"), eq(imports.beforeParts, -1)));

/** With its log entry. Null: already undone, or impossible. */
export async function insertUndo(
  db: Database,
  { importId, now, entry }: { importId: number; now: number; entry: NewAuditEntry },
): Promise<number | null> {
  const [inserted] = await db.batch([
    insertWhere(
      db,
      imports,
      { source: imports.source, status: "queued", createdAt: now, undoes: importId },
      {
        from: imports,
        where: and(
          eq(imports.id, importId),
          inArray(imports.status, ["done", "failed"]),
          isNull(imports.undoes),
          isKept,
        ),
      },
    )
      .onConflictDoNothing()
      .returning({ id: imports.id }),
    insertAuditEntryIfChanged(db, entry),
  ]);
  return inserted[0]?.id ?? null;
}

export async function findUndo(db: Database, importId: number) {
  const row = await db
    .select({ id: imports.id, status: imports.status })
    .from(imports)
    .where(and(eq(imports.undoes, importId), notInArray(imports.status, ["refused", "failed"])))
    .get();
  return row ?? null;
}
