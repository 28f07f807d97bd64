import { and, eq, isNull, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { present } from "#app/db/fragments.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import type { NotMeasured } from "#app/domain/comparing/parent-and-child.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";

/** Which model inherited whose features; with `sql` where a statement recurses, for which drizzle has no builder. */

/** The parent of a model that is to be compared with it. */
interface ParentRow {
  /** Null unless it was trained and its artifact stands. */
  artifactKey: string | null;
  /** Which try of its family the child is: its place by id among the descendants of the first one, deleted ones too. */
  tries: number;
}

/** Null if the model inherited from none (primary key, models_parent_id). */
export async function findParent(db: Database, { modelId }: { modelId: number }): Promise<ParentRow | null> {
  const row = await db.get<ParentRow | undefined>(sql`
    with recursive
      ancestors(id, parent_id) as (
        select id, parent_id from models where id = ${modelId}
        union all select m.id, m.parent_id from ancestors a cross join models m on m.id = a.parent_id),
      family(id) as (
        select id from ancestors where parent_id is null
        union all select m.id from family f cross join models m on m.parent_id = f.id)
    select
      case when parent.status = ${ModelStatus.complete} then nullif(parent.artifact_key, '') end artifactKey,
      (select count(*) from family where id <= ${modelId}) - 1 tries
    from models child cross join models parent on parent.id = child.parent_id
    where child.id = ${modelId}`);
  return row ?? null;
}

/**
 * Complete models that were not compared with their parent because it was not trained, and it is now: the model itself or
 * children of it (primary key, models_parent_id).
 */
export async function listUncompared(
  db: Database,
  { modelId }: { modelId: number },
): Promise<{ modelId: number; artifactKey: string }[]> {
  const [child, parent] = [alias(models, "child"), alias(models, "parent")];
  const ofParent = db.select({ id: models.id }).from(models).where(eq(models.parentId, modelId));
  return db
    .select({ modelId: child.id, artifactKey: present(child.artifactKey) })
    .from(child)
    .innerJoin(parent, eq(parent.id, child.parentId))
    .where(
      and(
        sql`${child.id} in (select ${modelId} union all select id from ${ofParent})`,
        eq(child.status, ModelStatus.complete),
        eq(parent.status, ModelStatus.complete),
        isNull(child.deletedAt),
        isUncompared(child.details),
      ),
    );
}

/** Notes what a model is beside its parent, unless that is known by now (primary key). */
export async function saveBesideParent(
  db: Database,
  { modelId, parent }: { modelId: number; parent: string },
): Promise<void> {
  await db
    .update(models)
    .set({ details: sql`json_set(${models.details}, '$.parent', json(${parent}))` })
    .where(and(eq(models.id, modelId), isUncompared(models.details)));
}

function isUncompared(details: SQLWrapper): SQL {
  return sql`${details} ->> '$.parent[1]' = ${UNTRAINED}`;
}

const UNTRAINED: NotMeasured = "parent-untrained";

/** Ancestors that a page names at most. */
const MOST_ANCESTORS = 12;

/** The ancestors of a user's model, its parent first (primary key); for a batch with others. */
export function selectAncestors(db: Database, { userId, modelId }: Record<"userId" | "modelId", number | Placeholder>) {
  const rows = sql`(
    with recursive line(id, distance) as (
      select parent_id, 1 from models where id = ${modelId} and user_id = ${userId} and parent_id is not null
      union all
      select m.parent_id, line.distance + 1 from line cross join models m on m.id = line.id
      where m.parent_id is not null and line.distance < ${MOST_ANCESTORS})
    select m.id, m.name, m.feature_count, m.deleted_at is not null is_deleted
    from line cross join models m on m.id = line.id order by line.distance)`;
  return db
    .select({
      modelId: sql<number>`id`,
      name: sql<string>`name`,
      featureCount: sql<number>`feature_count`,
      isDeleted: sql<boolean>`is_deleted`.mapWith(Boolean),
    })
    .from(rows);
}
