import { ModelStatus } from "#app/domain/learning/model-status.ts";

/** A model that is to be trained. */
interface TrainingRow {
  venueType: number;
  /** JSON of the feature choice. */
  features: string;
  /** Set once, when the training starts. */
  cutoffDay: string;
}

/**
 * Starts (or goes on with) a training: the first call fixes the cut-off day.
 *
 * @returns null when the model is unknown, deleted, or no longer being created
 */
export async function startTraining(
  d1: D1Database,
  { modelId, today }: { modelId: number; today: string },
): Promise<TrainingRow | null> {
  const row = await d1
    .prepare(
      `update models set cutoff_day = coalesce(cutoff_day, ?2), progress = coalesce(progress, 0)
       where id = ?1 and status = ?3 and deleted_at is null
       returning venue_type as venueType, features, cutoff_day as cutoffDay`,
    )
    .bind(modelId, today, ModelStatus.creating)
    .first<TrainingRow>();
  return row;
}

/** Shows the share done, which never goes back. @returns false when there is nothing left to train for. */
export async function saveTrainingProgress(
  d1: D1Database,
  { modelId, share }: { modelId: number; share: number },
): Promise<boolean> {
  const result = await d1
    .prepare(
      `update models set progress = max(coalesce(progress, 0), ?2)
       where id = ?1 and status = ?3 and deleted_at is null`,
    )
    .bind(modelId, share, ModelStatus.creating)
    .run();
  return result.meta.changes > 0;
}

/** Completes a model once; the artifact is in the store already. @returns false when it was ended before. */
export async function completeTraining(
  d1: D1Database,
  training: { modelId: number; artifactKey: string; report: string; details: string | null; now: number },
): Promise<boolean> {
  const result = await d1
    .prepare(
      `update models set status = ?2, artifact_key = ?3, report = ?4, completed_at = ?5, progress = 1, details = ?7
       where id = ?1 and status = ?6 and deleted_at is null`,
    )
    .bind(
      training.modelId,
      ModelStatus.complete,
      training.artifactKey,
      training.report,
      training.now,
      ModelStatus.creating,
      training.details,
    )
    .run();
  return result.meta.changes > 0;
}

/** Fails a model that is still being created and gives its creation back, once. */
export async function failTraining(d1: D1Database, { modelId, now }: { modelId: number; now: number }): Promise<void> {
  await d1.batch([
    d1
      .prepare("update models set status = ?2 where id = ?1 and status = ?3")
      .bind(modelId, ModelStatus.failed, ModelStatus.creating),
    d1
      .prepare(
        `update usage set returned_at = ?2 where kind = 'model' and subject_id = ?1 and returned_at is null
         and exists (select 1 from models where id = ?1 and status = ?3)`,
      )
      .bind(modelId, now, ModelStatus.failed),
  ]);
}

/** Whether an import or a feature build is under way; reads the index jobs_open_once. */
export async function isRaceDataChanging(d1: D1Database): Promise<boolean> {
  const row = await d1
    .prepare(
      `select 1 from jobs where kind in ('ingest-import', 'build-features') and status in ('queued', 'running') limit 1`,
    )
    .first();
  return row !== null;
}
