import { asc, eq } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { isAmong, isLiving, jsonField, jsonRows } from "#app/db/fragments.server.ts";
import { insertWhere, type RowSource } from "#app/db/row-selection.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { sealKeys } from "#app/db/schema/seal.server.ts";

/** Without deleted accounts. */
export async function listOwnerKeys(db: Database, { modelIds }: { modelIds: readonly number[] }) {
  return await db
    .select({ modelId: models.id, userId: models.userId, key: sealKeys.key })
    .from(models)
    .innerJoin(users, isLiving(models.userId))
    .leftJoin(sealKeys, eq(sealKeys.userId, models.userId))
    .where(isAmong(models.id, modelIds))
    .orderBy(asc(models.id));
}

/** Existing keys stay; deleted accounts get none. */
export async function insertOwnerKeys(db: Database, keys: readonly { userId: number; key: string }[]): Promise<void> {
  const row = { userId: users.id, key: jsonField("key") };
  const source: RowSource = { from: jsonRows(keys), joins: [[users, isLiving(jsonField("userId"))]] };
  await insertWhere(db, sealKeys, row, source).onConflictDoNothing();
}
