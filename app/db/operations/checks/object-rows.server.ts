import { and, asc, eq, gt, isNotNull, isNull, min, notExists, notInArray, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { present } from "#app/db/fragments.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { imports } from "#app/db/schema/racing.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { ENDED_IMPORTS } from "#app/domain/racing/import-status.ts";

interface Page {
  after: string;
  limit: number;
}

export async function listArtifacts(db: Database, { after, limit }: Page) {
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

export async function listShared(db: Database, { after, limit }: Page): Promise<number[]> {
  const rows = await db
    .select({ id: analyses.id })
    .from(analyses)
    .where(and(isShared, gt(analyses.id, Number(after))))
    .orderBy(asc(analyses.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function listImportFiles(db: Database, { after, limit }: Page) {
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
  const findMissing = async <Value extends string | number>(values: readonly Value[], found: SQLWrapper) => {
    const given = sql`json_each(${JSON.stringify(values)}) given`;
    const rows = await db.all<{ value: Value }>(sql`select ${value} from ${given} where ${notExists(found)}`);
    return rows.map((row) => row.value);
  };
  const isOpenImport = and(eq(imports.id, value), notInArray(imports.status, [...ENDED_IMPORTS]));
  const [unnamed, ended, unshared] = await Promise.all([
    findMissing(
      artifacts,
      db
        .select({ id: models.id })
        .from(models)
        .where(and(isNotNull(models.artifactKey), eq(models.artifactKey, value))),
    ),
    findMissing(importIds, db.select({ id: imports.id }).from(imports).where(isOpenImport)),
    findMissing(
      analysisIds,
      db
        .select({ id: analyses.id })
        .from(analyses)
        .where(and(eq(analyses.id, value), isShared)),
    ),
  ]);
  return { artifacts: unnamed, importIds: ended, analysisIds: unshared };
}
