import { and, eq, gte, inArray, isNull, notInArray, or } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE, ONE_ROW } from "#app/db/fragments.server.ts";
import type { NewAuditEntry } from "#app/db/operations/audit-log.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { imports } from "#app/db/schema/racing.server.ts";
import { auditLog } from "#app/db/schema/staff.server.ts";

/** Whether the state before an import can be read: from R2 or, of a failed one, by the undo itself. */
const isKept = or(gte(imports.beforeParts, 0), and(eq(imports.status, "failed"), eq(imports.beforeParts, -1)));

/**
 * Creates the import that undoes another one, with its log entry; of two requests at once one does (imports_undone_once).
 *
 * @returns its id; null if there is one already, or the other cannot be undone
 */
export async function insertUndo(
  db: Database,
  { importId, now, entry }: { importId: number; now: number; entry: NewAuditEntry },
): Promise<number | null> {
  const [inserted] = await db.batch([
    db
      .insert(imports)
      .select(
        db
          .select(rowSelection(imports, { source: imports.source, status: "queued", createdAt: now, undoes: importId }))
          .from(imports)
          .where(
            and(eq(imports.id, importId), inArray(imports.status, ["done", "failed"]), isNull(imports.undoes), isKept),
          ),
      )
      .onConflictDoNothing()
      .returning({ id: imports.id }),
    db.insert(auditLog).select(db.select(rowSelection(auditLog, entry)).from(ONE_ROW).where(CHANGED_ONE)),
  ]);
  return inserted[0]?.id ?? null;
}

/** The import that takes this one back, or has (imports_undone_once). */
export async function findUndo(
  db: Database,
  importId: number,
): Promise<{ id: number; status: typeof imports.$inferSelect.status } | null> {
  const row = await db
    .select({ id: imports.id, status: imports.status })
    .from(imports)
    .where(and(eq(imports.undoes, importId), notInArray(imports.status, ["refused", "failed"])))
    .get();
  return row ?? null;
}
