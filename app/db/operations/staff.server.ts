import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { consumePasskey, type PasskeyProof } from "#app/db/accounts/passkeys.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE, isLiving, present } from "#app/db/fragments.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { sessions, users } from "#app/db/schema/accounts.server.ts";
import { passkeys } from "#app/db/schema/second-factors.server.ts";
import { staff } from "#app/db/schema/staff.server.ts";

export async function findStaffSession(
  db: Database,
  { sessionId, userId, now }: { sessionId: string; userId: number; now: number },
) {
  const row = await db
    .select({ id: users.id, name: users.name, totpSeed: staff.totpSeed, staffUntil: sessions.staffUntil })
    .from(sessions)
    .innerJoin(users, isLiving(sessions.userId))
    .innerJoin(staff, eq(staff.userId, users.id))
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .get();
  return row ?? null;
}

/** Requires a later step: one of two requests with one code succeeds. */
export async function consumeTotpStep(
  db: Database,
  { userId, step, sessionId, until }: { userId: number; step: number; sessionId: string; until: number },
): Promise<boolean> {
  const [taken] = await db.batch([
    db
      .update(staff)
      .set({ totpStep: step })
      .where(and(eq(staff.userId, userId), lt(staff.totpStep, step))),
    db
      .update(sessions)
      .set({ staffUntil: until })
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), CHANGED_ONE)),
  ]);
  return taken.meta.changes === 1;
}

/** Only one of two requests with one answer succeeds. */
export async function openByPasskey(
  db: Database,
  { userId, proof, sessionId, until }: { userId: number; proof: PasskeyProof; sessionId: string; until: number },
): Promise<boolean> {
  const [challenge, passkey] = consumePasskey(db, { userId, purpose: "console", proof });
  const [, , opened] = await db.batch([
    challenge,
    passkey,
    db
      .update(sessions)
      .set({ staffUntil: until })
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), CHANGED_ONE)),
  ]);
  return opened.meta.changes === 1;
}

export async function endStaffSession(db: Database, { sessionId }: { sessionId: string }): Promise<void> {
  await db.update(sessions).set({ staffUntil: null }).where(eq(sessions.id, sessionId));
}

/** Sessions and passkeys of the old factor close. Null: no such account. */
export async function upsertStaff(
  db: Database,
  { email, totpSeed, now }: { email: string; totpSeed: string; now: number },
): Promise<number | null> {
  const isOfAddress = and(eq(users.email, email), isNull(users.deletedAt));
  const account = db.select({ id: users.id }).from(users).where(isOfAddress);
  const [[added]] = await db.batch([
    insertWhere(db, staff, { userId: users.id, totpSeed, addedAt: now }, { from: users, where: isOfAddress })
      .onConflictDoUpdate({ target: staff.userId, set: { totpSeed, totpStep: 0 } })
      .returning({ userId: staff.userId }),
    db.update(sessions).set({ staffUntil: null }).where(inArray(sessions.userId, account)),
    db.update(passkeys).set({ opensConsole: false }).where(inArray(passkeys.userId, account)),
  ]);
  return added?.userId ?? null;
}

export async function deleteStaff(db: Database, { email }: { email: string }): Promise<number | null> {
  const account = db.select({ id: users.id }).from(users).where(eq(users.email, email));
  const [[removed]] = await db.batch([
    db.delete(staff).where(inArray(staff.userId, account)).returning({ userId: staff.userId }),
    db.update(passkeys).set({ opensConsole: false }).where(inArray(passkeys.userId, account)),
  ]);
  return removed?.userId ?? null;
}

export async function listStaff(db: Database) {
  return db
    .select({ email: present(users.email), addedAt: staff.addedAt })
    .from(staff)
    .innerJoin(users, isLiving(staff.userId))
    .orderBy(sql`${staff.addedAt}, ${staff.userId}`);
}
