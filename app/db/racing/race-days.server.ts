import { and, asc, desc, eq, inArray, isNull, lte, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { isStanding } from "#app/db/analyses/standing.server.ts";
import { type Database, prepareBatch } from "#app/db/database.server.ts";
import { columnsOf } from "#app/db/fragments.server.ts";
import { selectModels, toModelRecord } from "#app/db/models/models.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { payouts, races, runners } from "#app/db/schema/racing.server.ts";
import type { ListedPicks, ListedRunner } from "#app/domain/days/listed-picks.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { groupBy } from "#app/domain/racing/group-by.ts";
import { MODEL_VENUE_TYPES, NON_STARTERS } from "#app/domain/racing/race.ts";
import { FIRST_RACE_YEAR, type RaceDays } from "#app/domain/racing/race-days.ts";
import type { VenueDay } from "#app/domain/racing/race-months.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { namedRaceId } from "./race-identities.server.ts";
import { isOnDay, isVisibleRace, selectRacesOfDay, toRaceRecord } from "./races.server.ts";

/** Venue types 1–3. */

export interface DayFacts {
  /** By race, newest first. */
  picks: Map<string, ListedPicks[]>;
  /** By race; several after a dead heat. */
  winners: Map<string, ListedRunner[]>;
  /** The market's. */
  favourites: Map<string, ListedRunner>;
  /** By race: the winners, horses that do not start, and all of an analysed race. */
  runners: Map<string, ListedRunner[]>;
}

const asked = {
  date: sql.placeholder("date"),
  today: sql.placeholder("today"),
  userId: sql.placeholder("userId"),
  raceId: sql.placeholder("raceId"),
};

const selectDay = (db: Database, day: SQL) =>
  [
    selectGraded(db, { from: sql.placeholder("gradedFrom"), to: sql.placeholder("gradedTo") }),
    selectRacesOfDay(db, day),
    selectNearbyDays(db, asked),
    selectYears(db, { today: asked.today, years: sql.placeholder("years") }),
    selectMonth(db),
    selectOwnPicks(db, { userId: asked.userId, day }),
    selectListedRunners(db, { userId: asked.userId, day }),
    selectModels(db, asked),
    selectOwnPayouts(db, { userId: asked.userId, day }),
    selectNamed(db, asked.raceId),
  ] as const;

const readExact = prepareBatch((db) => selectDay(db, sql`${asked.date}`));
const readNearest = prepareBatch((db) => selectDay(db, dayOrNearest(asked)));

/** One round trip. `orNearest`: without races the next day up to `today`, else the last before. */
export async function readRaceDay(
  db: Database,
  {
    date,
    today,
    gradedDays,
    month,
    userId,
    raceId,
    orNearest,
  }: {
    date: string;
    today: string;
    gradedDays: DaySpan;
    month: string;
    userId: number;
    raceId: string | null;
    orNearest: boolean;
  },
) {
  const values = {
    ...{ date, today, userId, raceId: raceId ?? "" },
    ...{ gradedFrom: gradedDays.from, gradedTo: gradedDays.to },
    ...{ monthFrom: `${month}-01`, monthTo: `${month}-31`, until: date > today ? date : today },
    years: yearsUntil(today),
  };
  const read = await (orNearest ? readNearest : readExact)(db, values);
  const [graded, rows, nearby, years, programme, picks, listed, models, payouts, [named]] = read;
  return {
    races: rows.map(toRaceRecord),
    graded,
    days: { nearby, years: years.map(({ year }) => year) },
    programme,
    ...toDayFacts(picks, listed),
    models: models.map(toModelRecord),
    payouts,
    named: named ?? null,
  };
}

interface DaySpan {
  from: string;
  to: string;
}

const GRADED = ["G1", "G2", "G3", "stakes"] as const;

function selectGraded(db: Database, { from, to }: Record<keyof DaySpan, Placeholder>) {
  const { raceId, date, venue, raceNum, name, grade, startTime, status } = races;
  return db
    .select({ raceId, date, venue, raceNum, name, grade, startTime, status })
    .from(races)
    .where(
      and(
        inArray(races.venueType, [...MODEL_VENUE_TYPES]),
        sql`${date} between ${from} and ${to}`,
        isVisibleRace,
        inArray(grade, [...GRADED]),
      ),
    )
    .orderBy(asc(date), asc(startTime));
}

function selectNamed(db: Database, raceId: Placeholder) {
  return db
    .select({ raceId: races.raceId, date: races.date })
    .from(races)
    .where(and(eq(races.raceId, namedRaceId(raceId)), isVisibleRace));
}

const ALL_TYPES = sql`${JSON.stringify(MODEL_VENUE_TYPES)}`;

/** JSON list; all without a model. */
export function venueTypesOfModels(db: Database, { userId }: { userId: number | Placeholder }): SQL {
  const types = db
    .select({
      list: sql`case when count(*) = 0 then ${ALL_TYPES} else json_group_array(distinct ${models.venueType}) end`,
    })
    .from(models)
    .where(
      and(
        eq(models.userId, userId),
        isNull(models.deletedAt),
        // The plus excludes the index over all users' models.
        sql`+${models.status} = ${ModelStatus.complete}`,
      ),
    );
  return sql`(${types})`;
}

/** The day itself, else the next until `today`, else the last before. */
export function dayOrNearest({
  date,
  today,
  venueTypes = ALL_TYPES,
}: {
  date: string | Placeholder;
  today: string | Placeholder;
  /** JSON list; default all. */
  venueTypes?: SQL;
}): SQL {
  const types = sql`json_each(${venueTypes}) t`;
  const isVisible = sql`venue_type = t.value and hidden = 0 and pending_import_id is null`;
  return sql`coalesce(
    (select min((select date from races where ${isVisible} and date = ${date} limit 1)) from ${types}),
    (select min((select date from races where ${isVisible} and date > ${date} and date <= ${today} order by date limit 1))
      from ${types}),
    (select max((select date from races where ${isVisible} and date < ${date} and date <= ${today}
      order by date desc limit 1)) from ${types}))`;
}

interface OwnDay {
  userId: number | Placeholder;
  day: SQL;
}

/** Newest first, through the user's models (index analyses_once). */
export function selectOwnPicks(db: Database, { userId, day }: OwnDay) {
  const { scores } = analyses;
  return db
    .select({
      raceId: analyses.raceId,
      analysisId: analyses.id,
      ...columnsOf(analyses, "modelId", "modelName", "isLearntFrom", "completedAt"),
      scores: sql<string>`(select json_group_array(json_array(value ->> 'horseNum', value ->> 'index',
        value ->> 'probability')) from (select value from json_each(${scores}) order by key))`,
    })
    .from(analyses)
    .where(isOwnOfDay(db, { userId, day }))
    .orderBy(desc(analyses.id));
}

function isOwnOfDay(db: Database, { userId, day }: OwnDay) {
  return and(
    inArray(analyses.modelId, db.select({ id: models.id }).from(models).where(eq(models.userId, userId))),
    inArray(analyses.raceId, db.select({ raceId: races.raceId }).from(races).where(isOnDay(day))),
    isStanding,
    eq(analyses.status, AnalysisStatus.complete),
  );
}

export function selectListedRunners(db: Database, { userId, day }: OwnDay) {
  const analysed = db.select({ raceId: analyses.raceId }).from(analyses).where(isOwnOfDay(db, { userId, day }));
  return db
    .select(
      columnsOf(runners, "raceId", "horseNum", "bracketNum", "horseName", "status", "finishPosition", "popularity"),
    )
    .from(runners)
    .where(
      and(
        inArray(runners.raceId, db.select({ raceId: races.raceId }).from(races).where(isOnDay(day))),
        or(
          eq(runners.finishPosition, 1),
          inArray(runners.status, [...NON_STARTERS]),
          inArray(runners.raceId, analysed),
        ),
      ),
    )
    .orderBy(asc(runners.horseNum));
}

export function selectOwnPayouts(db: Database, { userId, day }: OwnDay) {
  return db
    .select()
    .from(payouts)
    .where(
      and(
        inArray(
          payouts.raceId,
          db.select({ raceId: analyses.raceId }).from(analyses).where(isOwnOfDay(db, { userId, day })),
        ),
        inArray(payouts.betType, ["win", "place"]),
      ),
    );
}

export function selectNextVenues(
  db: Database,
  { after, venueTypes }: { after: string | Placeholder; venueTypes: SQL },
) {
  const next = sql`(select min((select date from races where venue_type = t.value and hidden = 0
    and pending_import_id is null and date > ${after} order by date limit 1))
    from json_each(${venueTypes}) t)`;
  return db
    .selectDistinct({ date: races.date, venue: races.venue, venueType: races.venueType })
    .from(races)
    .where(and(isOnDay(next), isVisibleRace))
    .orderBy(asc(races.venueType), asc(races.venue));
}

type StoredScore = [horseNum: number, index: number, probability: number | null];
const MARKED = 3;

type PicksRow = Awaited<ReturnType<typeof selectOwnPicks>>[number];
type RunnerRow = Awaited<ReturnType<typeof selectListedRunners>>[number];

export function toDayFacts(picks: readonly PicksRow[], listed: readonly RunnerRow[]): DayFacts {
  const runnersOf = groupBy(listed, ({ raceId }) => raceId);
  const winners = new Map<string, ListedRunner[]>();
  const favourites = new Map<string, ListedRunner>();
  const byRace = new Map<string, ListedRunner[]>();
  for (const [raceId, rows] of runnersOf) {
    byRace.set(raceId, rows.map(toListedRunner));
    const first = rows.filter(({ finishPosition }) => finishPosition === 1).map(toListedRunner);
    if (first.length > 0) winners.set(raceId, first);
    const favourite = rows.find(({ popularity }) => popularity === 1);
    if (favourite !== undefined) favourites.set(raceId, toListedRunner(favourite));
  }
  return {
    winners,
    favourites,
    runners: byRace,
    picks: new Map(
      [...groupBy(picks, ({ raceId }) => raceId)].map(([raceId, rows]) => [
        raceId,
        rows.map(({ raceId: _raceId, scores: stored, ...analysis }) => {
          const scores = (JSON.parse(stored) as StoredScore[]).map(([horseNum, index, probability]) => ({
            ...{ horseNum, index, probability },
          }));
          const picks = scores.slice(0, MARKED).flatMap(({ horseNum }) => {
            const runner = runnersOf.get(raceId)?.find((row) => row.horseNum === horseNum);
            return runner === undefined ? [] : [toListedRunner(runner)];
          });
          return { ...analysis, picks, scores };
        }),
      ]),
    ),
  };
}

function toListedRunner({ raceId: _raceId, popularity: _popularity, ...runner }: RunnerRow): ListedRunner {
  return runner;
}

function selectMonth(db: Database) {
  const { date, venue, venueType } = races;
  return db
    .select({
      date,
      venue,
      venueType,
      // Names sort as grades do.
      grade: sql<VenueDay["grade"]>`min(${races.grade})`,
    })
    .from(races)
    .where(
      and(
        inArray(venueType, [...MODEL_VENUE_TYPES]),
        sql`${date} between ${sql.placeholder("monthFrom")} and ${sql.placeholder("monthTo")}`,
        lte(date, sql.placeholder("until")),
        isVisibleRace,
      ),
    )
    .groupBy(date, venueType, venue)
    .orderBy(asc(date), asc(venueType), asc(venue));
}

/** One step of the index per type and direction, however many hidden races lie between. */
export async function findRaceDays(db: Database, days: { date: string; today: string }): Promise<RaceDays> {
  const [nearby, years] = await db.batch([
    selectNearbyDays(db, days),
    selectYears(db, { today: days.today, years: yearsUntil(days.today) }),
  ]);
  return { nearby, years: years.map(({ year }) => year) };
}

export function selectNearbyDays(db: Database, { date, today }: Record<"date" | "today", string | Placeholder>) {
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

function yearsUntil(today: string): string {
  const thisYear = Number(today.slice(0, 4));
  return JSON.stringify(Array.from({ length: thisYear - FIRST_RACE_YEAR + 1 }, (_, index) => FIRST_RACE_YEAR + index));
}

/** @param asked years: JSON list */
function selectYears(db: Database, { today, years }: Record<"today" | "years", string | Placeholder>) {
  return db
    .select({ year: sql<number>`y.value` })
    .from(sql`json_each(${years}) y`)
    .where(
      sql`exists (select 1 from json_each(${JSON.stringify(MODEL_VENUE_TYPES)}) t where exists (
        select 1 from races where venue_type = t.value and date between y.value || '-01-01' and y.value || '-12-31'
        and date <= ${today} and hidden = 0 and pending_import_id is null))`,
    );
}
