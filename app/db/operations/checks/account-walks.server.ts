import {
  and,
  asc,
  between,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  or,
  sql,
} from "drizzle-orm";
import { type AnySQLiteColumn, alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { isAmong, present } from "#app/db/fragments.server.ts";
import {
  apiTokens,
  mailCodes,
  planChanges,
  sessions,
  stripeEvents,
  subscriptions,
  usage,
  users,
} from "#app/db/schema/accounts.server.ts";
import { favouriteHorses, follows, horseMarks, horseNotes } from "#app/db/schema/fans.server.ts";
import {
  analyses,
  analysisDays,
  analysisTombstones,
  models,
  suggestionSearches,
} from "#app/db/schema/models.server.ts";
import { notificationChoices, notifications, pushSubscriptions } from "#app/db/schema/notifications.server.ts";
import { ownBudgets, ownLimits, ownPauses } from "#app/db/schema/own-limits.server.ts";
import { ownTickets, recordEntries, recordFigures } from "#app/db/schema/own-records.server.ts";
import { sealKeys } from "#app/db/schema/seal.server.ts";
import { passkeyChallenges, passkeys, recoveryCodes, secondFactors } from "#app/db/schema/second-factors.server.ts";
import { staff } from "#app/db/schema/staff.server.ts";
import { HELD_STATUSES } from "#app/domain/learning/model-status.ts";
import { overdueBefore, type WalkedRow } from "#app/domain/operations/site-checks.ts";
import { Plan, RESTRICTED_OFFSET } from "#app/domain/plans/plans.ts";
import { DAY_SECONDS } from "#app/domain/racing/japan-time.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { firstFault } from "./first-fault.server.ts";
import type { Walk } from "./work-walks.server.ts";

/** An hourly job deletes them. */
const FORGOTTEN_SECONDS = 3 * 3600;
/** As in app/adapters/session-token, which this room cannot import. */
const SESSION_SECONDS = 30 * DAY_SECONDS;

/** Rows that the account's deletion must delete. */
export const GONE_WITH_ACCOUNT: readonly AnySQLiteColumn[] = [
  sessions.userId,
  apiTokens.userId,
  mailCodes.userId,
  usage.userId,
  horseMarks.userId,
  horseNotes.userId,
  favouriteHorses.userId,
  follows.userId,
  notificationChoices.userId,
  pushSubscriptions.userId,
  notifications.userId,
  analysisDays.userId,
  analysisTombstones.userId,
  suggestionSearches.userId,
  recordEntries.userId,
  recordFigures.userId,
  ownTickets.userId,
  ownLimits.userId,
  ownPauses.userId,
  ownBudgets.userId,
  secondFactors.userId,
  recoveryCodes.userId,
  passkeys.userId,
  passkeyChallenges.userId,
  sealKeys.userId,
  staff.userId,
];

/** The plan follows from history and purchases; deleted accounts are empty. */
export async function walkAccounts(db: Database, { after, limit, ...time }: Walk): Promise<WalkedRow[]> {
  const deletedBefore = overdueBefore(time, 2 * DAY_SECONDS);
  const current = alias(planChanges, "current");
  const currentId = db
    .select({ id: planChanges.id })
    .from(planChanges)
    .where(and(eq(planChanges.userId, users.id), lte(planChanges.effectiveAt, time.now + 60)))
    .orderBy(desc(planChanges.effectiveAt), desc(planChanges.id))
    .limit(1);
  const bought = db
    .selectDistinct({ userId: planChanges.userId })
    .from(planChanges)
    .where(eq(planChanges.source, "stripe"))
    .as("bought");
  const isLiving = isNull(users.deletedAt);
  const hasBought = isNotNull(bought.userId);
  const isOnPaidPlan = between(users.plan, Plan.starter, Plan.unlimited);
  const isLeft = or(
    ...GONE_WITH_ACCOUNT.map((userId) => sql`exists (select 1 from ${userId.table} where ${userId} = ${users.id})`),
  );
  return db
    .select({
      key: users.id,
      fault: firstFault(
        [
          and(isLiving, isNotNull(current.plan), hasBought, ne(current.plan, users.plan)),
          sql`'on plan ' || ${users.plan} || ', where the history says ' || ${current.plan}`,
        ],
        [
          and(isLiving, eq(users.isDemo, false), isNull(current.plan), isOnPaidPlan),
          "on a paid plan that nobody bought",
        ],
        [
          and(isLiving, hasBought, isOnPaidPlan, eq(current.source, "stripe"), isNull(subscriptions.id)),
          "on a paid plan without a subscription",
        ],
        [
          and(
            isLiving,
            isNotNull(subscriptions.plan),
            sql`${users.plan} not in (${subscriptions.plan}, ${subscriptions.plan} + ${RESTRICTED_OFFSET})`,
          ),
          "with a subscription of another plan",
        ],
        [and(isNotNull(users.deletedAt), isLeft), "deleted, and something of it is left"],
        [and(lt(users.deletedAt, deletedBefore), isNotNull(subscriptions.id)), "deleted, and its subscription goes on"],
        [and(lt(users.deletedAt, deletedBefore), isNull(users.erasedAt)), "deleted, and not erased"],
      ),
    })
    .from(users)
    .leftJoin(current, eq(current.id, sql`${currentId}`))
    .leftJoin(bought, eq(bought.userId, users.id))
    .leftJoin(subscriptions, and(eq(subscriptions.userId, users.id), isNull(subscriptions.endedAt)))
    .where(gt(users.id, Number(after)))
    .orderBy(asc(users.id))
    .limit(limit);
}

/** None waits longer than an outage. By rowid, as the ids are Stripe's. */
export async function walkPayments(db: Database, { after, limit, ...time }: Walk): Promise<WalkedRow[]> {
  const rowid = sql<number>`rowid`;
  const isLate = and(isNull(stripeEvents.processedAt), lt(stripeEvents.receivedAt, overdueBefore(time, DAY_SECONDS)));
  return db
    .select({ key: rowid, fault: firstFault([isLate, sql`${stripeEvents.id} || ' is not processed'`]) })
    .from(stripeEvents)
    .where(gt(rowid, Number(after)))
    .orderBy(rowid)
    .limit(limit);
}

/** None outlives its end, its user or its right to the console. */
export async function walkSessions(db: Database, { after, limit, ...time }: Walk): Promise<WalkedRow[]> {
  const ofStaff = db.select({ userId: staff.userId }).from(staff).where(eq(staff.userId, sessions.userId));
  return db
    .select({
      key: sessions.id,
      fault: firstFault(
        [isNotNull(users.deletedAt), "of a deleted account"],
        [lt(sessions.expiresAt, time.now - Math.ceil(FORGOTTEN_SECONDS * time.clockSpeed)), "over, and not deleted"],
        [gt(sessions.expiresAt, sql`${sessions.createdAt} + ${SESSION_SECONDS}`), "of more than 30 days"],
        [and(gt(sessions.staffUntil, time.now), notExists(ofStaff)), "opens the console for somebody who is not staff"],
      ),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(gt(sessions.id, after))
    .orderBy(asc(sessions.id))
    .limit(limit);
}

/** None without recovery codes; none opens the console for others. */
export async function walkPasskeys(db: Database, { after, limit }: Walk): Promise<WalkedRow[]> {
  const rowid = sql<number>`${passkeys}.rowid`;
  const ofStaff = db.select({ userId: staff.userId }).from(staff).where(eq(staff.userId, passkeys.userId));
  return db
    .select({
      key: rowid,
      fault: firstFault(
        [isNull(secondFactors.confirmedAt), sql`'of user ' || ${passkeys.userId} || ' without a second factor'`],
        [
          and(eq(passkeys.opensConsole, true), notExists(ofStaff)),
          sql`'opens the console for user ' || ${passkeys.userId} || ', who is not staff'`,
        ],
      ),
    })
    .from(passkeys)
    .leftJoin(secondFactors, eq(secondFactors.userId, passkeys.userId))
    .where(gt(rowid, Number(after)))
    .orderBy(rowid)
    .limit(limit);
}

/** None used after its end, or of a deleted account. */
export async function walkCodes(db: Database, { after, limit, ...time }: Walk): Promise<WalkedRow[]> {
  const forgotten = time.now - DAY_SECONDS - Math.ceil(FORGOTTEN_SECONDS * time.clockSpeed);
  return db
    .select({
      key: mailCodes.id,
      fault: firstFault(
        [gt(mailCodes.usedAt, mailCodes.expiresAt), "used after its end"],
        [isNotNull(users.deletedAt), "of a deleted account"],
        [lt(mailCodes.expiresAt, forgotten), "over, and not deleted"],
      ),
    })
    .from(mailCodes)
    .leftJoin(users, eq(users.id, mailCodes.userId))
    .where(gt(mailCodes.id, after))
    .orderBy(asc(mailCodes.id))
    .limit(limit);
}

export type QuotaFacts = Awaited<ReturnType<typeof readQuotaFacts>>;

/** Days and months with more uses than the smallest plan allows. */
export async function readQuotaFacts(db: Database, { after, limit }: Pick<Walk, "after" | "limit">) {
  const next = await db
    .select({ userId: users.id, plan: users.plan })
    .from(users)
    .where(gt(users.id, Number(after)))
    .orderBy(asc(users.id))
    .limit(limit);
  const ids = next.map(({ userId }) => userId);
  const isUsed = and(isAmong(usage.userId, ids), isNull(usage.returnedAt));
  const [plans, days, months, lifetimes, running, held] = await Promise.all([
    db
      .select({ userId: planChanges.userId, plan: planChanges.plan, effectiveAt: planChanges.effectiveAt })
      .from(planChanges)
      .where(isAmong(planChanges.userId, ids))
      .orderBy(asc(planChanges.effectiveAt), asc(planChanges.id)),
    db
      .select({ userId: usage.userId, kind: usage.kind, day: usage.day, count: count() })
      .from(usage)
      .where(isUsed)
      .groupBy(usage.userId, usage.kind, usage.day)
      .having(gt(count(), 1)),
    db
      .select({ userId: usage.userId, kind: usage.kind, month: usage.month, count: count() })
      .from(usage)
      .where(isUsed)
      .groupBy(usage.userId, usage.kind, usage.month)
      .having(gt(count(), 1)),
    db
      .select({ userId: usage.userId, count: count() })
      .from(usage)
      .where(and(isUsed, eq(usage.kind, "analysis"), eq(usage.underFreeLimits, true)))
      .groupBy(usage.userId),
    db
      .select({ userId: analyses.userId, count: count() })
      .from(analyses)
      .where(
        and(
          isAmong(analyses.userId, ids),
          eq(analyses.status, AnalysisStatus.running),
          isNull(analyses.deletedAt),
          isNull(analyses.dayId),
        ),
      )
      .groupBy(analyses.userId),
    selectHeld(db, ids),
  ]);
  return { users: next, plans, days, months, lifetimes, running, held };
}

/** With the number of models that the user had when each was created. */
function selectHeld(db: Database, userIds: readonly number[]) {
  const other = alias(models, "other");
  const heldThen = db
    .select({ count: count() })
    .from(other)
    .where(
      and(
        eq(other.userId, models.userId),
        lte(other.id, models.id),
        inArray(other.status, HELD_STATUSES),
        or(isNull(other.deletedAt), gt(other.deletedAt, models.createdAt)),
      ),
    );
  return db
    .select({
      userId: models.userId,
      modelId: models.id,
      createdAt: models.createdAt,
      count: sql<number>`${heldThen}`,
    })
    .from(models)
    .innerJoin(users, eq(users.id, models.userId))
    .where(
      and(
        isAmong(models.userId, userIds),
        inArray(models.status, HELD_STATUSES),
        isNull(models.deletedAt),
        eq(users.isDemo, false),
      ),
    );
}

export async function listCustomers(db: Database, { after, limit }: Pick<Walk, "after" | "limit">) {
  return db
    .select({
      userId: users.id,
      customerId: present(users.stripeCustomerId),
      plan: users.plan,
      email: users.email,
      deletedAt: users.deletedAt,
    })
    .from(users)
    .where(and(gt(users.id, Number(after)), isNotNull(users.stripeCustomerId), isNull(users.erasedAt)))
    .orderBy(asc(users.id))
    .limit(limit);
}

/** Living or not. */
export async function listCustomerOwners(db: Database, { userIds }: { userIds: readonly number[] }) {
  return db
    .select({ id: users.id, deletedAt: users.deletedAt, erasedAt: users.erasedAt })
    .from(users)
    .where(isAmong(users.id, userIds));
}
