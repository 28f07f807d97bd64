import { and, eq, isNotNull, isNull, lte, ne, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { isAmong } from "#app/db/fragments.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { artifactRemovals, models } from "#app/db/schema/models.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";

/**
 * Two models can share an artifact. A training names it before writing, and a removal is recorded before deleting:
 * each sees the other.
 */

/** No invocation lives longer. */
export const LONGEST_INVOCATION_SECONDS = 1_200;

/** Before it is written. being-removed: retry later. */
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

/** Skips artifacts of living accounts, deleted models included. @returns their keys */
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

export async function endArtifactRemovals(db: Database, artifactKeys: readonly string[]): Promise<void> {
  await db.delete(artifactRemovals).where(isAmong(artifactRemovals.artifactKey, artifactKeys));
}
