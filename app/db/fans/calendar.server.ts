import { and, asc, between, eq, inArray, lte, ne, notInArray, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { isLiving } from "#app/db/fragments.server.ts";
import { venueTypesOfModels } from "#app/db/racing/race-days.server.ts";
import { isVisibleRace } from "#app/db/racing/races.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { favouriteHorses } from "#app/db/schema/fans.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { NON_STARTERS } from "#app/domain/racing/race.ts";

/** Null ends the calendar. */
export async function saveCalendarKey(
  db: Database,
  { userId, key }: { userId: number; key: string | null },
): Promise<void> {
  await db.update(users).set({ calendarKey: key }).where(isLiving(userId));
}

export async function findCalendarUser(
  db: Database,
  { userId, key }: { userId: number; key: string },
): Promise<PlanHolder | null> {
  const row = await db
    .select({ id: users.id, plan: users.plan })
    .from(users)
    .where(and(isLiving(userId), eq(users.calendarKey, key)))
    .get();
  return row ?? null;
}

/** Race days of the models' courses, and races of favourite horses until `lastDay`. */
export async function readCalendar(
  db: Database,
  { userId, from, to, lastDay }: { userId: number; from: string; to: string; lastDay: string },
) {
  const { raceId, date, venue, raceNum, name, startTime } = races;
  const isShown = and(isVisibleRace, between(date, from, to), ne(races.status, "cancelled"));
  const venueTypes = sql`(select value from json_each(${venueTypesOfModels(db, { userId })}))`;
  const horses = sql<string>`json_group_array(${runners.horseName})`;
  const [days, runs] = await db.batch([
    db
      .selectDistinct({ date, venue, venueType: races.venueType })
      .from(races)
      .where(and(inArray(races.venueType, venueTypes), isShown))
      .orderBy(asc(date), asc(races.venueType), asc(venue)),
    db
      .select({ raceId, date, venue, raceNum, name, startTime, horses: horses.as("horses") })
      .from(favouriteHorses)
      .innerJoin(
        runners,
        and(eq(runners.horseId, favouriteHorses.horseId), notInArray(runners.status, [...NON_STARTERS])),
      )
      .innerJoin(races, eq(raceId, runners.raceId))
      .where(and(eq(favouriteHorses.userId, userId), isShown, lte(date, lastDay)))
      .groupBy(raceId)
      .orderBy(asc(date), asc(startTime), asc(raceId)),
  ]);
  return { days, races: runs.map((run) => ({ ...run, horses: JSON.parse(run.horses) as string[] })) };
}
