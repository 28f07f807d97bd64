import { and, asc, eq, isNotNull, isNull, lte, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { present } from "#app/db/fragments.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import type { NotMeasured } from "#app/domain/comparing/parent-and-child.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";

/**
 * Null: it inherited from none.
 * @returns artifactKey null: not trained and stored; tries: place by id among the account's models of its venue type,
 * which learn from the same races; the first has none
 */
export async function findParent(db: Database, { modelId }: { modelId: number }) {
  const [child, parent] = [alias(models, "child"), alias(models, "parent")];
  const row = await db
    .select({
      status: parent.status,
      artifactKey: parent.artifactKey,
      upToChild: db.$count(
        models,
        and(eq(models.userId, child.userId), eq(models.venueType, child.venueType), lte(models.id, modelId)),
      ),
    })
    .from(child)
    .crossJoin(parent)
    .where(and(eq(child.id, modelId), eq(parent.id, child.parentId)))
    .get();
  if (row === undefined) return null;
  const artifactKey = row.status === ModelStatus.complete && row.artifactKey ? row.artifactKey : null;
  return { artifactKey, tries: Math.max(1, row.upToChild - 1) };
}

/** The parent was not trained when the model was completed. */
export async function listUncompared(db: Database, { modelId }: { modelId: number }) {
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

/** Keeps a known one. */
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

const MOST_ANCESTORS = 12;

export function selectAncestors(db: Database, { userId, modelId }: Record<"userId" | "modelId", number | Placeholder>) {
  const isInherited = isNotNull(models.parentId);
  const line = db.$with("line").as(
    db
      .select({ id: models.parentId, distance: sql<number>`1`.as("distance") })
      .from(models)
      .where(and(eq(models.id, modelId), eq(models.userId, userId), isInherited))
      .unionAll(
        db
          .select({ id: models.parentId, distance: sql<number>`line.distance + 1` })
          .from(sql`line`)
          .crossJoin(models)
          .where(and(eq(models.id, sql`line.parent_id`), isInherited, sql`line.distance < ${MOST_ANCESTORS}`)),
      ),
  );
  return db
    .with(line)
    .select({
      modelId: models.id,
      name: models.name,
      featureCount: models.featureCount,
      isDeleted: sql`${models.deletedAt} is not null`.mapWith(Boolean),
    })
    .from(line)
    .crossJoin(models)
    .where(eq(models.id, line.id))
    .orderBy(asc(line.distance));
}
