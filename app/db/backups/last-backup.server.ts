import { deleteState, readState, saveState } from "#app/db/app-state.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { appState } from "#app/db/schema/operations.server.ts";
import { type LastBackup, lastBackupSchema } from "#app/domain/backups/backup-manifest.ts";

/** LastBackup as JSON. */
const LAST_BACKUP = "last-backup";
/** Until the follow-up of the restore is done. */
const RESTORED = "restored-from";

/** Null: no hour has passed yet. */
export async function readLastBackup(db: Database): Promise<LastBackup | null> {
  const value = await readState(db, LAST_BACKUP);
  return value === null ? null : lastBackupSchema.parse(JSON.parse(value));
}

export async function saveLastBackup(db: Database, backup: LastBackup): Promise<void> {
  await saveState(db, LAST_BACKUP, JSON.stringify(backup));
}

/** Keeps an existing entry. */
export async function expectBackups(db: Database, { now }: { now: number }): Promise<void> {
  const none: LastBackup = { day: null, at: now, rows: 0, bytes: 0, missing: 0, storeBytes: null };
  await db
    .insert(appState)
    .values({ key: LAST_BACKUP, value: JSON.stringify(none) })
    .onConflictDoNothing();
}

/** Null: not restored, or all done. */
export async function findRestored(db: Database): Promise<number | null> {
  const value = await readState(db, RESTORED);
  return value === null ? null : Number(value);
}

export async function recordRestored(db: Database, { startedAt }: { startedAt: number }): Promise<void> {
  await saveState(db, RESTORED, String(startedAt));
}

export async function deleteRestored(db: Database): Promise<void> {
  await deleteState(db, RESTORED);
}
