import { and, asc, eq, exists, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { usage } from "#app/db/schema/accounts.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import type { AnalysisDetails } from "#app/domain/scoring/analysis-details.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { Score } from "#app/domain/scoring/score.ts";

/** An analysis that is to be made, with what of its model and race it needs. */
interface ScoringRow {
  raceId: string;
  raceDay: string;
  raceVenueType: number;
  isRaceCancelled: boolean;
  raceDataVersion: number;
  /** While an import is changing the race. */
  isRaceChanging: boolean;
  artifactKey: string | null;
}

/** Null when the analysis is unknown, deleted, or no longer running (primary keys). */
export async function findScoring(db: Database, analysisId: number): Promise<ScoringRow | null> {
  const row = await db
    .select({
      raceId: races.raceId,
      raceDay: races.date,
      raceVenueType: races.venueType,
      isRaceCancelled: sql`${races.status} = 'cancelled'`.mapWith(Boolean),
      raceDataVersion: races.dataVersion,
      isRaceChanging: sql`${races.pendingImportId} is not null`.mapWith(Boolean),
      artifactKey: models.artifactKey,
    })
    .from(analyses)
    .innerJoin(models, eq(models.id, analyses.modelId))
    .innerJoin(races, eq(races.raceId, analyses.raceId))
    .where(isRunning(analysisId))
    .get();
  return row ?? null;
}

function isRunning(analysisId: number) {
  return and(eq(analyses.id, analysisId), eq(analyses.status, AnalysisStatus.running), isNull(analyses.deletedAt));
}

export interface CardRow {
  horseNum: number;
  bracketNum: number | null;
  horseName: string;
}

/** The card of a race; reads the primary key of runners. */
export async function listCard(db: Database, raceId: string): Promise<CardRow[]> {
  return await db
    .select({ horseNum: runners.horseNum, bracketNum: runners.bracketNum, horseName: runners.horseName })
    .from(runners)
    .where(eq(runners.raceId, raceId))
    .orderBy(asc(runners.horseNum));
}

/** Completes an analysis once. @returns false when it was ended or deleted before. */
export async function completeScoring(
  db: Database,
  scoring: {
    analysisId: number;
    scores: readonly Score[];
    details: AnalysisDetails;
    isLearntFrom: boolean;
    now: number;
  },
): Promise<boolean> {
  const { meta } = await db
    .update(analyses)
    .set({
      status: AnalysisStatus.complete,
      scores: JSON.stringify(scoring.scores),
      isLearntFrom: scoring.isLearntFrom,
      completedAt: scoring.now,
      progress: 1,
      details: JSON.stringify(scoring.details),
    })
    .where(isRunning(scoring.analysisId));
  return meta.changes > 0;
}

/** Fails an analysis that is still running and gives its use back, once. */
export async function failScoring(
  db: Database,
  { analysisId, now }: { analysisId: number; now: number },
): Promise<void> {
  const isOfStatus = (status: number) => and(eq(analyses.id, analysisId), eq(analyses.status, status));
  await db.batch([
    db.update(analyses).set({ status: AnalysisStatus.failed }).where(isOfStatus(AnalysisStatus.running)),
    db
      .update(usage)
      .set({ returnedAt: now })
      .where(
        and(
          eq(usage.kind, "analysis"),
          eq(usage.subjectId, analysisId),
          isNull(usage.returnedAt),
          exists(db.select({ id: analyses.id }).from(analyses).where(isOfStatus(AnalysisStatus.failed))),
        ),
      ),
  ]);
}
