import { eq } from "drizzle-orm";
import type { Database } from "./database.server.ts";
import { excluded } from "./fragments.server.ts";
import { appState } from "./schema/operations.server.ts";

export async function readState(db: Database, key: string): Promise<string | null> {
  const row = await db.select({ value: appState.value }).from(appState).where(eq(appState.key, key)).get();
  return row?.value ?? null;
}

export function saveState(db: Database, key: string, value: string) {
  return db
    .insert(appState)
    .values({ key, value })
    .onConflictDoUpdate({ target: appState.key, set: { value: excluded(appState.value) } });
}

export function deleteState(db: Database, key: string) {
  return db.delete(appState).where(eq(appState.key, key));
}
