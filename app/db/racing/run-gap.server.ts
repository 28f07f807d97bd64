import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";

/**
 * The gap of a run in seconds, for a selection from runners and races: behind the winner, or a winner's minus those of the
 * second, which is read for winners only.
 */
export function gapOfRun(db: Database) {
  const second = alias(runners, "second");
  return sql<number | null>`case when ${runners.finishPosition} = 1 then -(${db
    .select({ least: sql`min(${second.marginS})` })
    .from(second)
    .where(and(eq(second.raceId, races.raceId), eq(second.finishPosition, 2)))}) else ${runners.marginS} end`;
}
