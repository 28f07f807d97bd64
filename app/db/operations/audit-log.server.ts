import { desc, eq } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE, columnsOf } from "#app/db/fragments.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { auditLog } from "#app/db/schema/staff.server.ts";
import type { AuditAction, AuditEntry } from "#app/domain/operations/audit-actions.ts";

export interface NewAuditEntry {
  at: number;
  /** Null: the admin token. */
  staffId: number | null;
  action: AuditAction;
  subject: string;
  reason: string;
}

export function insertAuditEntry(db: Database, entry: NewAuditEntry) {
  return db.insert(auditLog).values(entry);
}

export function insertAuditEntryIfChanged(db: Database, entry: NewAuditEntry) {
  return insertWhere(db, auditLog, entry, { where: CHANGED_ONE });
}

export async function listAuditEntries(
  db: Database,
  { subject, limit }: { subject?: string; limit: number },
): Promise<AuditEntry[]> {
  const rows = await db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      staffName: users.name,
      ...columnsOf(auditLog, "action", "subject", "reason"),
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.staffId))
    .where(subject === undefined ? undefined : eq(auditLog.subject, subject))
    .orderBy(desc(auditLog.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, action: row.action as AuditAction }));
}
