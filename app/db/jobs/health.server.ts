import { sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";

/** @throws when D1 does not answer */
export async function pingDatabase(db: Database): Promise<void> {
  await db.run(sql`select 1`);
}
