import { eq } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { excluded } from "#app/db/fragments.server.ts";
import { appState } from "#app/db/schema/operations.server.ts";
import { type LastCopy, lastCopySchema } from "#app/domain/copies/copy-manifest.ts";

/** LastCopy as JSON. */
const LAST_COPY = "last-copy";
/** Until the follow-up of the restore is done. */
const RESTORED = "restored-from";

/** Null: no hour has passed yet. */
export async function readLastCopy(db: Database): Promise<LastCopy | null> {
  const value = await readState(db, LAST_COPY);
  return value === null ? null : lastCopySchema.parse(JSON.parse(value));
}

export async function saveLastCopy(db: Database, copy: LastCopy): Promise<void> {
  await saveState(db, LAST_COPY, JSON.stringify(copy));
}

/** Keeps an existing entry. */
export async function expectCopies(db: Database, { now }: { now: number }): Promise<void> {
  const none: LastCopy = { day: null, at: now, rows: 0, bytes: 0, missing: 0, storeBytes: null };
  await db
    .insert(appState)
    .values({ key: LAST_COPY, value: JSON.stringify(none) })
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
  await db.delete(appState).where(eq(appState.key, RESTORED));
}

async function readState(db: Database, key: string): Promise<string | null> {
  const [row] = await db.select({ value: appState.value }).from(appState).where(eq(appState.key, key));
  return row?.value ?? null;
}

async function saveState(db: Database, key: string, value: string): Promise<void> {
  await db
    .insert(appState)
    .values({ key, value })
    .onConflictDoUpdate({ target: appState.key, set: { value: excluded(appState.value) } });
}
