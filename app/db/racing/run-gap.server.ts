import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";

/** Seconds behind the winner; for a winner minus those of the second. */
export function gapOfRun(db: Database) {
  const second = alias(runners, "second");
  return sql<number | null>`case when ${runners.finishPosition} = 1 then -(${db
    .select({ least: sql`min(${second.marginS})` })
    .from(second)
    .where(and(eq(second.raceId, races.raceId), eq(second.finishPosition, 2)))}) else ${runners.marginS} end`;
}
