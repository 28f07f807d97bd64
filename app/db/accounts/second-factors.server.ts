import { and, count, eq, exists, isNotNull, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE, CHANGED_SOME } from "#app/db/fragments.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { passkeyChallenges, passkeys, recoveryCodes, secondFactors } from "#app/db/schema/second-factors.server.ts";

/** Second factors of users: TOTP, and recovery codes that stand in for it once. Passkeys go with them (passkeys.server.ts). */

/** What proves the second factor: the step of a code of the app, or the hash of a recovery code. */
export type Proof = { kind: "step"; step: number } | { kind: "recovery"; codeHash: string; now: number };

/** Log-ins of the user ask for a second factor. */
export function hasSecondFactor(db: Database, userId: SQL | number | typeof users.id): SQL {
  return exists(
    db
      .select({ userId: secondFactors.userId })
      .from(secondFactors)
      .where(and(sql`${secondFactors.userId} = ${userId}`, isNotNull(secondFactors.confirmedAt))),
  );
}

/**
 * The statement that takes a proof: of two requests with one code, one. It changes one row, so that what follows in the batch
 * can depend on it.
 */
export function takeProof(db: Database, { userId, proof }: { userId: number; proof: Proof }) {
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
          hasSecondFactor(db, userId),
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

/** Takes a proof for what needs nothing else of the database. @returns false if it was taken before */
export async function consumeProof(
  db: Database,
  { userId, proof }: { userId: number; proof: Proof },
): Promise<boolean> {
  const taken = await takeProof(db, { userId, proof });
  return taken.meta.changes === 1;
}

/** The second factor of a user, being set up or not, and how many recovery codes are left (primary keys). */
export async function findSecondFactor(
  db: Database,
  userId: number,
): Promise<{ totpSeed: string; confirmedAt: number | null; codesLeft: number } | null> {
  return (await selectSecondFactor(db, userId).get()) ?? null;
}

/** The statement of it, for a batch. */
export function selectSecondFactor(db: Database, userId: number) {
  const left = db
    .select({ n: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return db
    .select({
      totpSeed: secondFactors.totpSeed,
      confirmedAt: secondFactors.confirmedAt,
      codesLeft: sql<number>`(${left})`.as("codes_left"),
    })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId));
}

/** Begins to set one up, or again; one that is set up stays. */
export async function beginSecondFactor(
  db: Database,
  { userId, totpSeed, now }: { userId: number; totpSeed: string; now: number },
): Promise<void> {
  await db
    .insert(secondFactors)
    .select(
      db
        .select(rowSelection(secondFactors, { userId: users.id, totpSeed, createdAt: now }))
        .from(users)
        .where(and(eq(users.id, userId), isNull(users.deletedAt))),
    )
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { totpSeed, createdAt: now },
      setWhere: isNull(secondFactors.confirmedAt),
    });
}

/** Ends setting it up by the first code; from here on log-ins ask for it. @returns false if another request has done so */
export async function confirmSecondFactor(
  db: Database,
  {
    userId,
    totpSeed,
    step,
    codeHashes,
    now,
  }: { userId: number; totpSeed: string; step: number; codeHashes: readonly string[]; now: number },
): Promise<boolean> {
  const [confirmed] = await db.batch([
    db
      .update(secondFactors)
      .set({ confirmedAt: now, totpStep: step })
      .where(
        and(eq(secondFactors.userId, userId), eq(secondFactors.totpSeed, totpSeed), isNull(secondFactors.confirmedAt)),
      ),
    insertCodes(db, { userId, codeHashes, only: CHANGED_ONE }),
  ]);
  return confirmed.meta.changes === 1;
}

/** Replaces the recovery codes, if the proof is taken. */
export async function replaceCodes(
  db: Database,
  { userId, proof, codeHashes }: { userId: number; proof: Proof; codeHashes: readonly string[] },
): Promise<boolean> {
  const [taken] = await db.batch([
    takeProof(db, { userId, proof }),
    // Some are always there, used or not.
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), CHANGED_ONE)),
    insertCodes(db, { userId, codeHashes, only: CHANGED_SOME }),
  ]);
  return taken.meta.changes === 1;
}

/** Ends the second factor, if the proof is taken. */
export async function endSecondFactor(
  db: Database,
  { userId, proof }: { userId: number; proof: Proof },
): Promise<boolean> {
  const [taken] = await db.batch([
    takeProof(db, { userId, proof }),
    db.delete(secondFactors).where(and(eq(secondFactors.userId, userId), CHANGED_ONE)),
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), CHANGED_ONE)),
    db.delete(passkeys).where(and(eq(passkeys.userId, userId), not(hasSecondFactor(db, userId)))),
  ]);
  return taken.meta.changes === 1;
}

/** Ends it without a proof, as the operator does for who has lost all. @returns whether there was one */
export async function dropSecondFactor(db: Database, userId: number): Promise<boolean> {
  const [dropped] = await db.batch(deleteSecondFactor(db, userId));
  return dropped.meta.changes === 1;
}

/** The statements of it, for a batch. */
export function deleteSecondFactor(db: Database, userId: number) {
  return [
    db.delete(secondFactors).where(eq(secondFactors.userId, userId)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db.delete(passkeys).where(eq(passkeys.userId, userId)),
    db.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId)),
  ] as const;
}

function insertCodes(
  db: Database,
  { userId, codeHashes, only }: { userId: number; codeHashes: readonly string[]; only: SQL },
) {
  return db.insert(recoveryCodes).select(
    db
      .select(rowSelection(recoveryCodes, { userId, codeHash: sql`value` }))
      .from(sql`json_each(${JSON.stringify(codeHashes)})`)
      .where(only),
  );
}
