import { and, eq, lte } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { namedRaceId } from "#app/db/racing/race-identities.server.ts";
import { isVisibleRace } from "#app/db/racing/races.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";

/** A horse in races that a user may see. */
export interface ShownHorse {
  horseId: string;
  /** Any id of a race that the horse must run in; null: of none in particular. */
  raceId: string | null;
  /** Last day whose races the user may see. */
  lastDay: string;
}

/** The horse's visible races, or the one in question (index runners_horse_id). */
export function selectShown(db: Database, { horseId, raceId, lastDay }: ShownHorse) {
  return db
    .select({ raceId: runners.raceId })
    .from(runners)
    .innerJoin(races, eq(races.raceId, runners.raceId))
    .where(
      and(
        eq(runners.horseId, horseId),
        isVisibleRace,
        lte(races.date, lastDay),
        raceId === null ? undefined : eq(races.raceId, namedRaceId(raceId)),
      ),
    );
}
