import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  notExists,
  or,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { deleteLimits } from "#app/db/accounts/rate-limits.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { asSubject, existsIn, isLiving, present } from "#app/db/fragments.server.ts";
import { insertJobWhere } from "#app/db/jobs/new-jobs.server.ts";
import { leaveLeagues } from "#app/db/leagues/leagues.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { mailCodes, planChanges, planIntents, users } from "#app/db/schema/accounts.server.ts";
import {
  analyses,
  analysisDays,
  artifactRemovals,
  models,
  rankingEntries,
  suggestionSearches,
} from "#app/db/schema/models.server.ts";
import { devMails, jobs } from "#app/db/schema/operations.server.ts";
import { disownLeaves } from "#app/db/seal/seals.server.ts";
import { DELETED_MODEL_NAME, DELETED_USER_NAME, EMPTY_PROFILE } from "#app/domain/accounts/profile.ts";
import { Plan } from "#app/domain/plans/plans.ts";
import { GONE_WITH_ACCOUNT } from "./personal-data.server.ts";
import { factorMailSubject } from "./second-factors.server.ts";

/** The job starts after the request's own attempt. */
const FIRST_LOOK_SECONDS = 60;

/**
 * One transaction, idempotent and safe concurrently. Kept: numbers only (ledger, plan history, models without a
 * name), and payment records, as the law requires. The job removes what is left in R2, at Stripe and in queues.
 */
export async function deleteUser(
  db: Database,
  { userId, jobId, limitKeys, now }: { userId: number; jobId: string; limitKeys: readonly string[]; now: number },
): Promise<void> {
  const address = db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const isCodeOfUser = or(eq(mailCodes.userId, userId), eq(mailCodes.email, address));
  await db.batch([
    insertLastPlan(db, { userId, now }),
    insertErasureJob(db, { userId, jobId, now }),
    deleteOutbox(db, userId),
    deleteJobs(db, { userId, codeIds: db.select({ id: mailCodes.id }).from(mailCodes).where(isCodeOfUser) }),
    db.delete(mailCodes).where(isCodeOfUser),
    deleteLimits(db, limitKeys),
    ...leaveLeagues(db, { userId, now }),
    disownLeaves(db, userId),
    // A shared analysis keeps its row until its page is removed (sharing.server.ts of the services).
    db.delete(analyses).where(and(eq(analyses.userId, userId), isNull(analyses.sharedAt))),
    eraseAnalyses(db, { userId, now }),
    // After the analyses, which name days.
    ...GONE_WITH_ACCOUNT.map((owner) => db.delete(owner.table).where(eq(owner, userId))),
    eraseModels(db, { userId, now }),
    // rankings-switch.server.ts (services) finds names by these rows.
    db.update(rankingEntries).set({ entry: "{}" }).where(eq(rankingEntries.userId, userId)),
    // The open page is needed until it is closed.
    db
      .update(planIntents)
      .set({ checkoutUrl: null })
      .where(and(eq(planIntents.userId, userId), ne(planIntents.status, "open"))),
    eraseUser(db, { userId, now }),
  ]);
}

/** Present, requested and former addresses. Scans the week's jobs. */
export async function listAddresses(db: Database, { userId }: { userId: number }): Promise<string[]> {
  const [own, asked, left] = await db.batch([
    db.select({ email: users.email }).from(users).where(eq(users.id, userId)),
    db.select({ email: mailCodes.email }).from(mailCodes).where(eq(mailCodes.userId, userId)),
    db
      .select({ email: sql<string | null>`${jobs.payload} ->> 'to'` })
      .from(jobs)
      .where(and(eq(jobs.kind, "send-mail"), hasSubjectLike(`email-changed:${userId}:*`))),
  ]);
  return [...new Set([...own, ...asked, ...left].flatMap(({ email }) => email ?? []))];
}

function insertLastPlan(db: Database, { userId, now }: { userId: number; now: number }) {
  const change = { plan: Plan.free, reason: "account-deletion", effectiveAt: now, recordedAt: now };
  const where = and(isLiving(userId), ne(users.plan, Plan.free));
  return insertWhere(db, planChanges, { userId: users.id, ...change }, { from: users, where });
}

function insertErasureJob(db: Database, { userId, jobId, now }: { userId: number; jobId: string; now: number }) {
  const job = { id: jobId, kind: "erase-account", subject: asSubject(users.id) } as const;
  const runAfter = now + FIRST_LOOK_SECONDS;
  return insertJobWhere(db, { ...job, now, runAfter }, { from: users, where: isLiving(userId) }).onConflictDoNothing();
}

function eraseAnalyses(db: Database, { userId, now }: { userId: number; now: number }) {
  return db
    .update(analyses)
    .set({
      deletedAt: sql`coalesce(${analyses.deletedAt}, ${now})`,
      modelName: "",
      raceInfo: "{}",
      orderExponents: null,
      zippedDetails: null,
      inputs: null,
      dayId: null,
      scores: sql`case when ${analyses.scores} is null then null else '[]' end`,
    })
    .where(eq(analyses.userId, userId));
}

function eraseModels(db: Database, { userId, now }: { userId: number; now: number }) {
  return db
    .update(models)
    .set({
      deletedAt: sql`coalesce(${models.deletedAt}, ${now})`,
      name: DELETED_MODEL_NAME,
      features: "{}",
      isWeight: false,
      publishedAt: null,
      report: null,
      details: null,
      formKey: sql`cast(${models.id} as text)`,
    })
    .where(eq(models.userId, userId));
}

function eraseUser(db: Database, { userId, now }: { userId: number; now: number }) {
  return db
    .update(users)
    .set({
      ...EMPTY_PROFILE,
      name: DELETED_USER_NAME,
      email: null,
      passwordHash: null,
      plan: Plan.free,
      defaultModelId: null,
      calendarKey: null,
      deletedAt: now,
    })
    .where(isLiving(userId));
}

function deleteOutbox(db: Database, userId: number) {
  return db.delete(devMails).where(
    or(
      inArray(devMails.to, db.select({ email: users.email }).from(users).where(eq(users.id, userId))),
      inArray(devMails.to, db.select({ email: mailCodes.email }).from(mailCodes).where(eq(mailCodes.userId, userId))),
      inArray(
        devMails.jobId,
        db
          .select({ id: jobs.id })
          .from(jobs)
          .where(and(eq(jobs.kind, "send-mail"), hasSubjectLike(`email-changed:${userId}:*`))),
      ),
    ),
  );
}

/** The mail to a former address is still sent. */
function deleteJobs(db: Database, { userId, codeIds }: { userId: number; codeIds: SQLWrapper }) {
  const isOver = inArray(jobs.status, ["done", "failed"]);
  const isAbout = (table: SQLiteTable & Record<"id" | "userId", AnySQLiteColumn>) =>
    inArray(
      jobs.subject,
      db
        .select({ subject: asSubject(table.id) })
        .from(table)
        .where(eq(table.userId, userId)),
    );
  return db
    .delete(jobs)
    .where(
      or(
        and(eq(jobs.kind, "suggest-changes"), isAbout(suggestionSearches)),
        and(eq(jobs.kind, "score-day"), isAbout(analysisDays)),
        and(eq(jobs.kind, "train-model"), isAbout(models)),
        and(eq(jobs.kind, "score-race"), isAbout(analyses)),
        and(eq(jobs.kind, "send-sign-up-notice"), eq(jobs.subject, String(userId))),
        and(eq(jobs.kind, "send-mail"), hasSubjectLike(`password-changed:${userId}:*`)),
        and(eq(jobs.kind, "send-mail"), hasSubjectLike(`${factorMailSubject(userId)}*`)),
        and(inArray(jobs.kind, ["send-mail", "push-notification"]), hasSubjectLike(`notification:${userId}:*`)),
        and(eq(jobs.kind, "send-mail"), inArray(sql`${jobs.payload} ->> 'codeId'`, codeIds)),
        and(isOver, eq(jobs.kind, "send-mail"), hasSubjectLike(`email-changed:${userId}:*`)),
        and(isOver, eq(jobs.kind, "sync-billing"), hasSubjectLike(`user:${userId}:*`)),
      ),
    );
}

function hasSubjectLike(pattern: string) {
  return sql`${jobs.subject} glob ${pattern}`;
}

export type DeletedAccount = NonNullable<Awaited<ReturnType<typeof findUnerased>>>;

const isUnerased = and(isNotNull(users.deletedAt), isNull(users.erasedAt));

export async function findUnerased(db: Database, { userId }: { userId: number }) {
  const row = await db
    .select({
      deletedAt: present(users.deletedAt),
      customerId: users.stripeCustomerId,
      customerAskedAt: users.customerAskedAt,
    })
    .from(users)
    .where(and(eq(users.id, userId), isUnerased))
    .get();
  return row ?? null;
}

/** Their jobs were lost (index users_to_erase). */
export async function listUnerased(
  db: Database,
  { deletedBefore, limit }: { deletedBefore: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isUnerased, lt(users.deletedAt, deletedBefore)))
    .orderBy(asc(users.deletedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** @returns false while an artifact, page or ranking is left */
export async function recordErased(db: Database, { userId, now }: { userId: number; now: number }): Promise<boolean> {
  const removals = db
    .select({ key: artifactRemovals.artifactKey })
    .from(models)
    .innerJoin(artifactRemovals, eq(artifactRemovals.artifactKey, models.artifactKey))
    .where(eq(models.userId, userId));
  const [noted] = await db.batch([
    db
      .update(users)
      .set({ erasedAt: now })
      .where(
        and(
          eq(users.id, userId),
          isNotNull(users.deletedAt),
          not(existsIn(analyses, eq(analyses.userId, userId))),
          not(existsIn(rankingEntries, eq(rankingEntries.userId, userId))),
          notExists(removals),
        ),
      ),
    db
      .update(models)
      .set({ artifactKey: "" })
      .where(
        and(
          eq(models.userId, userId),
          isNotNull(models.artifactKey),
          existsIn(users, and(eq(users.id, userId), isNotNull(users.erasedAt))),
        ),
      ),
  ]);
  return noted.meta.changes === 1;
}
