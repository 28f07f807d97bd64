import { and, asc, desc, eq, isNull, lte, type Placeholder, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { parseScores } from "#app/db/analyses/analyses.server.ts";
import { type Database, prepareBatch } from "#app/db/database.server.ts";
import { selectRaceMarks } from "#app/db/fans/horse-marks.server.ts";
import { selectRaceNotes } from "#app/db/fans/horse-notes.server.ts";
import { selectModels, toModelRecord } from "#app/db/models/models.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { payouts, races, runners } from "#app/db/schema/racing.server.ts";
import { unzipDetails } from "#app/db/zipped-details.server.ts";
import { KEPT_MINUTES } from "#app/domain/jv-data/odds/kept-odds.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { RaceAnalysis } from "#app/domain/views/race-card.ts";
import { NO_CHANGES, selectRaceChanges } from "./freshness.server.ts";
import { selectNewestOdds, selectOddsBefore } from "./odds.server.ts";
import { isEarlierStart, PAST_RUNS, startsBack } from "./past-runs.server.ts";
import { detailedRaceColumns, isVisibleRace, runnerColumns, toRaceRecord } from "./races.server.ts";
import { selectRecordsOfRace } from "./record-sets.server.ts";
import { gapOfRun } from "./run-gap.server.ts";

/** More than anybody compares. */
const MAX_ANALYSES = 50;

export type CardAnalysis = Omit<RaceAnalysis, "bets">;

const raceId = sql.placeholder("raceId");
const userId = sql.placeholder("userId");
const isAsked = eq(races.raceId, raceId);

/** Changes on its day. */
const selectNow = (db: Database) =>
  [
    db.select(detailedRaceColumns).from(races).where(and(isAsked, isVisibleRace)),
    db.select(runnerColumns).from(runners).where(eq(runners.raceId, raceId)).orderBy(asc(runners.horseNum)),
    selectNewestOdds(db, isAsked),
    selectOddsBefore(db, isAsked, KEPT_MINUTES),
    selectRaceChanges(db, isAsked),
    selectRecordsOfRace(db, isAsked),
  ] as const;
const prepareNow = prepareBatch(selectNow);

const prepareCard = prepareBatch((db) => [
  ...selectNow(db),
  selectPastRuns(db, raceId),
  selectNeighbours(db, raceId),
  selectOwnAnalyses(db, { raceId, userId }),
  db
    .select({ betType: payouts.betType, combination: payouts.combination, payoutYen: payouts.payoutYen })
    .from(payouts)
    .where(eq(payouts.raceId, raceId)),
  selectRaceMarks(db, { userId, raceId }),
  selectRaceNotes(db, { userId, raceId }),
  selectModels(db, { userId }),
  db
    .select({ zipped: analyses.zippedDetails })
    .from(analyses)
    .where(isOwnComplete({ raceId, userId }))
    .orderBy(desc(analyses.id))
    .limit(1),
]);

/** Null: unknown or invisible. */
export async function readRaceCard(db: Database, asked: { raceId: string; userId: number }) {
  const [
    found,
    card,
    newest,
    before,
    changes,
    records,
    runs,
    neighbours,
    own,
    paid,
    marks,
    notes,
    ownModels,
    [newestDetails],
  ] = await prepareCard(db, asked);
  const [race] = found;
  if (race === undefined) return null;
  const pastRuns = runs.map(({ nth: _nth, ...run }) => run);
  return {
    race: toRaceRecord(race),
    runners: card,
    pastRuns,
    neighbours,
    analyses: own.map(withScores),
    why: (newestDetails?.zipped && unzipDetails(newestDetails.zipped)?.why) || [],
    payouts: paid,
    newestOdds: newest,
    oddsBefore: before,
    raceChanges: changes[0] ?? NO_CHANGES,
    records,
    own: { marks, notes },
    models: ownModels.map(toModelRecord),
  };
}

/** Few rows. Null: unknown or invisible. */
export async function readRaceNow(db: Database, asked: { raceId: string }) {
  const [found, card, newest, before, changes, records] = await prepareNow(db, asked);
  const [race] = found;
  if (race === undefined) return null;
  const raceChanges = changes[0] ?? NO_CHANGES;
  return { race: toRaceRecord(race), runners: card, newestOdds: newest, oddsBefore: before, raceChanges, records };
}

export function withScores({
  scores,
  ...analysis
}: Omit<CardAnalysis, "scores"> & { scores: string | null }): CardAnalysis {
  return { ...analysis, scores: parseScores(scores) ?? [] };
}

/** Newest first. */
function selectPastRuns(db: Database, raceId: Placeholder) {
  const runs = db
    .select({
      horseId: runners.horseId,
      raceId: races.raceId,
      date: races.date,
      venue: races.venue,
      name: races.name,
      grade: races.grade,
      surface: races.surface,
      distanceM: races.distanceM,
      going: races.going,
      runnerCount: races.runnerCount,
      status: runners.status,
      finishPosition: runners.finishPosition,
      timeS: runners.timeS,
      gapS: gapOfRun(db).as("gap_s"),
      cornerPositions: runners.cornerPositions,
      last600mS: runners.last600mS,
      popularity: runners.popularity,
      jockeyName: runners.jockeyName,
      carriedWeightKg: runners.carriedWeightKg,
      bodyWeightKg: runners.bodyWeightKg,
      nth: startsBack.as("nth"),
    })
    .from(runners)
    .innerJoin(races, eq(races.raceId, runners.raceId))
    .where(isEarlierStart(db, raceId))
    .as("runs");
  return db.select().from(runs).where(lte(runs.nth, PAST_RUNS)).orderBy(desc(runs.date));
}

/** By number. */
export function selectNeighbours(db: Database, raceId: string | Placeholder) {
  const own = alias(races, "own");
  return db
    .select({ raceId: races.raceId, raceNum: races.raceNum })
    .from(races)
    .innerJoin(own, and(eq(own.venueType, races.venueType), eq(own.date, races.date), eq(own.venue, races.venue)))
    .where(and(eq(own.raceId, raceId), isVisibleRace))
    .orderBy(asc(races.raceNum));
}

/** Newest first. */
export function selectOwnAnalyses(
  db: Database,
  { raceId, userId }: { raceId: string | Placeholder; userId: number | Placeholder },
) {
  return db
    .select({
      analysisId: analyses.id,
      modelId: analyses.modelId,
      modelName: analyses.modelName,
      hasModel: sql<boolean>`exists ${db
        .select({ id: models.id })
        .from(models)
        .where(and(eq(models.id, analyses.modelId), isNull(models.deletedAt)))}`.mapWith(Boolean),
      modelSkill: sql<number | null>`${db
        .select({ skill: sql`${models.report} ->> 'pseudoR2'` })
        .from(models)
        .where(and(eq(models.id, analyses.modelId), isNull(models.deletedAt)))}`,
      completedAt: analyses.completedAt,
      isLearntFrom: analyses.isLearntFrom,
      scores: analyses.scores,
    })
    .from(analyses)
    .where(isOwnComplete({ raceId, userId }))
    .orderBy(desc(analyses.id))
    .limit(MAX_ANALYSES);
}

function isOwnComplete({ raceId, userId }: { raceId: string | Placeholder; userId: number | Placeholder }) {
  return and(
    eq(analyses.raceId, raceId),
    eq(analyses.userId, userId),
    eq(analyses.status, AnalysisStatus.complete),
    isNull(analyses.deletedAt),
  );
}
