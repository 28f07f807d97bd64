import { and, asc, eq, getTableColumns, inArray, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { MODEL_VENUE_TYPES } from "#app/domain/racing/race.ts";
import type { Race, Runner } from "#app/domain/racing/records.ts";
import { namedRaceId } from "./race-identities.server.ts";

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
  inputsVersion: _inputs,
  weightsVersion: _weights,
  undoneTo: _undone,
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

/** The same in a statement, for a race with runners. */
export const isWeighed = sql`(${races.weighedCount} * 2 >= ${races.runnerCount})`;

/** Unix seconds of a race's start, null without a start time; `time` is what stands for its HH:MM in Japan. */
export function startsAt(time: SQLWrapper = races.startTime) {
  return sql<number>`unixepoch(${races.date} || ' ' || ${time}, '-9 hours')`;
}

export function toRaceRecord({ weighedCount, ...row }: RaceRow): RaceRecord {
  return {
    ...row,
    isAcquiredWeight: hasAcquiredWeight({ runnerCount: row.runnerCount, weighedCount }),
  };
}

/** Columns of {@link RaceRecord}, for joins. */
export { raceColumns, runnerColumns };

/** Visible races of a day at venue types 1–3, by venue type, venue, number, for a batch (index races_venue_type_date). */
export function selectRacesOfDay(db: Database, date: string | SQL) {
  return db
    .select(raceColumns)
    .from(races)
    .where(and(isOnDay(date), isVisibleRace))
    .orderBy(asc(races.venueType), asc(races.venue), asc(races.raceNum));
}

/** Of venue types that models can be made for. */
export function isOnDay(date: string | SQL) {
  return and(inArray(races.venueType, [...MODEL_VENUE_TYPES]), eq(races.date, date));
}

/**
 * A visible race with its runners by number, by any of its ids, in one round trip (primary keys). Null: unknown or
 * invisible.
 */
export async function findRace(
  db: Database,
  { raceId }: { raceId: string },
): Promise<{ race: RaceRecord; runners: Runner[] } | null> {
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
