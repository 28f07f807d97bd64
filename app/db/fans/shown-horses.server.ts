import { and, eq, lte } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { namedRaceId } from "#app/db/racing/race-identities.server.ts";
import { isVisibleRace } from "#app/db/racing/races.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";

export interface ShownHorse {
  horseId: string;
  /** Null: any. */
  raceId: string | null;
  /** Last visible day. */
  lastDay: string;
}

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
