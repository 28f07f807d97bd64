import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { returnUses } from "#app/db/accounts/usage.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { hasRow } from "#app/db/fragments.server.ts";
import { isOpenJob } from "#app/db/jobs/new-jobs.server.ts";
import { insertModelNotification } from "#app/db/notifications/event-notifications.server.ts";

import { models } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";

/** The first call fixes the cut-off day. Null: unknown, deleted or not being created. */
export async function startTraining(db: Database, { modelId, today }: { modelId: number; today: string }) {
  const row = await db
    .update(models)
    .set({
      cutoffDay: sql`coalesce(${models.cutoffDay}, ${today})`,
      progress: sql`coalesce(${models.progress}, 0)`,
    })
    .where(isCreating(modelId))
    .returning({ venueType: models.venueType, features: models.features, cutoffDay: models.cutoffDay })
    .get();
  return row === undefined ? null : { ...row, cutoffDay: row.cutoffDay ?? today };
}

function isCreating(modelId: number) {
  return and(eq(models.id, modelId), eq(models.status, ModelStatus.creating), isNull(models.deletedAt));
}

/** Never goes back. @returns false: nothing left to train for */
export async function saveTrainingProgress(
  db: Database,
  { modelId, share }: { modelId: number; share: number },
): Promise<boolean> {
  const { meta } = await db
    .update(models)
    .set({ progress: sql`max(coalesce(${models.progress}, 0), ${share})` })
    .where(isCreating(modelId));
  return meta.changes > 0;
}

/** Once, with its notification. @returns false if it ended before */
export async function completeTraining(
  db: Database,
  {
    modelId,
    now,
    notification,
    ...training
  }: {
    modelId: number;
    artifactKey: string;
    report: string;
    details: string | null;
    now: number;
    notification: Omit<Parameters<typeof insertModelNotification>[1], "modelId">;
  },
): Promise<boolean> {
  const [{ meta }] = await db.batch([
    db
      .update(models)
      .set({ ...training, status: ModelStatus.complete, completedAt: now, progress: 1 })
      .where(isCreating(modelId)),
    insertModelNotification(db, { ...notification, modelId }),
  ]);
  return meta.changes > 0;
}

/** Returns the creation, once. */
export async function failTraining(db: Database, { modelId, now }: { modelId: number; now: number }): Promise<void> {
  const isOfStatus = (status: number) => and(eq(models.id, modelId), eq(models.status, status));
  const failed = db.select({ id: models.id }).from(models).where(isOfStatus(ModelStatus.failed));
  await db.batch([
    db.update(models).set({ status: ModelStatus.failed }).where(isOfStatus(ModelStatus.creating)),
    returnUses(db, { kind: "model", of: failed, now }),
  ]);
}

export async function isRaceDataChanging(db: Database): Promise<boolean> {
  return await hasRow(db, jobs, and(inArray(jobs.kind, ["ingest-import", "build-features"]), isOpenJob));
}
