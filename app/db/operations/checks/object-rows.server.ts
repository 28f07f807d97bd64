import { sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import type { Walk } from "./work-walks.server.ts";

/** Which objects in R2 rows name, and which of given objects no row names. */

/** Artifacts of models that need theirs, by key (models_artifact_key). */
export async function listArtifacts(
  db: Database,
  { after, limit }: Pick<Walk, "after" | "limit">,
): Promise<{ key: string; modelId: number }[]> {
  return db.all(sql`
    select m.artifact_key key, min(m.id) modelId from models m
    where m.artifact_key is not null and m.artifact_key > ${after} and m.status = ${ModelStatus.complete} and m.deleted_at is null
    group by m.artifact_key order by m.artifact_key limit ${limit}`);
}

/** Analyses that are shared (analyses_shared). */
export async function listShared(db: Database, { after, limit }: Pick<Walk, "after" | "limit">): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    select id from analyses where shared_at is not null and deleted_at is null and id > ${Number(after)}
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Files of imports that are not over, those of the next imports. */
export async function listImportFiles(
  db: Database,
  { after, limit }: Pick<Walk, "after" | "limit">,
): Promise<{ importId: number; files: string }[]> {
  return db.all(sql`
    select id importId, files from imports
    where status not in ('done', 'refused', 'failed') and id > ${Number(after)} order by id limit ${limit}`);
}

/** Of these artifacts those that no model names, of these imports those that are over, of these analyses those that are not shared. */
export async function findUnnamed(
  db: Database,
  {
    artifacts,
    importIds,
    analysisIds,
  }: { artifacts: readonly string[]; importIds: readonly number[]; analysisIds: readonly number[] },
): Promise<{ artifacts: string[]; importIds: number[]; analysisIds: number[] }> {
  const [unnamed, over, unshared] = await Promise.all([
    db.all<{ value: string }>(sql`
      select value from json_each(${JSON.stringify(artifacts)}) given
      where not exists (select 1 from models where artifact_key is not null and artifact_key = given.value)`),
    db.all<{ value: number }>(sql`
      select value from json_each(${JSON.stringify(importIds)}) given
      where not exists (select 1 from imports where id = given.value and status not in ('done', 'refused', 'failed'))`),
    db.all<{ value: number }>(sql`
      select value from json_each(${JSON.stringify(analysisIds)}) given
      where not exists
        (select 1 from analyses where id = given.value and shared_at is not null and deleted_at is null)`),
  ]);
  return {
    artifacts: unnamed.map(({ value }) => value),
    importIds: over.map(({ value }) => value),
    analysisIds: unshared.map(({ value }) => value),
  };
}
