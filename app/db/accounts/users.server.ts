import { and, eq, inArray, isNotNull, isNull, ne, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { asSubject, CHANGED_ONE, existsIn, hasRow, isLiving, present } from "#app/db/fragments.server.ts";
import { insertJobWhere, type NewJob } from "#app/db/jobs/new-jobs.server.ts";
import { insertWhere, type RowSource } from "#app/db/row-selection.server.ts";
import { apiTokens, mailCodes, planChanges, sessions, users } from "#app/db/schema/accounts.server.ts";
import { pushSubscriptions } from "#app/db/schema/notifications.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { type ProfileFields, pickProfile } from "#app/domain/accounts/profile.ts";
import { Plan } from "#app/domain/plans/plans.ts";

import { isOpenCode } from "./mail-codes.server.ts";
import { hasSecondFactor } from "./second-factors.server.ts";
import { endReplaced } from "./sessions.server.ts";

export async function findCredentials(db: Database, email: string) {
  const row = await db
    .select({
      userId: users.id,
      passwordHash: present(users.passwordHash),
      isDemo: users.isDemo,
      hasSecondFactor: hasSecondFactor(users.id).mapWith(Boolean),
    })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
    .get();
  return row ?? null;
}

/** Null once deleted. A CHECK guarantees address and password. */
export async function findLivingUser(db: Database, userId: number) {
  const row = await db
    .select({ email: present(users.email), name: users.name, passwordHash: present(users.passwordHash) })
    .from(users)
    .where(isLiving(userId))
    .get();
  return row ?? null;
}

/** False for an id that never existed. */
export async function isDeletedUser(db: Database, userId: number): Promise<boolean> {
  return await hasRow(db, users, and(eq(users.id, userId), isNotNull(users.deletedAt)));
}

interface SignUp {
  codeHash: string;
  name: string;
  passwordHash: string;
  profile: ProfileFields;
  session: { id: string; expiresAt: number; device: string };
  /** The browser's former session. */
  replaces: string | null;
  notice: { jobId: string; referer: string; userAgent: string } | null;
  now: number;
}

/** One transaction; one of two concurrent calls creates the user. Null: invalid code. */
export async function createUserByCode(db: Database, signUp: SignUp): Promise<number | null> {
  const { notice, replaces, session } = signUp;
  const [, inserted] = await db.batch([
    markSignUpCodeUsed(db, signUp),
    insertUserOfCode(db, signUp),
    insertFirstPlan(db, signUp),
    insertFirstSession(db, signUp),
    ...(notice === null ? [] : [insertNoticeJob(db, signUp, notice)]),
    ...(replaces === null ? [] : [endReplaced(db, { sessionId: session.id, replaces })]),
  ]);
  return inserted[0]?.id ?? null;
}

const hasAddressOfCode = eq(mailCodes.email, users.email);

function isNextOfCode({ codeHash }: SignUp) {
  return and(eq(mailCodes.codeHash, codeHash), CHANGED_ONE);
}

function newUserOfCode(signUp: SignUp): RowSource {
  return { from: users, joins: [[mailCodes, hasAddressOfCode]], where: isNextOfCode(signUp) };
}

function markSignUpCodeUsed(db: Database, { codeHash, now }: SignUp) {
  return db
    .update(mailCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(mailCodes.codeHash, codeHash),
        eq(mailCodes.kind, "sign-up"),
        isOpenCode(now),
        not(existsIn(users, hasAddressOfCode)),
      ),
    );
}

function insertUserOfCode(db: Database, signUp: SignUp) {
  const { name, passwordHash, profile, now } = signUp;
  const account = { email: mailCodes.email, name, passwordHash, plan: Plan.free, createdAt: now };
  const source = { from: mailCodes, where: isNextOfCode(signUp) };
  return insertWhere(db, users, { ...pickProfile(profile), ...account }, source).returning({ id: users.id });
}

function insertFirstPlan(db: Database, signUp: SignUp) {
  const { now } = signUp;
  const change = { userId: users.id, plan: Plan.free, reason: "sign-up", effectiveAt: now, recordedAt: now } as const;
  return insertWhere(db, planChanges, change, newUserOfCode(signUp));
}

function insertFirstSession(db: Database, signUp: SignUp) {
  const session = { ...signUp.session, userId: users.id, createdAt: signUp.now };
  return insertWhere(db, sessions, session, newUserOfCode(signUp));
}

/** The code's row is deleted soon. */
function insertNoticeJob(db: Database, signUp: SignUp, { jobId, referer, userAgent }: NonNullable<SignUp["notice"]>) {
  const job = {
    id: jobId,
    kind: "send-sign-up-notice" as const,
    subject: asSubject(users.id),
    payload: sql`json_object('query', ${mailCodes.attribution}, 'referer', ${referer}, 'user_agent', ${userAgent})`,
    now: signUp.now,
  };
  return insertJobWhere(db, job, newUserOfCode(signUp));
}

/** Ends all sessions and push. Null: invalid code. */
export async function setPasswordByCode(
  db: Database,
  { codeHash, passwordHash, now }: { codeHash: string; passwordHash: string; now: number },
): Promise<number | null> {
  const isThisCode = eq(mailCodes.codeHash, codeHash);
  const ofCode = db.select({ userId: mailCodes.userId, email: mailCodes.email }).from(mailCodes).where(isThisCode);
  const changed = db
    .select({ id: users.id })
    .from(mailCodes)
    .innerJoin(users, eq(users.id, mailCodes.userId))
    .where(and(isThisCode, eq(users.passwordHash, passwordHash)));
  const [, updated] = await db.batch([
    db
      .update(mailCodes)
      .set({ usedAt: now })
      .where(and(isThisCode, eq(mailCodes.kind, "reset-password"), isOpenCode(now))),
    db
      .update(users)
      .set({ passwordHash })
      .where(and(CHANGED_ONE, isNull(users.deletedAt), sql`(${users.id}, ${users.email}) = ${ofCode}`))
      .returning({ id: users.id }),
    db
      .delete(sessions)
      .where(
        and(
          CHANGED_ONE,
          eq(sessions.userId, db.select({ userId: mailCodes.userId }).from(mailCodes).where(isThisCode)),
        ),
      ),
    db.delete(apiTokens).where(sql`${apiTokens.userId} = ${changed}`),
    ...endWhatOthersBegan(db, { ofUser: sql`= ${changed}`, kinds: ["change-email"], now }),
  ]);
  return updated[0]?.id ?? null;
}

/** Requires the checked hash. Ends other sessions and mailed links, queues the mail. @returns false: hash changed */
export async function setPasswordInSession(
  db: Database,
  {
    userId,
    checkedHash,
    passwordHash,
    sessionId,
    job,
    now,
  }: {
    userId: number;
    checkedHash: string;
    passwordHash: string;
    sessionId: string;
    job: NewJob;
    now: number;
  },
): Promise<boolean> {
  const isChanged = existsIn(jobs, eq(jobs.id, job.id));
  const [changed] = await db.batch([
    db
      .update(users)
      .set({ passwordHash })
      .where(and(isLiving(userId), eq(users.passwordHash, checkedHash))),
    insertJobWhere(db, job, { where: CHANGED_ONE }),
    db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId), isChanged)),
    db.delete(apiTokens).where(and(eq(apiTokens.userId, userId), isChanged)),
    ...endWhatOthersBegan(db, {
      ofUser: sql`= ${userId} and ${isChanged}`,
      kinds: ["change-email", "reset-password"],
      now,
    }),
  ]);
  return changed.meta.changes === 1;
}

/** Mailed links and devices may belong to the intruder. */
function endWhatOthersBegan(
  db: Database,
  { ofUser, kinds, now }: { ofUser: SQL; kinds: (typeof mailCodes.$inferSelect)["kind"][]; now: number },
) {
  return [
    db
      .update(mailCodes)
      .set({ expiresAt: now })
      .where(and(inArray(mailCodes.kind, kinds), isOpenCode(now), sql`${mailCodes.userId} ${ofUser}`)),
    db.delete(pushSubscriptions).where(sql`${pushSubscriptions.userId} ${ofUser}`),
  ] as const;
}
