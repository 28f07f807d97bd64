import { and, asc, eq, getTableColumns, inArray, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { MODEL_VENUE_TYPES } from "#app/domain/racing/race.ts";
import { namedRaceId } from "./race-identities.server.ts";

const { contentHash: _runnerHash, ...runnerColumns } = getTableColumns(runners);
const {
  contentHash: _raceHash,
  source: _source,
  hidden: _hidden,
  pendingImportId: _pending,
  inputsVersion: _inputs,
  weightsVersion: _weights,
  undoneTo: _undone,
  weightRule,
  entryMarks,
  courseWay,
  rail,
  pursesYen,
  lapsS,
  ...raceColumns
} = getTableColumns(races);

/** With what only the race's own pages show. */
export const detailedRaceColumns = { ...raceColumns, weightRule, entryMarks, courseWay, rail, pursesYen, lapsS };

type RaceRow = Pick<typeof races.$inferSelect, keyof typeof raceColumns>;

/** Not hidden, and no unfinished import touches it. */
export const isVisibleRace = and(eq(races.hidden, false), isNull(races.pendingImportId));

/** Half of the declared runners: scratched and unweighable horses have none. */
function hasAcquiredWeight({ runnerCount, weighedCount }: { runnerCount: number; weighedCount: number }): boolean {
  return runnerCount > 0 && weighedCount * 2 >= runnerCount;
}

/** In SQL. */
export const isWeighed = sql`(${races.weighedCount} * 2 >= ${races.runnerCount})`;

/** Null without a start time; `time` replaces HH:MM. */
export function startsAt(time: SQLWrapper = races.startTime) {
  return sql<number>`unixepoch(${races.date} || ' ' || ${time}, '-9 hours')`;
}

export function toRaceRecord<Row extends RaceRow>({
  weighedCount,
  ...row
}: Row): Omit<Row, "weighedCount"> & { isAcquiredWeight: boolean } {
  return {
    ...row,
    isAcquiredWeight: hasAcquiredWeight({ runnerCount: row.runnerCount, weighedCount }),
  };
}

export { raceColumns, runnerColumns };

/** By type, venue and number (index races_venue_type_date). */
export function selectRacesOfDay(db: Database, date: string | SQL) {
  return db
    .select(raceColumns)
    .from(races)
    .where(and(isOnDay(date), isVisibleRace))
    .orderBy(asc(races.venueType), asc(races.venue), asc(races.raceNum));
}

/** Venue types with models. */
export function isOnDay(date: string | SQL) {
  return and(inArray(races.venueType, [...MODEL_VENUE_TYPES]), eq(races.date, date));
}

/** By any id. Null: unknown or invisible. */
export async function findRace(db: Database, { raceId }: { raceId: string }) {
  const id = namedRaceId(raceId);
  const [found, rows] = await db.batch([
    db
      .select(raceColumns)
      .from(races)
      .where(and(eq(races.raceId, id), isVisibleRace)),
    db.select(runnerColumns).from(runners).where(eq(runners.raceId, id)).orderBy(asc(runners.horseNum)),
  ]);
  return found[0] === undefined ? null : { race: toRaceRecord(found[0]), runners: rows };
}
