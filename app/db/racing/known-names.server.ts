import { and, eq, isNotNull, max, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { isAmong } from "#app/db/fragments.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";

type Source = typeof races.$inferSelect.source;

/** Scans all runners: for the operator only. */
export async function listHorsesNamed(db: Database, { source, names }: { source: Source; names: readonly string[] }) {
  return await db
    .select({
      id: runners.horseId,
      name: runners.horseName,
      birthYear: sql<number | null>`min(cast(substr(${races.date}, 1, 4) as integer) - ${runners.age})`,
      sireName: max(runners.sireName),
    })
    .from(runners)
    .innerJoin(races, eq(races.raceId, runners.raceId))
    .where(and(isAmong(runners.horseName, names), eq(races.source, source)))
    .groupBy(runners.horseId, runners.horseName);
}

/** Scans all runners: for the operator only. */
export async function listPeople(db: Database, { source, role }: { source: Source; role: "jockey" | "trainer" }) {
  const [id, name] =
    role === "jockey" ? [runners.jockeyId, runners.jockeyName] : [runners.trainerId, runners.trainerName];
  return await db
    .selectDistinct({ id, name })
    .from(runners)
    .innerJoin(races, eq(races.raceId, runners.raceId))
    .where(and(isNotNull(id), isNotNull(name), eq(races.source, source)));
}

export type RaceSlot = readonly [date: string, venue: string, raceNum: number];

export async function listRacesAt(db: Database, { source, slots }: { source: Source; slots: readonly RaceSlot[] }) {
  const slot = db.$with("slot").as(
    db
      .select({
        day: sql<string>`value ->> 0`.as("day"),
        course: sql<string>`value ->> 1`.as("course"),
        num: sql<number>`value ->> 2`.as("num"),
      })
      .from(sql`json_each(${JSON.stringify(slots)})`),
  );
  const { raceId: id, date, venue, raceNum, status } = races;
  return await db
    .with(slot)
    .select({ id, date, venue, raceNum, status })
    .from(slot)
    .innerJoin(races, and(eq(date, slot.day), eq(venue, slot.course), eq(raceNum, slot.num), eq(races.source, source)));
}
