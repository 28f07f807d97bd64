import { and, asc, count, desc, eq, exists, gt, lt, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE, columnsOf, existsIn, hasRow } from "#app/db/fragments.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { sessions, users } from "#app/db/schema/accounts.server.ts";
import { passkeyChallenges, passkeys } from "#app/db/schema/second-factors.server.ts";
import { staff } from "#app/db/schema/staff.server.ts";
import { PASSKEYS_MAX } from "#app/domain/accounts/passkeys.ts";
import {
  type FactorMail,
  hasSecondFactor,
  insertFactorMail,
  type SecondFactorProof,
  spendProof,
} from "./second-factors.server.ts";

export type PasskeyPurpose = (typeof passkeyChallenges.purpose.enumValues)[number];

export interface PasskeyProof {
  kind: "passkey";
  credentialId: string;
  counter: number;
  challengeHash: string;
  now: number;
}

/** Reopened pages leave challenges behind. */
const CHALLENGES_PER_USER = 20;

export function selectPasskeys(db: Database, userId: number) {
  return db
    .select(columnsOf(passkeys, "credentialId", "name", "transports", "opensConsole", "createdAt", "usedAt"))
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.credentialId));
}

/** Null for other users' passkeys. */
export async function findPasskey(db: Database, { userId, credentialId }: { userId: number; credentialId: string }) {
  const row = await db
    .select({
      ...columnsOf(passkeys, "credentialId", "publicKey", "counter", "opensConsole"),
      isOfStaff: isStaff(userId).mapWith(Boolean).as("is_of_staff"),
    })
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, credentialId), eq(passkeys.userId, userId)))
    .get();
  return row ?? null;
}

export async function isStaffAccount(db: Database, userId: number): Promise<boolean> {
  return await hasRow(db, staff, eq(staff.userId, userId));
}

function isStaff(userId: number) {
  return existsIn(staff, eq(staff.userId, userId));
}

/** Deletes expired ones, and the oldest beyond the limit. */
export async function insertChallenge(
  db: Database,
  {
    now,
    ...challenge
  }: { challengeHash: string; userId: number; purpose: PasskeyPurpose; expiresAt: number; now: number },
): Promise<void> {
  const { userId } = challenge;
  const newest = db
    .select({ hash: passkeyChallenges.challengeHash })
    .from(passkeyChallenges)
    .where(eq(passkeyChallenges.userId, userId))
    .orderBy(desc(passkeyChallenges.expiresAt), desc(sql`rowid`))
    .limit(CHALLENGES_PER_USER);
  const isOver = or(lt(passkeyChallenges.expiresAt, now), notInArray(passkeyChallenges.challengeHash, newest));
  await db.batch([
    db.insert(passkeyChallenges).values(challenge),
    db.delete(passkeyChallenges).where(and(eq(passkeyChallenges.userId, userId), isOver)),
  ]);
}

/** Only one of two answers succeeds. */
function consumeChallenge(
  db: Database,
  {
    userId,
    purpose,
    challengeHash,
    now,
  }: { userId: number; purpose: PasskeyPurpose; challengeHash: string; now: number },
) {
  return db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, challengeHash),
        eq(passkeyChallenges.userId, userId),
        eq(passkeyChallenges.purpose, purpose),
        gt(passkeyChallenges.expiresAt, now),
      ),
    );
}

/** The second statement changes one row if the proof is valid; later statements of the batch depend on it. */
export function consumePasskey(
  db: Database,
  {
    userId,
    purpose,
    proof: { credentialId, counter, challengeHash, now },
  }: { userId: number; purpose: PasskeyPurpose; proof: PasskeyProof },
) {
  return [
    consumeChallenge(db, { userId, purpose, challengeHash, now }),
    db
      .update(passkeys)
      .set({ counter, usedAt: now })
      .where(
        and(
          eq(passkeys.credentialId, credentialId),
          eq(passkeys.userId, userId),
          or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`)),
          purpose === "console" ? eq(passkeys.opensConsole, true) : undefined,
          CHANGED_ONE,
        ),
      ),
  ] as const;
}

/** Requires the challenge, a second factor and a free place. It opens the console if the session does. */
export async function insertPasskey(
  db: Database,
  {
    challengeHash,
    sessionId,
    mail,
    ...passkey
  }: {
    userId: number;
    credentialId: string;
    name: string;
    publicKey: string;
    counter: number;
    transports: string;
    challengeHash: string;
    sessionId: string;
    mail: FactorMail;
  },
) {
  const { userId } = passkey;
  const { now } = mail;
  const isOpen = exists(
    db
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(staff, eq(staff.userId, sessions.userId))
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), gt(sessions.staffUntil, now))),
  );
  const owned = db.select({ n: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  const [, [inserted]] = await db.batch([
    consumeChallenge(db, { userId, purpose: "register", challengeHash, now }),
    insertWhere(
      db,
      passkeys,
      { ...passkey, userId: users.id, opensConsole: isOpen, createdAt: now },
      {
        from: users,
        where: and(eq(users.id, userId), hasSecondFactor(userId), sql`(${owned}) < ${PASSKEYS_MAX}`, CHANGED_ONE),
      },
    )
      .onConflictDoNothing()
      .returning({ opensConsole: passkeys.opensConsole }),
    insertFactorMail(db, { userId, change: "passkey-added", mail, only: CHANGED_ONE }),
  ]);
  return inserted ?? null;
}

/** @returns null: invalid proof; else whether it opened the console */
export async function deletePasskey(
  db: Database,
  {
    userId,
    credentialId,
    proof,
    mail,
  }: { userId: number; credentialId: string; proof: SecondFactorProof; mail: FactorMail },
) {
  const [, [deleted]] = await db.batch([
    spendProof(db, { userId, proof }),
    db
      .delete(passkeys)
      .where(and(eq(passkeys.credentialId, credentialId), eq(passkeys.userId, userId), CHANGED_ONE))
      .returning({ opensConsole: passkeys.opensConsole }),
    insertFactorMail(db, { userId, change: "passkey-removed", mail, only: CHANGED_ONE }),
  ]);
  return deleted ?? null;
}
