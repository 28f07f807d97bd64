import { and, desc, eq, gt, lt, lte } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { isLiving } from "#app/db/fragments.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { apiTokens, users } from "#app/db/schema/accounts.server.ts";

interface NewToken {
  tokenHash: string;
  userId: number;
  name: string;
  now: number;
  expiresAt: number;
}

/** One guarded statement; expired ones go first. @returns false: too many, or the name is in use */
export async function insertToken(
  db: Database,
  { tokenHash, userId, name, now, expiresAt, limit }: NewToken & { limit: number },
): Promise<boolean> {
  const isWithin = lt(db.$count(apiTokens, eq(apiTokens.userId, userId)), limit);
  const row = { id: tokenHash, userId, name, createdAt: now, expiresAt };
  const source = { from: users, where: and(isLiving(userId), isWithin) };
  const [, { meta }] = await db.batch([
    db.delete(apiTokens).where(and(eq(apiTokens.userId, userId), lte(apiTokens.expiresAt, now))),
    insertWhere(db, apiTokens, row, source).onConflictDoNothing(),
  ]);
  return meta.changes === 1;
}

export async function listTokens(db: Database, { userId, now }: { userId: number; now: number }) {
  return await db
    .select({ name: apiTokens.name, createdAt: apiTokens.createdAt, expiresAt: apiTokens.expiresAt })
    .from(apiTokens)
    .where(and(eq(apiTokens.userId, userId), gt(apiTokens.expiresAt, now)))
    .orderBy(desc(apiTokens.createdAt), apiTokens.name);
}

export async function deleteToken(db: Database, { userId, name }: { userId: number; name: string }): Promise<void> {
  await db.delete(apiTokens).where(and(eq(apiTokens.userId, userId), eq(apiTokens.name, name)));
}
