import { and, eq, isNotNull, isNull, lte, ne, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { isAmong } from "#app/db/fragments.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { artifactRemovals, models } from "#app/db/schema/models.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";

/**
 * Artifacts are named by their content, so two models can name the same one, and one can be written while another
 * account's deletion removes it. So a training names its artifact here before it writes it, and a removal is decided
 * here before it takes place: of the two, the second sees the first.
 */

/** No invocation lives as long: whoever began a removal, or named an artifact, by then has ended or died. */
export const LONGEST_INVOCATION_SECONDS = 1_200;

/**
 * Names the artifact of a model that is being created, before it is written (primary keys).
 * being-removed: to be tried again in a while.
 */
export async function nameArtifact(
  db: Database,
  { modelId, artifactKey }: { modelId: number; artifactKey: string },
): Promise<"named" | "being-removed" | "model-gone"> {
  const removal = db
    .select({ artifactKey: artifactRemovals.artifactKey })
    .from(artifactRemovals)
    .where(eq(artifactRemovals.artifactKey, artifactKey));
  const [named, removals] = await db.batch([
    db
      .update(models)
      .set({ artifactKey })
      .where(
        and(
          eq(models.id, modelId),
          eq(models.status, ModelStatus.creating),
          isNull(models.deletedAt),
          notExists(removal),
        ),
      ),
    removal,
  ]);
  if (named.meta.changes === 1) return "named";
  return removals.length === 1 ? "being-removed" : "model-gone";
}

const others = alias(models, "others");
const owners = alias(users, "owners");

/**
 * Begins to remove the artifacts of a deleted account that no model of a living account names, a deleted one included,
 * as its analyses may still be running. Nobody else removes one at the same time (index models_artifact_key).
 *
 * @returns their keys
 */
export async function beginArtifactRemovals(
  db: Database,
  { userId, now }: { userId: number; now: number },
): Promise<string[]> {
  const nameOfLiving = db
    .select({ id: others.id })
    .from(others)
    .innerJoin(owners, eq(owners.id, others.userId))
    .where(and(eq(others.artifactKey, models.artifactKey), isNull(owners.deletedAt)));
  const removals = await db
    .insert(artifactRemovals)
    .select(
      db
        .selectDistinct(rowSelection(artifactRemovals, { artifactKey: models.artifactKey, since: now }))
        .from(models)
        .innerJoin(users, and(eq(users.id, models.userId), isNotNull(users.deletedAt)))
        .where(and(eq(models.userId, userId), ne(models.artifactKey, ""), notExists(nameOfLiving))),
    )
    .onConflictDoUpdate({
      target: artifactRemovals.artifactKey,
      set: { since: sql`excluded.since` },
      setWhere: lte(artifactRemovals.since, now - LONGEST_INVOCATION_SECONDS),
    })
    .returning({ artifactKey: artifactRemovals.artifactKey });
  return removals.map(({ artifactKey }) => artifactKey);
}

/** The objects are gone: models may name them anew. */
export async function endArtifactRemovals(db: Database, artifactKeys: readonly string[]): Promise<void> {
  await db.delete(artifactRemovals).where(isAmong(artifactRemovals.artifactKey, artifactKeys));
}
