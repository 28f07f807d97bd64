import { and, eq, isNull, sql } from "drizzle-orm";
import { type Database, prepareBatch } from "#app/db/database.server.ts";
import { selectRaceMarks } from "#app/db/fans/horse-marks.server.ts";
import { selectModelsBesideOdds, toModelRecord } from "#app/db/models/models.server.ts";
import { analyses } from "#app/db/schema/models.server.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { selectForPage, toPage } from "./race-cards.server.ts";

const raceId = sql.placeholder("raceId");
const userId = sql.placeholder("userId");

const prepareRead = prepareBatch((db) => [
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
  ...selectForPage(db),
]);

/** Null: unknown or invisible. */
export async function readRaceModels(db: Database, asked: { raceId: string; userId: number }) {
  const [running, models, ownMarks, ...ofPage] = await prepareRead(db, asked);
  const page = toPage(ofPage);
  return (
    page && {
      ...page,
      runningModelIds: running.map(({ modelId }) => modelId),
      ownMarks,
      models: models.map(({ value, secondStage, ...model }) => ({ model: toModelRecord(model), value, secondStage })),
    }
  );
}
