import { and, asc, desc, eq, inArray, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf } from "#app/db/fragments.server.ts";
import { selectModels, toModelRecord } from "#app/db/models/models.server.ts";
import { selectNearbyDays } from "#app/db/racing/race-days.server.ts";
import { isOnDay, selectRacesOfDay, toRaceRecord } from "#app/db/racing/races.server.ts";
import { analyses, analysisDays, analysisTombstones, models } from "#app/db/schema/models.server.ts";
import { payouts, races, runners } from "#app/db/schema/racing.server.ts";
import { NON_STARTERS } from "#app/domain/racing/race.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { parseScores } from "./analyses.server.ts";
import { isOfPresentCard, isStanding } from "./standing.server.ts";

interface DayScope {
  userId: number;
  date: string;
  today: string;
}

export type DayFacts = Awaited<ReturnType<typeof readDayFacts>>;

export async function readDayFacts(
  db: Database,
  { userId, date, today, formKey }: DayScope & { formKey: string | null },
) {
  const [rows, nearby, own, standing, ofForm] = await db.batch([
    selectRacesOfDay(db, date),
    selectNearbyDays(db, { date, today }),
    selectModels(db, { userId }),
    selectStanding(db, { userId, date }),
    db
      .select({ id: analysisDays.id })
      .from(analysisDays)
      .where(and(eq(analysisDays.userId, userId), eq(analysisDays.formKey, formKey ?? ""))),
  ]);
  return {
    races: rows.map(toRaceRecord),
    nearby,
    models: own.map(toModelRecord),
    standing,
    dayOfForm: ofForm[0]?.id ?? null,
  };
}

function selectStanding(db: Database, { userId, date }: { userId: number; date: string }) {
  return db
    .select({
      modelId: analyses.modelId,
      raceId: analyses.raceId,
      isComplete: sql`${analyses.status} = ${AnalysisStatus.complete}`.mapWith(Boolean).as("is_complete"),
    })
    .from(races)
    .innerJoin(models, and(eq(models.userId, userId), eq(models.venueType, races.venueType)))
    .innerJoin(analyses, and(eq(analyses.modelId, models.id), eq(analyses.raceId, races.raceId)))
    .where(
      and(
        inArray(analyses.raceId, db.select({ raceId: races.raceId }).from(races).where(isOnDay(date))),
        isNull(models.deletedAt),
        isStanding,
        isOfPresentCard,
      ),
    );
}

/** One round trip. Standing analyses first, newest first; then failed ones of confirmed days. */
export async function readDayBoard(
  db: Database,
  { userId, date, today, modelId, starred }: DayScope & { modelId: number | null; starred: number | null },
) {
  const ofRaces = db.select({ raceId: races.raceId }).from(races).where(isOnDay(date));
  const isOfOwnModels = and(
    inArray(analyses.modelId, db.select({ id: models.id }).from(models).where(eq(models.userId, userId))),
    inArray(analyses.raceId, ofRaces),
    isStanding,
  );
  // The order of byPreference; deleted models last.
  const preferred = db
    .select({ modelId: analyses.modelId })
    .from(analyses)
    .innerJoin(models, eq(models.id, analyses.modelId))
    .where(isOfOwnModels)
    .orderBy(
      asc(sql`${models.deletedAt} is not null`),
      desc(sql`${models.id} = ${starred ?? 0}`),
      desc(sql`json_extract(${models.report}, '$.pseudoR2')`),
      desc(models.id),
    )
    .limit(1);
  const shown: SQL<number | null> = modelId === null ? sql`(${preferred})` : sql`${modelId}`;
  const isShown = and(
    eq(analyses.modelId, shown),
    inArray(analyses.raceId, ofRaces),
    // The plus excludes the index over all analyses of the user.
    sql`+${analyses.userId} = ${userId}`,
    isStanding,
  );
  const isOfShownDay = and(
    eq(analysisDays.userId, userId),
    eq(analysisDays.date, date),
    eq(analysisDays.modelId, shown),
  );
  const isLeftOfUser = and(isOnDay(date), eq(analysisTombstones.userId, userId), eq(analysisTombstones.modelId, shown));
  const shownRaces = db
    .select({ raceId: analyses.raceId })
    .from(analyses)
    .where(isShown)
    .union(
      db
        .select({ raceId: races.raceId })
        .from(analysisTombstones)
        .innerJoin(races, eq(races.raceId, analysisTombstones.raceId))
        .where(isLeftOfUser),
    );
  const [rows, nearby, own, standing, made, failed, left, named, runnerRows, payoutRows, requests] = await db.batch([
    selectRacesOfDay(db, date),
    selectNearbyDays(db, { date, today }),
    selectModels(db, { userId }),
    selectStanding(db, { userId, date }),
    db.select(boardColumns).from(analyses).where(isShown).orderBy(desc(analyses.createdAt), desc(analyses.id)),
    db
      .select(boardColumns)
      .from(analysisDays)
      .innerJoin(analyses, eq(analyses.dayId, analysisDays.id))
      .where(and(isOfShownDay, eq(analyses.status, AnalysisStatus.failed), isNull(analyses.deletedAt)))
      .orderBy(desc(analyses.createdAt), desc(analyses.id)),
    selectBoardTombstones(db, isLeftOfUser),
    db.selectDistinct({ modelId: analyses.modelId }).from(analyses).where(isOfOwnModels),
    selectBoardRunners(db, { shownRaces, ofRaces }),
    db
      .select()
      .from(payouts)
      .where(and(inArray(payouts.raceId, shownRaces), inArray(payouts.betType, ["win", "place"]))),
    selectBoardDays(db, isOfShownDay),
  ]);
  return {
    races: rows.map(toRaceRecord),
    nearby,
    models: own.map(toModelRecord),
    standing,
    modelId: modelId ?? made[0]?.modelId ?? null,
    /** Also of a deleted model. */
    modelName: made[0]?.modelName ?? null,
    tombstones: left.map(({ picks, ...tombstone }) => ({ ...tombstone, picks: JSON.parse(picks) as number[] })),
    analyses: [...made, ...failed].map(({ modelName: _name, modelId: _model, scores, ...analysis }) => ({
      ...analysis,
      scores: parseScores(scores),
    })),
    modelIds: named.map(({ modelId }) => modelId),
    runners: runnerRows,
    payouts: payoutRows,
    requests,
  };
}

const boardColumns = {
  analysisId: analyses.id,
  ...columnsOf(analyses, "modelId", "modelName", "raceId", "status"),
  ...columnsOf(analyses, "isLearntFrom", "scores", "createdAt", "completedAt"),
};

function selectBoardTombstones(db: Database, isMeant: SQL | undefined) {
  return db
    .select(columnsOf(analysisTombstones, "raceId", "picks", "isLearntFrom"))
    .from(analysisTombstones)
    .innerJoin(races, eq(races.raceId, analysisTombstones.raceId))
    .where(isMeant)
    .orderBy(desc(analysisTombstones.completedAt), desc(analysisTombstones.analysisId));
}

/** All runners of shown races; of the others the winners and the horses that do not start. */
function selectBoardRunners(db: Database, { shownRaces, ofRaces }: Record<"shownRaces" | "ofRaces", SQLWrapper>) {
  return db
    .select(columnsOf(runners, "raceId", "horseNum", "bracketNum", "horseName", "status", "finishPosition", "winOdds"))
    .from(runners)
    .where(
      and(
        inArray(runners.raceId, ofRaces),
        or(
          inArray(runners.raceId, shownRaces),
          eq(runners.finishPosition, 1),
          inArray(runners.status, [...NON_STARTERS]),
        ),
      ),
    )
    .orderBy(asc(runners.raceId), asc(runners.horseNum));
}

function selectBoardDays(db: Database, isMeant: SQL | undefined) {
  const count = (isCounted?: SQL) =>
    sql<number>`(select count(*) from ${analyses} where ${and(eq(analyses.dayId, analysisDays.id), isNull(analyses.deletedAt), isCounted)})`;
  return db
    .select({
      dayId: analysisDays.id,
      createdAt: analysisDays.createdAt,
      stoppedAt: analysisDays.stoppedAt,
      /** Without stopped ones. */
      races: count().as("race_count"),
      open: count(eq(analyses.status, AnalysisStatus.running)).as("open_count"),
    })
    .from(analysisDays)
    .where(isMeant)
    .orderBy(desc(analysisDays.createdAt), desc(analysisDays.id));
}
