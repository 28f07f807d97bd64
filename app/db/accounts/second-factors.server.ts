import { and, count, eq, gt, isNotNull, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE, CHANGED_SOME, columnsOf, existsIn, isLiving } from "#app/db/fragments.server.ts";
import { insertJobWhere } from "#app/db/jobs/new-jobs.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { mailCodes, sessions, users } from "#app/db/schema/accounts.server.ts";
import { pushSubscriptions } from "#app/db/schema/notifications.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { passkeyChallenges, passkeys, recoveryCodes, secondFactors } from "#app/db/schema/second-factors.server.ts";
import type { FactorChange } from "#app/domain/accounts/factor-changes.ts";

/** A TOTP step, or the hash of a recovery code. */
export type SecondFactorProof = { kind: "step"; step: number } | { kind: "recovery"; codeHash: string; now: number };

export interface FactorMail {
  jobId: string;
  now: number;
}

export function factorMailSubject(userId: number): string {
  return `second-factor-changed:${userId}:`;
}

/** Runs if the previous statement changed the rows of `only`. */
export function insertFactorMail(
  db: Database,
  { userId, change, mail: { jobId, now }, only }: { userId: number; change: FactorChange; mail: FactorMail; only: SQL },
) {
  const subject = `${factorMailSubject(userId)}${jobId}`;
  const payload = { about: "second-factor-changed", userId, change };
  return insertJobWhere(db, { id: jobId, kind: "send-mail", subject, payload, now }, { where: only });
}

export function hasSecondFactor(userId: SQL | number | typeof users.id): SQL {
  return existsIn(secondFactors, and(sql`${secondFactors.userId} = ${userId}`, isNotNull(secondFactors.confirmedAt)));
}

/** Changes one row; only one of two requests with one code succeeds. */
export function spendProof(db: Database, { userId, proof }: { userId: number; proof: SecondFactorProof }) {
  if (proof.kind === "recovery") {
    const { codeHash, now } = proof;
    return db
      .update(recoveryCodes)
      .set({ usedAt: now })
      .where(
        and(
          eq(recoveryCodes.userId, userId),
          eq(recoveryCodes.codeHash, codeHash),
          isNull(recoveryCodes.usedAt),
          hasSecondFactor(userId),
        ),
      );
  }
  return db
    .update(secondFactors)
    .set({ totpStep: proof.step })
    .where(
      and(
        eq(secondFactors.userId, userId),
        isNotNull(secondFactors.confirmedAt),
        lt(secondFactors.totpStep, proof.step),
      ),
    );
}

/** @returns false if it was used before */
export async function consumeProof(
  db: Database,
  { userId, proof }: { userId: number; proof: SecondFactorProof },
): Promise<boolean> {
  const taken = await spendProof(db, { userId, proof });
  return taken.meta.changes === 1;
}

export type FoundFactor = Awaited<ReturnType<typeof selectSecondFactor>>[number];

export async function findSecondFactor(db: Database, userId: number): Promise<FoundFactor | null> {
  return (await selectSecondFactor(db, userId).get()) ?? null;
}

export function selectSecondFactor(db: Database, userId: number) {
  const left = db
    .select({ n: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return db
    .select({
      ...columnsOf(secondFactors, "totpSeed", "createdAt", "confirmedAt", "sessionId"),
      codesLeft: sql<number>`(${left})`.as("codes_left"),
    })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId));
}

/** Keeps a confirmed one. */
export async function beginSecondFactor(
  db: Database,
  { userId, totpSeed, sessionId, now }: { userId: number; totpSeed: string; sessionId: string | null; now: number },
): Promise<void> {
  const setUp = { totpSeed, sessionId, createdAt: now };
  const source = { from: users, where: isLiving(userId) };
  await insertWhere(db, secondFactors, { userId: users.id, ...setUp }, source).onConflictDoUpdate({
    target: secondFactors.userId,
    set: setUp,
    setWhere: isNull(secondFactors.confirmedAt),
  });
}

/** @param input begunAfter: older set-ups have expired @returns false if confirmed before, or of another session */
export async function confirmSecondFactor(
  db: Database,
  {
    userId,
    totpSeed,
    sessionId,
    begunAfter,
    step,
    codeHashes,
    mail,
  }: {
    userId: number;
    totpSeed: string;
    sessionId: string;
    begunAfter: number;
    step: number;
    codeHashes: readonly string[];
    mail: FactorMail;
  },
): Promise<boolean> {
  const [confirmed] = await db.batch([
    db
      .update(secondFactors)
      .set({ confirmedAt: mail.now, totpStep: step })
      .where(
        and(
          eq(secondFactors.userId, userId),
          eq(secondFactors.totpSeed, totpSeed),
          eq(secondFactors.sessionId, sessionId),
          gt(secondFactors.createdAt, begunAfter),
          isNull(secondFactors.confirmedAt),
        ),
      ),
    insertCodes(db, { userId, codeHashes, only: CHANGED_ONE }),
    insertFactorMail(db, { userId, change: "on", mail, only: CHANGED_SOME }),
  ]);
  return confirmed.meta.changes === 1;
}

/** Requires the proof. */
export async function replaceCodes(
  db: Database,
  {
    userId,
    proof,
    codeHashes,
    mail,
  }: { userId: number; proof: SecondFactorProof; codeHashes: readonly string[]; mail: FactorMail },
): Promise<boolean> {
  const [taken] = await db.batch([
    spendProof(db, { userId, proof }),
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), CHANGED_ONE)),
    insertCodes(db, { userId, codeHashes, only: CHANGED_SOME }),
    insertFactorMail(db, { userId, change: "codes-renewed", mail, only: CHANGED_SOME }),
  ]);
  return taken.meta.changes === 1;
}

export async function endSecondFactor(
  db: Database,
  { userId, proof, mail }: { userId: number; proof: SecondFactorProof; mail: FactorMail },
): Promise<boolean> {
  const [taken] = await db.batch([
    spendProof(db, { userId, proof }),
    db.delete(secondFactors).where(and(eq(secondFactors.userId, userId), CHANGED_ONE)),
    insertFactorMail(db, { userId, change: "off", mail, only: CHANGED_ONE }),
    ...deleteWhatGoesWithIt(db, userId, not(hasSecondFactor(userId))),
  ]);
  return taken.meta.changes === 1;
}

/** For the operator. @returns whether there was one */
export async function dropSecondFactor(
  db: Database,
  { userId, mail }: { userId: number; mail: FactorMail },
): Promise<boolean> {
  const [dropped] = await db.batch([
    db.delete(secondFactors).where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt))),
    insertFactorMail(db, { userId, change: "dropped", mail, only: CHANGED_ONE }),
    db.delete(secondFactors).where(eq(secondFactors.userId, userId)),
    ...deleteWhatGoesWithIt(db, userId),
  ]);
  return dropped.meta.changes === 1;
}

/**
 * Also ends sessions, devices and a pending change of address. The mail's job marks it as done.
 * @param input onAfter: older ones stay
 */
export async function undoSecondFactor(
  db: Database,
  { userId, totpSeed, onAfter, mail }: { userId: number; totpSeed: string; onAfter: number; mail: FactorMail },
): Promise<boolean> {
  const isUndone = existsIn(jobs, eq(jobs.id, mail.jobId));
  const [undone] = await db.batch([
    db
      .delete(secondFactors)
      .where(
        and(
          eq(secondFactors.userId, userId),
          eq(secondFactors.totpSeed, totpSeed),
          gt(secondFactors.confirmedAt, onAfter),
        ),
      ),
    insertFactorMail(db, { userId, change: "undone", mail, only: CHANGED_ONE }),
    ...deleteWhatGoesWithIt(db, userId, isUndone),
    db.delete(sessions).where(and(eq(sessions.userId, userId), isUndone)),
    db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.userId, userId), isUndone)),
    db
      .update(mailCodes)
      .set({ expiresAt: mail.now })
      .where(
        and(
          eq(mailCodes.userId, userId),
          eq(mailCodes.kind, "change-email"),
          gt(mailCodes.expiresAt, mail.now),
          isUndone,
        ),
      ),
  ]);
  return undone.meta.changes === 1;
}

function deleteWhatGoesWithIt(db: Database, userId: number, only?: SQL) {
  return [
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), only)),
    db.delete(passkeys).where(and(eq(passkeys.userId, userId), only)),
    db.delete(passkeyChallenges).where(and(eq(passkeyChallenges.userId, userId), only)),
  ] as const;
}

function insertCodes(
  db: Database,
  { userId, codeHashes, only }: { userId: number; codeHashes: readonly string[]; only: SQL },
) {
  const from = sql`json_each(${JSON.stringify(codeHashes)})`;
  return insertWhere(db, recoveryCodes, { userId, codeHash: sql`value` }, { from, where: only });
}
