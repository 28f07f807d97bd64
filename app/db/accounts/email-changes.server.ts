import { and, eq, gt, isNotNull, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE, existsIn, isLiving, present } from "#app/db/fragments.server.ts";
import { insertJob, insertJobWhere } from "#app/db/jobs/new-jobs.server.ts";
import { insertWhere, type RowSource } from "#app/db/row-selection.server.ts";
import { mailCodes, users } from "#app/db/schema/accounts.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { isOpenCode } from "./mail-codes.server.ts";
import { type ProfileChanges, updateProfile } from "./profiles.server.ts";

interface NewMailJob {
  id: string;
  subject: string;
  payload: unknown;
}

/** Any account with the address of a code. */
const others = alias(users, "others");

/** All or nothing; older codes of the user expire. */
export async function insertEmailChange(
  db: Database,
  {
    userId,
    passwordHash,
    changes,
    code,
    jobs: mails,
    now,
  }: {
    userId: number;
    /** As checked: no code is stored after a change of password. */
    passwordHash: string;
    changes: ProfileChanges;
    code: { id: string; codeHash: string; email: string; expiresAt: number };
    jobs: readonly NewMailJob[];
    now: number;
  },
): Promise<void> {
  await db.batch([
    updateProfile(db, { userId, changes }),
    db
      .update(mailCodes)
      .set({ expiresAt: now })
      .where(and(eq(mailCodes.userId, userId), isChange, gt(mailCodes.expiresAt, now))),
    // None for a deleted account or another password.
    insertWhere(
      db,
      mailCodes,
      { ...code, kind: "change-email", userId: users.id, createdAt: now },
      { from: users, where: and(isLiving(userId), eq(users.passwordHash, passwordHash)) },
    ),
    ...mails.map((mail) => insertJob(db, { ...mail, kind: "send-mail", now })),
  ]);
}

const isChange = eq(mailCodes.kind, "change-email");
const isFree = (db: Database) =>
  notExists(db.select({ id: others.id }).from(others).where(eq(others.email, mailCodes.email)));

async function findChange(db: Database, isMeant: SQL | undefined) {
  const row = await db
    .select({ present: present(users.email).as("present"), email: mailCodes.email })
    .from(mailCodes)
    .innerJoin(users, isLiving(mailCodes.userId))
    .where(and(isChange, isMeant))
    .get();
  return row ?? null;
}

/** Null: unknown, used, expired or taken. */
export async function findEmailChange(db: Database, { codeHash, now }: { codeHash: string; now: number }) {
  const change = await findChange(db, and(eq(mailCodes.codeHash, codeHash), isOpenCode(now), isFree(db)));
  return change && { email: change.email };
}

/** Null once the code is closed. */
export async function findAskingAddress(
  db: Database,
  { codeId, now }: { codeId: string; now: number },
): Promise<string | null> {
  return (await findChange(db, and(eq(mailCodes.id, codeId), isOpenCode(now))))?.present ?? null;
}

/** Null if the account has another address by now. */
export async function findEmailChangedBy(
  db: Database,
  { codeHash, now }: { codeHash: string; now: number },
): Promise<string | null> {
  const isUsed = and(isNotNull(mailCodes.usedAt), gt(mailCodes.expiresAt, now), eq(users.email, mailCodes.email));
  return (await findChange(db, and(eq(mailCodes.codeHash, codeHash), isUsed)))?.email ?? null;
}

/** One transaction, each statement depending on the one before: one of two users gets it. Null: invalid code. */
export async function changeEmailByCode(
  db: Database,
  { codeHash, jobId, billingJobId, now }: { codeHash: string; jobId: string; billingJobId: string; now: number },
): Promise<string | null> {
  const isThisCode = eq(mailCodes.codeHash, codeHash);
  const userOfCode = db.select({ userId: mailCodes.userId }).from(mailCodes).where(isThisCode);
  const codeAndUser: RowSource = { from: mailCodes, joins: [[users, eq(users.id, mailCodes.userId)]] };
  const [, , updated] = await db.batch([
    db
      .update(mailCodes)
      .set({ usedAt: now })
      .where(and(isThisCode, isChange, isOpenCode(now), existsIn(users, isLiving(mailCodes.userId)), isFree(db))),
    // Only this job keeps the old address.
    insertJobWhere(
      db,
      {
        id: jobId,
        kind: "send-mail",
        subject: sql`'email-changed:' || ${users.id} || ':' || ${mailCodes.id}`,
        payload: sql`json_object('about', 'email-changed', 'to', ${users.email})`,
        now,
      },
      { ...codeAndUser, where: and(isThisCode, CHANGED_ONE) },
    ),
    db
      .update(users)
      .set({ email: sql`${db.select({ email: mailCodes.email }).from(mailCodes).where(isThisCode)}` })
      .where(and(CHANGED_ONE, eq(users.id, userOfCode)))
      .returning({ email: users.email }),
    db
      .update(mailCodes)
      .set({ expiresAt: now })
      .where(
        and(CHANGED_ONE, isNull(mailCodes.usedAt), gt(mailCodes.expiresAt, now), eq(mailCodes.userId, userOfCode)),
      ),
    // Receipts go to the new address too.
    insertJobWhere(
      db,
      {
        id: billingJobId,
        kind: "sync-billing",
        subject: sql`'user:' || ${users.id} || ':' || ${billingJobId}`,
        payload: sql`json_object('user_id', ${users.id})`,
        now,
      },
      {
        ...codeAndUser,
        where: and(isThisCode, isNotNull(users.stripeCustomerId), existsIn(jobs, eq(jobs.id, jobId))),
      },
    ),
  ]);
  return updated[0]?.email ?? null;
}
