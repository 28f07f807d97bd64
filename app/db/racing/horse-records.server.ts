import { and, count, desc, eq, getTableColumns, lt, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { bytesOf, isAmong } from "#app/db/fragments.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { horseRecords } from "#app/db/schema/records.server.ts";
import type { VenueType } from "#app/domain/racing/race.ts";

import type { ImportSource } from "./imports.server.ts";
import { isVisibleRace } from "./races.server.ts";

/** 0 for none; written only over that version. */
type HorseRecord = typeof horseRecords.$inferSelect;

export async function listHorseRecords(db: Database, horseIds: readonly string[]): Promise<HorseRecord[]> {
  return db
    .select({ ...getTableColumns(horseRecords), records: bytesOf(horseRecords.records).as("records") })
    .from(horseRecords)
    .where(isAmong(horseRecords.horseId, horseIds));
}

/** @returns horses that another write changed first */
export async function writeHorseRecords(db: Database, horses: readonly HorseRecord[]): Promise<string[]> {
  const [first, ...rest] = horses.map(({ version, ...horse }) =>
    version === 0
      ? db
          .insert(horseRecords)
          .values({ ...horse, version: 1 })
          .onConflictDoNothing()
      : db
          .update(horseRecords)
          .set({ ...horse, version: version + 1 })
          .where(and(eq(horseRecords.horseId, horse.horseId), eq(horseRecords.version, version))),
  );
  if (first === undefined) return [];
  const written = await db.batch([first, ...rest]);
  return horses.filter((_, index) => written[index]?.meta.changes === 0).map(({ horseId }) => horseId);
}

/** Latest first. @param page before: exclusive */
export async function listRacesWithOtherPedigree(
  db: Database,
  { source, horseIds }: { source: ImportSource; horseIds: readonly string[] },
  { before = null, limit = -1 }: { before?: string | null; limit?: number } = {},
) {
  return db
    .selectDistinct({ date: races.date, venue: races.venue, raceNum: races.raceNum })
    .from(horseRecords)
    .innerJoin(runners, eq(runners.horseId, horseRecords.horseId))
    .innerJoin(races, eq(races.raceId, runners.raceId))
    .where(
      and(
        isAmong(horseRecords.horseId, horseIds),
        eq(races.source, source),
        before === null ? undefined : lt(races.date, before),
        or(
          sql`${runners.sireName} is not ${horseRecords.sireName}`,
          sql`${runners.damName} is not ${horseRecords.damName}`,
          sql`${runners.damSireName} is not ${horseRecords.damSireName}`,
        ),
      ),
    )
    .orderBy(desc(races.date))
    .limit(limit);
}

/** @param newest how many races */
export async function countKnownSires(db: Database, { venueType, newest }: { venueType: VenueType; newest: number }) {
  const newestRaces = db
    .select({ raceId: races.raceId })
    .from(races)
    .where(and(eq(races.venueType, venueType), isVisibleRace, eq(races.status, "result")))
    .orderBy(desc(races.date))
    .limit(newest)
    .as("newest_races");
  const [counted] = await db
    .select({ starters: count(), known: count(runners.sireName) })
    .from(newestRaces)
    .innerJoin(runners, eq(runners.raceId, newestRaces.raceId))
    .where(notInArray(runners.status, ["scratched", "excluded"]));
  return counted ?? { starters: 0, known: 0 };
}
