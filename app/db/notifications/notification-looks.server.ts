import { max, sql } from "drizzle-orm";
import { saveState } from "#app/db/app-state.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { appState } from "#app/db/schema/operations.server.ts";
import { imports } from "#app/db/schema/racing.server.ts";

/** Prefix of one key per summary. */
const LOOKED = "notifications-looked:";

export async function readLooks(db: Database) {
  const [newest, rows] = await db.batch([
    db.select({ version: max(imports.dataVersion) }).from(imports),
    db
      .select({ key: appState.key, value: appState.value })
      .from(appState)
      .where(sql`${appState.key} glob ${`${LOOKED}*`}`),
  ]);
  return {
    dataVersion: newest[0]?.version ?? 0,
    looked: new Map(rows.map(({ key, value }) => [key.slice(LOOKED.length), value])),
  };
}

export async function recordLook(db: Database, { summary, at }: { summary: string; at: string }): Promise<void> {
  await saveState(db, LOOKED + summary, at);
}
