import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { type Database, prepareBatch } from "#app/db/database.server.ts";
import { selectRaceMarks } from "#app/db/fans/horse-marks.server.ts";
import { type ModelRecord, selectModelsBesideOdds, toModelRecord } from "#app/db/models/models.server.ts";
import { analyses } from "#app/db/schema/models.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import type { OwnMark } from "#app/domain/own-marks.ts";
import type { RaceDetails, Runner } from "#app/domain/racing/records.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { NeighbouringRace } from "#app/domain/views/race-card.ts";
import { NO_CHANGES, type RaceChanges, selectRaceChanges } from "./freshness.server.ts";
import { selectNewestOdds } from "./odds.server.ts";
import { type CardAnalysis, selectNeighbours, selectOwnAnalyses, withScores } from "./race-cards.server.ts";
import { detailedRaceColumns, isVisibleRace, type RaceRecord, runnerColumns, toRaceRecord } from "./races.server.ts";
import { type StoredRecords, selectRecordsOfRace } from "./record-sets.server.ts";

interface RaceModelsRecord {
  race: RaceRecord & RaceDetails;
  runners: Runner[];
  neighbours: NeighbouringRace[];
  newestOdds: { order: string; odds: string }[];
  raceChanges: RaceChanges;
  records: StoredRecords[];
  analyses: CardAnalysis[];
  ownMarks: { horseId: string; mark: OwnMark }[];
  runningModelIds: number[];
  /** JSON; null without. */
  models: { model: ModelRecord; value: string | null; secondStage: string | null }[];
}

const raceId = sql.placeholder("raceId");
const userId = sql.placeholder("userId");
const isAsked = eq(races.raceId, raceId);

const prepareRead = prepareBatch((db) => [
  db.select(detailedRaceColumns).from(races).where(and(isAsked, isVisibleRace)),
  db.select(runnerColumns).from(runners).where(eq(runners.raceId, raceId)).orderBy(asc(runners.horseNum)),
  selectNeighbours(db, raceId),
  selectNewestOdds(db, isAsked),
  selectRaceChanges(db, isAsked),
  selectRecordsOfRace(db, isAsked),
  selectOwnAnalyses(db, { raceId, userId }),
  db
    .select({ modelId: analyses.modelId })
    .from(analyses)
    .where(
      and(
        eq(analyses.raceId, raceId),
        eq(analyses.userId, userId),
        eq(analyses.status, AnalysisStatus.running),
        isNull(analyses.deletedAt),
      ),
    ),
  selectModelsBesideOdds(db, { userId }),
  selectRaceMarks(db, { userId, raceId }),
]);

/** Null: unknown or invisible. */
export async function readRaceModels(
  db: Database,
  asked: { raceId: string; userId: number },
): Promise<RaceModelsRecord | null> {
  const [found, card, neighbours, newest, changes, records, own, running, models, ownMarks] = await prepareRead(
    db,
    asked,
  );
  const [race] = found;
  if (race === undefined) return null;
  return {
    race: toRaceRecord(race),
    runners: card,
    neighbours,
    newestOdds: newest,
    raceChanges: changes[0] ?? NO_CHANGES,
    records,
    analyses: own.map(withScores),
    runningModelIds: running.map(({ modelId }) => modelId),
    ownMarks,
    models: models.map(({ value, secondStage, ...model }) => ({ model: toModelRecord(model), value, secondStage })),
  };
}
