import { and, asc, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import { MODEL_VENUE_TYPES, type Race, type Runner, type VenueType } from "#app/domain/racing/race.ts";
import type { Database } from "./database.server.ts";
import { type ModelRecord, selectModels, toModelRecord } from "./models.server.ts";
import { races, runners } from "./schema/racing.server.ts";

/** A race and what the card says of its runners as a whole. */
export interface RaceRecord extends Race {
  runnerCount: number;
  isAcquiredWeight: boolean;
  dataVersion: number;
}

const { contentHash: _runnerHash, ...runnerColumns } = getTableColumns(runners);
const {
  contentHash: _raceHash,
  source: _source,
  hidden: _hidden,
  pendingImportId: _pending,
  ...raceColumns
} = getTableColumns(races);

type RaceRow = Pick<typeof races.$inferSelect, keyof typeof raceColumns>;

/** Not hidden, and no unfinished import touches it. */
export const isVisibleRace = and(eq(races.hidden, false), isNull(races.pendingImportId));

/**
 * Body weights count as announced once half of the declared runners have one: a horse that could not be weighed
 * (計量不能) or was scratched before has none, and a single early figure does not make the race ready.
 */
function hasAcquiredWeight({ runnerCount, weighedCount }: { runnerCount: number; weighedCount: number }): boolean {
  return runnerCount > 0 && weighedCount * 2 >= runnerCount;
}

export function toRaceRecord({ weighedCount, ...row }: RaceRow): RaceRecord {
  return {
    ...row,
    venueType: row.venueType as VenueType,
    isAcquiredWeight: hasAcquiredWeight({ runnerCount: row.runnerCount, weighedCount }),
  };
}

/** Columns of {@link RaceRecord}, for joins. */
export { raceColumns, runnerColumns };

/**
 * Visible races of a day at venue types 1–3, by venue type, venue, number (index races_venue_type_date), the race days
 * around it and, where asked for, a user's models in no order, in one round trip.
 */
export async function readRaceDay(
  db: Database,
  { date, today, modelsOf }: { date: string; today: string; modelsOf: number | null },
): Promise<{ races: RaceRecord[]; nearby: NearbyDays[]; models: ModelRecord[] | null }> {
  const selectDay = db
    .select(raceColumns)
    .from(races)
    .where(and(inArray(races.venueType, [...MODEL_VENUE_TYPES]), eq(races.date, date), isVisibleRace))
    .orderBy(asc(races.venueType), asc(races.venue), asc(races.raceNum));
  const selectNearby = selectNearbyDays(db, { date, today });
  if (modelsOf === null) {
    const [rows, nearby] = await db.batch([selectDay, selectNearby]);
    return { races: rows.map(toRaceRecord), nearby, models: null };
  }
  const [rows, nearby, models] = await db.batch([selectDay, selectNearby, selectModels(db, { userId: modelsOf })]);
  return { races: rows.map(toRaceRecord), nearby, models: models.map(toModelRecord) };
}

/** A visible race with its runners by number, in one round trip (primary keys). Null: unknown or invisible. */
export async function findRace(
  db: Database,
  { raceId }: { raceId: string },
): Promise<{ race: RaceRecord; runners: Runner[] } | null> {
  const [found, rows] = await db.batch([
    db
      .select(raceColumns)
      .from(races)
      .where(and(eq(races.raceId, raceId), isVisibleRace)),
    db.select(runnerColumns).from(runners).where(eq(runners.raceId, raceId)).orderBy(asc(runners.horseNum)),
  ]);
  return found[0] === undefined ? null : { race: toRaceRecord(found[0]), runners: rows };
}

export interface NearbyDays {
  venueType: number;
  previous: string | null;
  next: string | null;
}

/**
 * Per venue type 1–3 the nearest day with a visible race before and after a day, none of them after `today`; each is
 * one step along index races_visible_venue_type_date, however many hidden races lie between.
 */
export async function findNearbyRaceDays(db: Database, days: { date: string; today: string }): Promise<NearbyDays[]> {
  return await selectNearbyDays(db, days);
}

function selectNearbyDays(db: Database, { date, today }: { date: string; today: string }) {
  return db
    .select({
      venueType: sql<number>`t.value`,
      previous: sql<string | null>`(select date from races where venue_type = t.value and date < ${date}
        and date <= ${today} and hidden = 0 and pending_import_id is null order by date desc limit 1)`,
      next: sql<string | null>`(select date from races where venue_type = t.value and date > ${date}
        and date <= ${today} and hidden = 0 and pending_import_id is null order by date limit 1)`,
    })
    .from(sql`json_each(${JSON.stringify(MODEL_VENUE_TYPES)}) t`);
}
