import { and, asc, eq, gt, isNotNull, isNull, min, notExists, notInArray, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { present } from "#app/db/fragments.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { imports } from "#app/db/schema/racing.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { ENDED_IMPORTS } from "#app/domain/racing/import-status.ts";
import type { Walk } from "./work-walks.server.ts";

export async function listArtifacts(db: Database, { after, limit }: Pick<Walk, "after" | "limit">) {
  return db
    .select({ key: present(models.artifactKey), modelId: sql<number>`${min(models.id)}` })
    .from(models)
    .where(
      and(
        isNotNull(models.artifactKey),
        gt(models.artifactKey, after),
        eq(models.status, ModelStatus.complete),
        isNull(models.deletedAt),
      ),
    )
    .groupBy(models.artifactKey)
    .orderBy(asc(models.artifactKey))
    .limit(limit);
}

const isShared = and(isNotNull(analyses.sharedAt), isNull(analyses.deletedAt));

export async function listShared(db: Database, { after, limit }: Pick<Walk, "after" | "limit">): Promise<number[]> {
  const rows = await db
    .select({ id: analyses.id })
    .from(analyses)
    .where(and(isShared, gt(analyses.id, Number(after))))
    .orderBy(asc(analyses.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function listImportFiles(db: Database, { after, limit }: Pick<Walk, "after" | "limit">) {
  return db
    .select({ importId: imports.id, files: imports.files })
    .from(imports)
    .where(and(notInArray(imports.status, [...ENDED_IMPORTS]), gt(imports.id, Number(after))))
    .orderBy(asc(imports.id))
    .limit(limit);
}

/** Artifacts without a model, imports that are over, analyses that are not shared. */
export async function findUnnamed(
  db: Database,
  {
    artifacts,
    importIds,
    analysisIds,
  }: { artifacts: readonly string[]; importIds: readonly number[]; analysisIds: readonly number[] },
) {
  const value = sql`given.value`;
  const givenOf = (values: readonly (string | number)[]) => sql`json_each(${JSON.stringify(values)}) given`;
  const [unnamed, ended, unshared] = await Promise.all([
    db
      .select({ value: sql<string>`${value}` })
      .from(givenOf(artifacts))
      .where(
        notExists(
          db
            .select({ id: models.id })
            .from(models)
            .where(and(isNotNull(models.artifactKey), eq(models.artifactKey, value))),
        ),
      ),
    db
      .select({ value: sql<number>`${value}` })
      .from(givenOf(importIds))
      .where(
        notExists(
          db
            .select({ id: imports.id })
            .from(imports)
            .where(and(eq(imports.id, value), notInArray(imports.status, [...ENDED_IMPORTS]))),
        ),
      ),
    db
      .select({ value: sql<number>`${value}` })
      .from(givenOf(analysisIds))
      .where(
        notExists(
          db
            .select({ id: analyses.id })
            .from(analyses)
            .where(and(eq(analyses.id, value), isShared)),
        ),
      ),
  ]);
  return {
    artifacts: unnamed.map(({ value }) => value),
    importIds: ended.map(({ value }) => value),
    analysisIds: unshared.map(({ value }) => value),
  };
}
