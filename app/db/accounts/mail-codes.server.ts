import { and, eq, gt, isNull, not, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { existsIn } from "#app/db/fragments.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { mailCodes, users } from "#app/db/schema/accounts.server.ts";

type MailCodeKind = (typeof mailCodes.$inferSelect)["kind"];

/** Part of the statement that needs it (index users_email). */
function selectUserId(db: Database, email: string) {
  return db.select({ id: users.id }).from(users).where(eq(users.email, email));
}

export function isOpenCode(now: number) {
  return and(isNull(mailCodes.usedAt), gt(mailCodes.expiresAt, now));
}

/** Older codes expire. The same statement looks up the user, so every address takes as long. */
export async function insertMailCode(
  db: Database,
  code: {
    id: string;
    codeHash: string;
    kind: MailCodeKind;
    email: string;
    attribution: string;
    now: number;
    expiresAt: number;
  },
): Promise<void> {
  const { now, ...row } = code;
  await db.batch([
    db
      .update(mailCodes)
      .set({ expiresAt: now })
      .where(and(eq(mailCodes.email, row.email), eq(mailCodes.kind, row.kind), gt(mailCodes.expiresAt, now))),
    db.insert(mailCodes).values({ ...row, userId: sql`${selectUserId(db, row.email)}`, createdAt: now }),
  ]);
}

/** Renews a valid code in its first term, so a code lives two terms at most. @param code expiresAt: a term from now */
export async function renewResetCode(
  db: Database,
  code: { id: string; codeHash: string; email: string; now: number; expiresAt: number },
): Promise<string> {
  const { id, codeHash, email, now, expiresAt } = code;
  const isResetOfAddress = and(eq(mailCodes.email, email), eq(mailCodes.kind, "reset-password"));
  const userId = selectUserId(db, email);
  const [renewed] = await db.batch([
    db
      .update(mailCodes)
      .set({ expiresAt })
      .where(
        and(
          isResetOfAddress,
          isOpenCode(now),
          gt(mailCodes.createdAt, now - (expiresAt - now)),
          sql`${mailCodes.userId} is ${userId}`,
        ),
      )
      .returning({ id: mailCodes.id }),
    db
      .update(mailCodes)
      .set({ expiresAt: now })
      .where(and(sql`changes() = 0`, isResetOfAddress, gt(mailCodes.expiresAt, now))),
    insertWhere(
      db,
      mailCodes,
      { id, codeHash, kind: "reset-password", email, userId: sql`${userId}`, createdAt: now, expiresAt },
      { where: not(existsIn(mailCodes, and(isResetOfAddress, isOpenCode(now)))) },
    ),
  ]);
  return renewed[0]?.id ?? id;
}

/** Null: used, expired or replaced. */
export async function findMailCodeById(db: Database, { id, now }: { id: string; now: number }) {
  const row = await db
    .select({ kind: mailCodes.kind, email: mailCodes.email, isRegistered: isRegistered().mapWith(Boolean) })
    .from(mailCodes)
    .where(and(eq(mailCodes.id, id), isOpenCode(now)))
    .get();
  return row ?? null;
}

function isRegistered() {
  return existsIn(users, eq(users.email, mailCodes.email));
}

/** Null: unknown, used, expired or registered. */
export async function findSignUpCode(db: Database, { codeHash, now }: { codeHash: string; now: number }) {
  const row = await db
    .select({ email: mailCodes.email })
    .from(mailCodes)
    .where(
      and(eq(mailCodes.codeHash, codeHash), eq(mailCodes.kind, "sign-up"), isOpenCode(now), sql`not ${isRegistered()}`),
    )
    .get();
  return row ?? null;
}

/** Null: unknown, used, expired or no account. */
export async function findResetCode(db: Database, { codeHash, now }: { codeHash: string; now: number }) {
  const row = await db
    .select({ email: mailCodes.email, userId: users.id })
    .from(mailCodes)
    .innerJoin(users, and(eq(users.id, mailCodes.userId), eq(users.email, mailCodes.email)))
    .where(and(eq(mailCodes.codeHash, codeHash), eq(mailCodes.kind, "reset-password"), isOpenCode(now)))
    .get();
  return row ?? null;
}
