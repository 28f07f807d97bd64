import { and, desc, eq, exists, gt, isNull, lt } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { ONE_ROW } from "#app/db/fragments.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { apiTokens, users } from "#app/db/schema/accounts.server.ts";

interface NewToken {
  tokenHash: string;
  userId: number;
  name: string;
  now: number;
  expiresAt: number;
}

/** One guarded statement. @returns false: too many, or the name is in use */
export async function insertToken(
  db: Database,
  { tokenHash, userId, name, now, expiresAt, limit }: NewToken & { limit: number },
): Promise<boolean> {
  const isLiving = exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.deletedAt))),
  );
  const isWithin = lt(db.$count(apiTokens, eq(apiTokens.userId, userId)), limit);
  const row = rowSelection(apiTokens, { id: tokenHash, userId, name, createdAt: now, expiresAt });
  const { meta } = await db
    .insert(apiTokens)
    .select(db.select(row).from(ONE_ROW).where(and(isLiving, isWithin)))
    .onConflictDoNothing();
  return meta.changes === 1;
}

/** Unexpired, newest first. */
export async function listTokens(
  db: Database,
  { userId, now }: { userId: number; now: number },
): Promise<{ name: string; createdAt: number; expiresAt: number }[]> {
  return await db
    .select({ name: apiTokens.name, createdAt: apiTokens.createdAt, expiresAt: apiTokens.expiresAt })
    .from(apiTokens)
    .where(and(eq(apiTokens.userId, userId), gt(apiTokens.expiresAt, now)))
    .orderBy(desc(apiTokens.createdAt), apiTokens.name);
}

export async function deleteToken(db: Database, { userId, name }: { userId: number; name: string }): Promise<void> {
  await db.delete(apiTokens).where(and(eq(apiTokens.userId, userId), eq(apiTokens.name, name)));
}
