import { and, asc, eq, isNull } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { isAmong, jsonField, jsonRows } from "#app/db/fragments.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { sealKeys } from "#app/db/schema/seal.server.ts";

/** Keys of the sealed texts of ranked models, one per account. */

/** The accounts of models, without those that are deleted, and their keys as far as they have one (primary keys). */
export async function listOwnerKeys(
  db: Database,
  { modelIds }: { modelIds: readonly number[] },
): Promise<{ modelId: number; userId: number; key: string | null }[]> {
  return await db
    .select({ modelId: models.id, userId: models.userId, key: sealKeys.key })
    .from(models)
    .innerJoin(users, eq(users.id, models.userId))
    .leftJoin(sealKeys, eq(sealKeys.userId, models.userId))
    .where(and(isAmong(models.id, modelIds), isNull(users.deletedAt)))
    .orderBy(asc(models.id));
}

/** Gives accounts a key; one that has one keeps it, and a deleted account gets none (primary key). */
export async function insertOwnerKeys(db: Database, keys: readonly { userId: number; key: string }[]): Promise<void> {
  const row = rowSelection(sealKeys, { userId: users.id, key: jsonField("key") });
  await db
    .insert(sealKeys)
    .select(
      db
        .select(row)
        .from(jsonRows(keys))
        .innerJoin(users, eq(users.id, jsonField("userId")))
        .where(isNull(users.deletedAt)),
    )
    .onConflictDoNothing();
}

/** Makes what ranked models of a user were sealed with unreadable, for the batch that deletes the account. */
export function deleteOwnerKey(db: Database, userId: number) {
  return db.delete(sealKeys).where(eq(sealKeys.userId, userId));
}
