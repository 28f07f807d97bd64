import { and, eq, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { isAmong } from "#app/db/fragments.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";

/** Without those of these deleted accounts. */
export async function listNamedByLiving(
  db: Database,
  { artifacts, deleted }: { artifacts: readonly string[]; deleted: readonly number[] },
): Promise<string[]> {
  const isDeleted = db.select({ id: sql<number>`value`.as("id") }).from(sql`json_each(${JSON.stringify(deleted)})`);
  const rows = await db
    .selectDistinct({ key: models.artifactKey })
    .from(models)
    .where(
      and(
        isAmong(models.artifactKey, artifacts),
        isNotNull(models.artifactKey),
        eq(models.status, ModelStatus.complete),
        isNull(models.deletedAt),
        notInArray(models.userId, isDeleted),
      ),
    );
  return rows.map(({ key }) => key ?? "");
}

export async function listLiving(db: Database, userIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isAmong(users.id, userIds), isNull(users.deletedAt)));
  return rows.map(({ id }) => id);
}

export async function deleteStoppedShares(db: Database, analysisIds: readonly number[]): Promise<void> {
  await db.update(analyses).set({ sharedAt: null }).where(isAmong(analyses.id, analysisIds));
}
