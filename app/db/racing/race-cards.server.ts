import { and, asc, desc, eq, isNull, lte, type Placeholder, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { parseScores } from "#app/db/analyses/analyses.server.ts";
import { type Database, prepareBatch, type RowsOf } from "#app/db/database.server.ts";
import { selectRaceMarks } from "#app/db/fans/horse-marks.server.ts";
import { selectRaceNotes } from "#app/db/fans/horse-notes.server.ts";
import { columnsOf } from "#app/db/fragments.server.ts";
import { selectModels, toModelRecord } from "#app/db/models/models.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { payouts, races, runners } from "#app/db/schema/racing.server.ts";
import { unzipDetails } from "#app/db/zipped-details.server.ts";
import { KEPT_MINUTES } from "#app/domain/jv-data/odds/kept-odds.ts";
import type { OddsKind } from "#app/domain/jv-data/record-kinds.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { RaceAnalysis } from "#app/domain/views/race-card.ts";
import { NO_CHANGES, selectRaceChanges } from "./freshness.server.ts";
import { selectNewestOdds, selectOddsBefore } from "./odds.server.ts";
import { gapOfRun, isEarlierStart, PAST_RUNS, startsBack } from "./past-runs.server.ts";
import { detailedRaceColumns, isVisibleRace, runnerColumns, toRaceRecord } from "./races.server.ts";
import { selectRecordsOfRace } from "./record-sets.server.ts";

/** More than anybody compares. */
const MAX_ANALYSES = 50;

export type CardAnalysis = Omit<RaceAnalysis, "bets">;

const raceId = sql.placeholder("raceId");
const userId = sql.placeholder("userId");
const isAsked = eq(races.raceId, raceId);

/** Changes on its day. */
const selectNow = (db: Database, kinds?: readonly OddsKind[]) =>
  [
    db.select(detailedRaceColumns).from(races).where(and(isAsked, isVisibleRace)),
    db.select(runnerColumns).from(runners).where(eq(runners.raceId, raceId)).orderBy(asc(runners.horseNum)),
    selectNewestOdds(db, isAsked, kinds),
    selectRaceChanges(db, isAsked),
    selectRecordsOfRace(db, isAsked),
  ] as const;

function toNow([[race], card, newestOdds, changes, records]: RowsOf<ReturnType<typeof selectNow>>) {
  if (race === undefined) return null;
  return { race: toRaceRecord(race), runners: card, newestOdds, raceChanges: changes[0] ?? NO_CHANGES, records };
}

/** For each page of a race. @param kinds of odds */
export const selectForPage = (db: Database, kinds?: readonly OddsKind[]) =>
  [selectNeighbours(db, raceId), selectOwnAnalyses(db, { raceId, userId }), ...selectNow(db, kinds)] as const;

export function toPage([neighbours, own, ...now]: RowsOf<ReturnType<typeof selectForPage>>) {
  const found = toNow(now);
  return found && { ...found, neighbours, analyses: own.map(withScores) };
}

const prepareNow = prepareBatch((db) => [selectOddsBefore(db, isAsked, KEPT_MINUTES), ...selectNow(db)]);

const prepareCard = prepareBatch((db) => [
  selectOddsBefore(db, isAsked, KEPT_MINUTES),
  selectPastRuns(db, raceId),
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
  ...selectForPage(db),
]);

/** Null: unknown or invisible. */
export async function readRaceCard(db: Database, asked: { raceId: string; userId: number }) {
  const read = await prepareCard(db, asked);
  const [oddsBefore, runs, paid, marks, notes, ownModels, [newestDetails], ...ofPage] = read;
  const page = toPage(ofPage);
  return (
    page && {
      ...page,
      oddsBefore,
      pastRuns: runs.map(({ nth: _nth, ...run }) => run),
      why: (newestDetails?.zipped && unzipDetails(newestDetails.zipped)?.why) || [],
      payouts: paid,
      own: { marks, notes },
      models: ownModels.map(toModelRecord),
    }
  );
}

/** Few rows. Null: unknown or invisible. */
export async function readRaceNow(db: Database, asked: { raceId: string }) {
  const [oddsBefore, ...now] = await prepareNow(db, asked);
  const found = toNow(now);
  return found && { ...found, oddsBefore };
}

export function withScores({
  scores,
  ...analysis
}: Omit<CardAnalysis, "scores"> & { scores: string | null }): CardAnalysis {
  return { ...analysis, scores: parseScores(scores) ?? [] };
}

function selectPastRuns(db: Database, raceId: Placeholder) {
  const runs = db
    .select({
      horseId: runners.horseId,
      ...columnsOf(races, "raceId", "date", "venue", "name", "grade", "surface", "distanceM", "going", "runnerCount"),
      ...columnsOf(runners, "status", "finishPosition", "timeS"),
      gapS: gapOfRun(db).as("gap_s"),
      ...columnsOf(runners, "cornerPositions", "last600mS", "popularity"),
      ...columnsOf(runners, "jockeyName", "carriedWeightKg", "bodyWeightKg"),
      nth: startsBack.as("nth"),
    })
    .from(runners)
    .innerJoin(races, eq(races.raceId, runners.raceId))
    .where(isEarlierStart(db, raceId))
    .as("runs");
  return db.select().from(runs).where(lte(runs.nth, PAST_RUNS)).orderBy(desc(runs.date));
}

function selectNeighbours(db: Database, raceId: string | Placeholder) {
  const own = alias(races, "own");
  return db
    .select({ raceId: races.raceId, raceNum: races.raceNum })
    .from(races)
    .innerJoin(own, and(eq(own.venueType, races.venueType), eq(own.date, races.date), eq(own.venue, races.venue)))
    .where(and(eq(own.raceId, raceId), isVisibleRace))
    .orderBy(asc(races.raceNum));
}

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
      ...columnsOf(analyses, "completedAt", "isLearntFrom", "scores"),
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
