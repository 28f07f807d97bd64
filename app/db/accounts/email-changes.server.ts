import { and, eq, exists, gt, isNotNull, isNull, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE } from "#app/db/fragments.server.ts";
import { insertJob, queuedJob } from "#app/db/jobs/new-jobs.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { mailCodes, users } from "#app/db/schema/accounts.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { type ProfileChanges, updateProfile } from "./profiles.server.ts";

/** The job of a mail, not inserted yet. */
interface NewMailJob {
  id: string;
  subject: string;
  payload: unknown;
}

/** Any account that has the address of a code. */
const others = alias(users, "others");

/**
 * Stores the profile, and the code for a new address with the jobs of its two mails, all or nothing; older codes of the
 * user expire (index mail_codes_user_id).
 */
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
    /** The hash that was checked: after a change of password no code is stored. */
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
      .where(and(eq(mailCodes.userId, userId), eq(mailCodes.kind, "change-email"), gt(mailCodes.expiresAt, now))),
    // No code for an account that was deleted or got another password meanwhile; its mails are then not sent.
    db.insert(mailCodes).select(
      db
        .select(rowSelection(mailCodes, { ...code, kind: "change-email", userId: users.id, createdAt: now }))
        .from(users)
        .where(and(eq(users.id, userId), eq(users.passwordHash, passwordHash), isNull(users.deletedAt))),
    ),
    ...mails.map((mail) => insertJob(db, { ...mail, kind: "send-mail", now })),
  ]);
}

/** The new address of a code, which stays unused. Null: unknown, used, expired, or the address is taken. */
export async function findEmailChange(
  db: Database,
  { codeHash, now }: { codeHash: string; now: number },
): Promise<{ email: string } | null> {
  const row = await db
    .select({ email: mailCodes.email })
    .from(mailCodes)
    .innerJoin(users, and(eq(users.id, mailCodes.userId), isNull(users.deletedAt)))
    .where(
      and(
        eq(mailCodes.codeHash, codeHash),
        isOpenChange(now),
        notExists(db.select({ id: others.id }).from(others).where(eq(others.email, mailCodes.email))),
      ),
    )
    .get();
  return row ?? null;
}

/** Codes for a change of address that are neither used nor expired. */
function isOpenChange(now: number) {
  return and(eq(mailCodes.kind, "change-email"), isNull(mailCodes.usedAt), gt(mailCodes.expiresAt, now));
}

/** The current address of an account while the code for its change is open; null after that. */
export async function findAskingAddress(
  db: Database,
  { codeId, now }: { codeId: string; now: number },
): Promise<string | null> {
  const row = await db
    .select({ email: users.email })
    .from(mailCodes)
    .innerJoin(users, and(eq(users.id, mailCodes.userId), isNull(users.deletedAt)))
    .where(and(eq(mailCodes.id, codeId), isOpenChange(now)))
    .get();
  return row?.email ?? null;
}

/** The address that a used but not expired code has given an account; null if the account has another one by now. */
export async function findEmailChangedBy(
  db: Database,
  { codeHash, now }: { codeHash: string; now: number },
): Promise<string | null> {
  const row = await db
    .select({ email: users.email })
    .from(mailCodes)
    .innerJoin(users, and(eq(users.id, mailCodes.userId), eq(users.email, mailCodes.email), isNull(users.deletedAt)))
    .where(
      and(
        eq(mailCodes.codeHash, codeHash),
        eq(mailCodes.kind, "change-email"),
        isNotNull(mailCodes.usedAt),
        gt(mailCodes.expiresAt, now),
      ),
    )
    .get();
  return row?.email ?? null;
}

/**
 * Uses a code: sets the account's address, queues the mail to the old one, and expires every other open code of the
 * user. One transaction, in which each statement depends on the effect of the one before. If two users confirm the same
 * address concurrently, only one gets it.
 *
 * @returns the new address, or null if the code is not valid
 */
export async function changeEmailByCode(
  db: Database,
  { codeHash, jobId, billingJobId, now }: { codeHash: string; jobId: string; billingJobId: string; now: number },
): Promise<string | null> {
  const isThisCode = eq(mailCodes.codeHash, codeHash);
  const userOfCode = db.select({ userId: mailCodes.userId }).from(mailCodes).where(isThisCode);
  const [, , updated] = await db.batch([
    db
      .update(mailCodes)
      .set({ usedAt: now })
      .where(
        and(
          isThisCode,
          isOpenChange(now),
          exists(
            db
              .select({ id: users.id })
              .from(users)
              .where(and(eq(users.id, mailCodes.userId), isNull(users.deletedAt))),
          ),
          notExists(db.select({ id: others.id }).from(others).where(eq(others.email, mailCodes.email))),
        ),
      ),
    // Before the old address is overwritten: from then on only this job has it.
    db.insert(jobs).select(
      db
        .select(
          queuedJob({
            id: jobId,
            kind: "send-mail",
            subject: sql`'email-changed:' || ${users.id} || ':' || ${mailCodes.id}`,
            payload: sql`json_object('about', 'email-changed', 'to', ${users.email})`,
            now,
          }),
        )
        .from(mailCodes)
        .innerJoin(users, eq(users.id, mailCodes.userId))
        .where(and(isThisCode, CHANGED_ONE)),
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
    db.insert(jobs).select(
      db
        .select(
          queuedJob({
            id: billingJobId,
            kind: "sync-billing",
            subject: sql`'user:' || ${users.id} || ':' || ${billingJobId}`,
            payload: sql`json_object('user_id', ${users.id})`,
            now,
          }),
        )
        .from(mailCodes)
        .innerJoin(users, eq(users.id, mailCodes.userId))
        .where(
          and(
            isThisCode,
            isNotNull(users.stripeCustomerId),
            exists(db.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, jobId))),
          ),
        ),
    ),
  ]);
  return updated[0]?.email ?? null;
}
