import { and, eq, inArray, lt, notInArray, type Placeholder, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { isVisibleRace } from "./races.server.ts";

/** Seconds behind the winner; for a winner minus those of the second. */
export function gapOfRun(db: Database) {
  const second = alias(runners, "second");
  return sql<number | null>`case when ${runners.finishPosition} = 1 then -(${db
    .select({ least: sql`min(${second.marginS})` })
    .from(second)
    .where(and(eq(second.raceId, races.raceId), eq(second.finishPosition, 2)))}) else ${runners.marginS} end`;
}

/** Per horse. */
export const PAST_RUNS = 5;

/** A start, before the race's day, of a horse on its card. */
export function isEarlierStart(db: Database, raceId: Placeholder | SQL) {
  return and(
    inArray(runners.horseId, db.select({ horseId: runners.horseId }).from(runners).where(eq(runners.raceId, raceId))),
    lt(races.date, sql`(select date from races where race_id = ${raceId})`),
    isVisibleRace,
    notInArray(runners.status, ["entered", "scratched", "excluded"]),
  );
}

/** 1: the horse's newest. */
export const startsBack = sql<number>`row_number() over (partition by ${runners.horseId} order by ${races.date} desc)`;
