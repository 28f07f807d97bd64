import { and, asc, desc, eq, exists, inArray, isNull, lt, lte, notExists, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { allExcluded, existsIn, isAmong, jsonField, jsonFields, jsonRows } from "#app/db/fragments.server.ts";
import { insertWhere, rowSelection } from "#app/db/row-selection.server.ts";
import {
  downgrades,
  planChanges,
  planIntents,
  stripeEvents,
  subscriptions,
  users,
} from "#app/db/schema/accounts.server.ts";
import type { SubscriptionFacts } from "#app/domain/plans/billing-facts.ts";
import type { PlanFact } from "#app/domain/plans/plan-history.ts";

const CLOCK_SKEW_SECONDS = 60;

interface Look {
  userId: number;
  ticket: number;
  now: number;
}

/** One transaction. An expired intent returns the month's downgrade. Null: a newer look was written. */
export async function applyBilling(
  db: Database,
  {
    user: { userId },
    ticket,
    eventIds,
    subscriptions: found,
    history,
    now,
  }: {
    user: { userId: number };
    ticket: number;
    eventIds: readonly string[];
    subscriptions: readonly SubscriptionFacts[];
    history: readonly PlanFact[];
    now: number;
  },
): Promise<number | null> {
  const look: Look = { userId, ticket, now };
  const known = found.flatMap(({ plan, invoices: _, ...facts }) => (plan === null ? [] : [{ ...facts, plan }]));
  const live = known.find(({ endedAt }) => endedAt === null) ?? null;
  const results = await db.batch([
    db
      .update(users)
      .set({ billingApplied: ticket })
      .where(and(eq(users.id, userId), lt(users.billingApplied, ticket))),
    endSubscriptions(db, look, { liveId: live?.id ?? null }),
    saveSubscriptions(db, look, known),
    ...replaceHistory(db, look, history),
    setPlanOfHistory(db, look),
    db
      .update(stripeEvents)
      .set({ processedAt: now })
      .where(and(isNull(stripeEvents.processedAt), isWritten(look), isAmong(stripeEvents.id, eventIds))),
    finishIntents(db, look, { live, history }),
    returnDowngrades(db, look),
    db
      .select({ plan: users.plan })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.billingApplied, ticket))),
  ]);
  // Result of the last statement.
  return results[9][0]?.plan ?? null;
}

/** Guards every statement of the batch. */
function isWritten({ userId, ticket }: Look) {
  return existsIn(users, and(eq(users.id, userId), eq(users.billingApplied, ticket)));
}

function endSubscriptions(db: Database, look: Look, { liveId }: { liveId: string | null }) {
  return db
    .update(subscriptions)
    .set({ status: "ended", endedAt: look.now, updatedAt: look.now })
    .where(
      and(
        eq(subscriptions.userId, look.userId),
        isNull(subscriptions.endedAt),
        notInArray(subscriptions.stripeSubscriptionId, liveId === null ? [] : [liveId]),
        isWritten(look),
      ),
    );
}

function saveSubscriptions(db: Database, look: Look, known: readonly Pick<SubscriptionFacts, "endedAt">[]) {
  // Ended ones first: the index allows one live row.
  const sorted = [...known].sort((a, b) => Number(a.endedAt === null) - Number(b.endedAt === null));
  const { plan, status, currentPeriodStart, currentPeriodEnd, endedAt, updatedAt } = subscriptions;
  const row = {
    userId: look.userId,
    stripeSubscriptionId: jsonField<string>("id"),
    ...jsonFields("plan", "status", "currentPeriodStart", "currentPeriodEnd", "endedAt"),
    updatedAt: look.now,
  };
  const source = { from: jsonRows(sorted), where: isWritten(look) };
  return insertWhere(db, subscriptions, row, source).onConflictDoUpdate({
    target: subscriptions.stripeSubscriptionId,
    set: allExcluded({ plan, status, currentPeriodStart, currentPeriodEnd, endedAt, updatedAt }),
  });
}

function selectHistory(db: Database, { userId }: Look) {
  return db
    .select({ plan: planChanges.plan, reason: planChanges.reason, effectiveAt: planChanges.effectiveAt })
    .from(planChanges)
    .where(and(eq(planChanges.userId, userId), eq(planChanges.source, "stripe")));
}

/** Only if it differs. */
function replaceHistory(db: Database, look: Look, history: readonly PlanFact[]) {
  const json = JSON.stringify(history.map(({ plan, reason, at }) => [plan, reason, at]));
  const stored = selectHistory(db, look).orderBy(asc(planChanges.id)).as("stored");
  const storedJson = db
    .select({ json: sql`json_group_array(json_array(${stored.plan}, ${stored.reason}, ${stored.effectiveAt}))` })
    .from(stored);
  return [
    db
      .delete(planChanges)
      .where(
        and(
          eq(planChanges.userId, look.userId),
          eq(planChanges.source, "stripe"),
          isWritten(look),
          sql`${json} is not ${storedJson}`,
        ),
      ),
    db.insert(planChanges).select(
      db
        .select(
          rowSelection(planChanges, {
            userId: look.userId,
            plan: jsonField("plan"),
            reason: jsonField("reason"),
            source: "stripe",
            effectiveAt: jsonField("at"),
            recordedAt: look.now,
          }),
        )
        .from(jsonRows(history))
        .where(and(isWritten(look), notExists(selectHistory(db, look))))
        .orderBy(sql`key`),
    ),
  ] as const;
}

function setPlanOfHistory(db: Database, look: Look) {
  const newest = db
    .select({ plan: planChanges.plan })
    .from(planChanges)
    .where(eq(planChanges.userId, look.userId))
    .orderBy(desc(planChanges.effectiveAt), desc(planChanges.id))
    .limit(1);
  return db
    .update(users)
    .set({ plan: sql`${newest}` })
    .where(
      and(
        eq(users.id, look.userId),
        eq(users.billingApplied, look.ticket),
        isNull(users.deletedAt),
        exists(selectHistory(db, look)),
      ),
    );
}

function finishIntents(
  db: Database,
  look: Look,
  { live, history }: { live: { plan: number } | null; history: readonly PlanFact[] },
) {
  const { kind, plan, createdAt, expiresAt, status } = planIntents;
  const lastChange = history.findLast(({ reason }) => reason === "changed");
  const isDone =
    live === null
      ? eq(kind, "cancel")
      : or(
          eq(kind, "checkout"),
          lastChange &&
            and(eq(kind, "change"), eq(plan, live.plan), lte(createdAt, lastChange.at + CLOCK_SKEW_SECONDS)),
        );
  return db
    .update(planIntents)
    .set({ finishedAt: look.now, status: sql`case when ${isDone} then 'done' else 'refused' end` })
    .where(
      and(
        eq(planIntents.userId, look.userId),
        // Inlined for the partial index plan_intents_one_open.
        eq(status, "open").inlineParams(),
        isWritten(look),
        or(lte(expiresAt, look.now), isDone),
      ),
    );
}

function returnDowngrades(db: Database, look: Look) {
  const refused = db
    .select({ id: planIntents.id })
    .from(planIntents)
    .where(and(eq(planIntents.userId, look.userId), eq(planIntents.status, "refused")));
  return db
    .delete(downgrades)
    .where(and(eq(downgrades.userId, look.userId), isWritten(look), inArray(downgrades.planIntentId, refused)));
}
