import { and, asc, between, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { settleFirsts } from "#app/domain/days/favourite-duel.ts";
import type { WeekEntry } from "#app/domain/days/own-picks.ts";
import { NON_STARTERS } from "#app/domain/racing/race.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { RecentPick } from "#app/domain/views/home.ts";
import {
  isPick,
  parseRaceInfo,
  pickColumns,
  pickNumber,
  selectNewestAnalyses,
  toAnalysisRecord,
  toPick,
} from "./analyses/analyses.server.ts";
import { type Database, prepareBatch } from "./database.server.ts";
import { selectModels, toModelRecord } from "./models/models.server.ts";
import { type PackedFirsts, packedFirsts } from "./own-records/duel.server.ts";
import { isFixedInTime, isSealedInTime } from "./own-records/record-entries.server.ts";
import {
  dayOrNearest,
  selectListedRunners,
  selectNextVenues,
  selectOwnPayouts,
  selectOwnPicks,
  toDayFacts,
  venueTypesOfModels,
} from "./racing/race-days.server.ts";
import { isVisibleRace, selectRacesOfDay, toRaceRecord } from "./racing/races.server.ts";
import { selectOwnEntries, toOwnEntryRecord } from "./rankings/rankings.server.ts";
import { favouriteHorses } from "./schema/fans.server.ts";
import { analyses } from "./schema/models.server.ts";
import { recordEntries } from "./schema/own-records.server.ts";
import { payouts, races, runners } from "./schema/racing.server.ts";

const userId = sql.placeholder("userId");
const today = sql.placeholder("today");

const prepareRead = prepareBatch((db) => {
  const venueTypes = venueTypesOfModels(db, { userId });
  const day = dayOrNearest({ date: today, today, venueTypes });
  return [
    selectModels(db, { userId }),
    selectNewestAnalyses(db, { userId, limit: sql.placeholder("analyses") }),
    selectOwnEntries(db, { userId, buildIds: sql.placeholder("buildIds") }),
    selectRacesOfDay(db, day),
    selectOwnPicks(db, { userId, day }),
    selectListedRunners(db, { userId, day }),
    selectOwnPayouts(db, { userId, day }),
    selectNextVenues(db, { after: today, venueTypes }),
    selectFavouriteRuns(db),
    selectWeek(db),
    selectRecent(db, day),
  ];
});

/** One round trip. The day is today, else the last race day of the models' venue types. */
export async function readHome(
  db: Database,
  {
    buildIds,
    week,
    ...asked
  }: {
    userId: number;
    today: string;
    analyses: number;
    buildIds: readonly string[];
    /** First and last day. */
    week: { from: string; to: string };
  },
) {
  const read = await prepareRead(db, {
    ...asked,
    ...{ weekFrom: week.from, weekTo: week.to },
    buildIds: JSON.stringify(buildIds),
  });
  const [models, newest, entries, raceRows, picks, listed, payoutRows, nextVenues, favouriteRuns, weekRows, recent] =
    read;
  return {
    models: models.map(toModelRecord),
    analyses: newest.map(toAnalysisRecord),
    entries: entries.map(toOwnEntryRecord),
    day: { ...toDayFacts(picks, listed), races: raceRows.map(toRaceRecord), payouts: payoutRows },
    nextVenues,
    favouriteRuns,
    week: weekRows.map(toWeekEntry),
    recent: recent.map(toRecentPick),
  };
}

const prepareWeek = prepareBatch((db) => [
  selectModels(db, { userId }),
  selectWeek(db),
  selectNextVenues(db, {
    after: sql.placeholder("weekTo"),
    venueTypes: venueTypesOfModels(db, { userId }),
  }),
]);

/** One round trip: the entries of some days, and the next race day after them. */
export async function readWeek(db: Database, { userId, from, to }: { userId: number; from: string; to: string }) {
  const [models, week, nextVenues] = await prepareWeek(db, { userId, weekFrom: from, weekTo: to });
  return { models: models.map(toModelRecord), week: week.map(toWeekEntry), nextVenues };
}

function selectFavouriteRuns(db: Database) {
  return db
    .select({
      horseId: runners.horseId,
      horseName: runners.horseName,
      venue: races.venue,
      raceNum: races.raceNum,
    })
    .from(favouriteHorses)
    .innerJoin(runners, eq(runners.horseId, favouriteHorses.horseId))
    .innerJoin(races, eq(races.raceId, runners.raceId))
    .where(
      and(
        eq(favouriteHorses.userId, userId),
        eq(races.date, today),
        isVisibleRace,
        sql`${runners.status} not in ${[...NON_STARTERS]}`,
      ),
    )
    .orderBy(asc(races.startTime), asc(runners.horseId));
}

/** Settled races with a forecast that was fixed and sealed before the start. */
function selectWeek(db: Database) {
  const { modelId, modelName, raceId, completedAt } = recordEntries;
  return db
    .select({ modelId, modelName, raceId, firsts: sql<string>`${packedFirsts}`.as("firsts") })
    .from(recordEntries)
    .innerJoin(races, eq(races.raceId, raceId))
    .where(
      and(
        eq(recordEntries.userId, userId),
        between(recordEntries.date, sql.placeholder("weekFrom"), sql.placeholder("weekTo")),
        eq(recordEntries.resultKind, "settled"),
        isFixedInTime(completedAt),
        isSealedInTime(recordEntries),
      ),
    )
    .orderBy(asc(completedAt), asc(recordEntries.analysisId));
}

function toWeekEntry({ firsts, ...entry }: Awaited<ReturnType<typeof selectWeek>>[number]): WeekEntry {
  const [pick, favourite, paid] = JSON.parse(firsts) as PackedFirsts;
  return { ...entry, ...settleFirsts({ pick, favourite, payouts: paid }) };
}

/** Finished analyses of other days than the shown one. */
function selectRecent(db: Database, day: SQL) {
  const paid = (betType: "win" | "place") =>
    sql<number | null>`(select ${payouts.payoutYen} from ${payouts} where ${payouts.raceId} = ${analyses.raceId}
      and ${payouts.betType} = ${betType} and ${payouts.combination} = cast(${pickNumber} as text))`;
  return db
    .select({
      analysisId: analyses.id,
      raceInfo: analyses.raceInfo,
      ...pickColumns,
      winYen: paid("win").as("win_yen"),
      placeYen: paid("place").as("place_yen"),
    })
    .from(analyses)
    .innerJoin(races, eq(races.raceId, analyses.raceId))
    .leftJoin(runners, isPick)
    .where(
      and(
        eq(analyses.userId, userId),
        isNull(analyses.deletedAt),
        inArray(analyses.status, [AnalysisStatus.complete]),
        sql`${races.date} is not ${day}`,
      ),
    )
    .orderBy(desc(analyses.createdAt), desc(analyses.id))
    .limit(sql.placeholder("analyses"));
}

function toRecentPick(row: Awaited<ReturnType<typeof selectRecent>>[number]): RecentPick {
  const { title: venue, raceNum, name, date } = parseRaceInfo(row.raceInfo);
  const { raceInfo, ...pick } = toPick(row);
  return { ...pick, venue, raceNum, name, date };
}
