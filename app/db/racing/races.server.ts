import { and, asc, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { type ModelRecord, selectModels, toModelRecord } from "#app/db/models/models.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { MODEL_VENUE_TYPES } from "#app/domain/racing/race.ts";
import { FIRST_RACE_YEAR, type RaceDays } from "#app/domain/racing/race-days.ts";
import type { Race, Runner } from "#app/domain/racing/records.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
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
  ...raceColumns
} = getTableColumns(races);

type RaceRow = Pick<typeof races.$inferSelect, keyof typeof raceColumns>;

/** A race that some id means, and its day. */
export interface NamedRace {
  raceId: string;
  date: string;
}

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
    isAcquiredWeight: hasAcquiredWeight({ runnerCount: row.runnerCount, weighedCount }),
  };
}

/** Columns of {@link RaceRecord}, for joins. */
export { raceColumns, runnerColumns };

/**
 * Visible races of a day at venue types 1–3, by venue type, venue, number (index races_venue_type_date), the race days
 * around it, which of the races the user has analysed and, if a race is chosen by any id, what that means and the user's
 * models in no order, in one round trip.
 */
export async function readRaceDay(
  db: Database,
  { date, today, userId, raceId }: { date: string; today: string; userId: number; raceId: string | null },
): Promise<{
  races: RaceRecord[];
  days: RaceDays;
  analysedRaceIds: string[];
  chosen: { models: ModelRecord[]; named: NamedRace | null } | null;
}> {
  const ofDay = [
    selectRacesOfDay(db, date),
    selectNearbyDays(db, { date, today }),
    selectYears(db, { today }),
    selectAnalysedRaces(db, { userId, date }),
  ] as const;
  const read =
    raceId === null
      ? await db.batch(ofDay)
      : await db.batch([...ofDay, selectModels(db, { userId }), selectNamed(db, raceId)]);
  const [rows, nearby, years, analysed] = read;
  return {
    races: rows.map(toRaceRecord),
    days: { nearby, years: years.map(({ year }) => year) },
    analysedRaceIds: analysed.map(({ raceId }) => raceId),
    chosen: read.length === 6 ? { models: read[4].map(toModelRecord), named: read[5][0] ?? null } : null,
  };
}

/** Visible races of a day at venue types 1–3, by venue type, venue, number, for a batch (index races_venue_type_date). */
export function selectRacesOfDay(db: Database, date: string) {
  return db
    .select(raceColumns)
    .from(races)
    .where(and(isOnDay(date), isVisibleRace))
    .orderBy(asc(races.venueType), asc(races.venue), asc(races.raceNum));
}

/** The visible race that an id means. */
function selectNamed(db: Database, raceId: string) {
  return db
    .select({ raceId: races.raceId, date: races.date })
    .from(races)
    .where(and(eq(races.raceId, namedRaceId(raceId)), isVisibleRace));
}

/** Of venue types that models can be made for. */
export function isOnDay(date: string) {
  return and(inArray(races.venueType, [...MODEL_VENUE_TYPES]), eq(races.date, date));
}

/** Through the user's models and the day's races (index analyses_once): steps for these, not for all ever analysed. */
function selectAnalysedRaces(db: Database, { userId, date }: { userId: number; date: string }) {
  return db
    .selectDistinct({ raceId: analyses.raceId })
    .from(analyses)
    .where(
      and(
        inArray(analyses.modelId, db.select({ id: models.id }).from(models).where(eq(models.userId, userId))),
        inArray(analyses.raceId, db.select({ raceId: races.raceId }).from(races).where(isOnDay(date))),
        // In the words of the index, or SQLite does not see that it applies.
        sql`deleted_at is null and status in (1, 2)`,
        eq(analyses.status, AnalysisStatus.complete),
      ),
    );
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

/**
 * Per venue type 1–3 the nearest day with a visible race before and after a day, none of them after `today`; each is
 * one step along index races_visible_venue_type_date, however many hidden races lie between; and the years with such a
 * day, by as many steps along it.
 */
export async function findRaceDays(db: Database, days: { date: string; today: string }): Promise<RaceDays> {
  const [nearby, years] = await db.batch([selectNearbyDays(db, days), selectYears(db, days)]);
  return { nearby, years: years.map(({ year }) => year) };
}

/** As the days of {@link findRaceDays}, for a batch with others. */
export function selectNearbyDays(db: Database, { date, today }: { date: string; today: string }) {
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

function selectYears(db: Database, { today }: { today: string }) {
  const thisYear = Number(today.slice(0, 4));
  const asked = Array.from({ length: thisYear - FIRST_RACE_YEAR + 1 }, (_, index) => FIRST_RACE_YEAR + index);
  return db
    .select({ year: sql<number>`y.value` })
    .from(sql`json_each(${JSON.stringify(asked)}) y`)
    .where(
      sql`exists (select 1 from json_each(${JSON.stringify(MODEL_VENUE_TYPES)}) t where exists (
        select 1 from races where venue_type = t.value and date between y.value || '-01-01' and y.value || '-12-31'
        and date <= ${today} and hidden = 0 and pending_import_id is null))`,
    );
}
