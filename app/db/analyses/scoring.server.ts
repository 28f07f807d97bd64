import type { AnalysisDetails } from "#app/domain/scoring/analysis-details.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { Score } from "#app/domain/scoring/score.ts";

/** An analysis that is to be made, with what of its model and race it needs. */
interface ScoringRow {
  raceId: string;
  raceDay: string;
  raceVenueType: number;
  raceDataVersion: number;
  /** 1 while an import is changing the race. */
  isRaceChanging: number;
  artifactKey: string | null;
}

/** Null when the analysis is unknown, deleted, or no longer running. */
export async function findScoring(d1: D1Database, analysisId: number): Promise<ScoringRow | null> {
  return d1
    .prepare(
      `select r.race_id as raceId, r.date as raceDay, r.venue_type as raceVenueType,
              r.data_version as raceDataVersion, r.pending_import_id is not null as isRaceChanging,
              m.artifact_key as artifactKey
       from analyses a join models m on m.id = a.model_id join races r on r.race_id = a.race_id
       where a.id = ?1 and a.status = ?2 and a.deleted_at is null`,
    )
    .bind(analysisId, AnalysisStatus.running)
    .first<ScoringRow>();
}

export interface CardRow {
  horseNum: number;
  bracketNum: number | null;
  horseName: string;
}

/** The card of a race; reads the primary key of runners. */
export async function listCard(d1: D1Database, raceId: string): Promise<CardRow[]> {
  const { results } = await d1
    .prepare(
      `select horse_num as horseNum, bracket_num as bracketNum, horse_name as horseName
       from runners where race_id = ?1 order by horse_num`,
    )
    .bind(raceId)
    .all<CardRow>();
  return results;
}

/** Completes an analysis once. @returns false when it was ended or deleted before. */
export async function completeScoring(
  d1: D1Database,
  scoring: {
    analysisId: number;
    scores: readonly Score[];
    details: AnalysisDetails;
    isLearntFrom: boolean;
    now: number;
  },
): Promise<boolean> {
  const result = await d1
    .prepare(
      `update analyses set status = ?2, scores = ?3, is_learnt_from = ?4, completed_at = ?5, progress = 1, details = ?7
       where id = ?1 and status = ?6 and deleted_at is null`,
    )
    .bind(
      scoring.analysisId,
      AnalysisStatus.complete,
      JSON.stringify(scoring.scores),
      scoring.isLearntFrom ? 1 : 0,
      scoring.now,
      AnalysisStatus.running,
      JSON.stringify(scoring.details),
    )
    .run();
  return result.meta.changes > 0;
}

/** Fails an analysis that is still running and gives its use back, once. */
export async function failScoring(
  d1: D1Database,
  { analysisId, now }: { analysisId: number; now: number },
): Promise<void> {
  await d1.batch([
    d1
      .prepare("update analyses set status = ?2 where id = ?1 and status = ?3")
      .bind(analysisId, AnalysisStatus.failed, AnalysisStatus.running),
    d1
      .prepare(
        `update usage set returned_at = ?2 where kind = 'analysis' and subject_id = ?1 and returned_at is null
         and exists (select 1 from analyses where id = ?1 and status = ?3)`,
      )
      .bind(analysisId, now, AnalysisStatus.failed),
  ]);
}
