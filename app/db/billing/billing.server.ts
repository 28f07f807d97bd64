import { and, asc, eq, gt, isNotNull, isNull, type Placeholder, sql } from "drizzle-orm";
import { type Database, prepareBatch, prepareOnce } from "#app/db/database.server.ts";
import { CHANGED_ONE, isLiving, present } from "#app/db/fragments.server.ts";
import { insertJobWhere } from "#app/db/jobs/new-jobs.server.ts";
import { stripeEvents, subscriptions, users } from "#app/db/schema/accounts.server.ts";

export type BilledBy = { userId: number } | { customerId: string };

/** Draw it before the look: a later ticket means a newer state. Null: no such customer. */
export async function drawBillingTicket(db: Database, by: BilledBy) {
  const isBilled = "userId" in by ? eq(users.id, by.userId) : eq(users.stripeCustomerId, by.customerId);
  const [found, events] = await db.batch([
    db
      .update(users)
      .set({ billingTicket: sql`${users.billingTicket} + 1` })
      .where(and(isBilled, isNotNull(users.stripeCustomerId)))
      .returning({
        userId: users.id,
        customerId: present(users.stripeCustomerId),
        email: users.email,
        deletedAt: users.deletedAt,
        ticket: users.billingTicket,
      }),
    db
      .select({ id: stripeEvents.id })
      .from(stripeEvents)
      .innerJoin(users, eq(users.stripeCustomerId, stripeEvents.customerId))
      .where(and(isBilled, isNull(stripeEvents.processedAt))),
  ]);
  const [row] = found;
  if (row === undefined) return null;
  const { ticket, ...user } = row;
  return { user, ticket, eventIds: events.map(({ id }) => id) };
}

export async function findCustomerAsked(db: Database, { userId }: { userId: number }): Promise<number | null> {
  const row = await db.select({ at: users.customerAskedAt }).from(users).where(eq(users.id, userId)).get();
  return row?.at ?? null;
}

/** @returns false: the account is deleted */
export async function recordCustomerRequest(
  db: Database,
  { userId, now }: { userId: number; now: number },
): Promise<boolean> {
  const { meta } = await db.update(users).set({ customerAskedAt: now }).where(isLiving(userId));
  return meta.changes === 1;
}

/** Keeps an existing one. Null: the account is deleted. */
export async function setCustomer(
  db: Database,
  { userId, customerId }: { userId: number; customerId: string },
): Promise<string | null> {
  const [, read] = await db.batch([
    db
      .update(users)
      .set({ stripeCustomerId: customerId })
      .where(and(isLiving(userId), isNull(users.stripeCustomerId))),
    db.select({ customerId: users.stripeCustomerId }).from(users).where(eq(users.id, userId)),
  ]);
  return read[0]?.customerId ?? null;
}

const storeEvent = prepareBatch((db) => {
  const [id, customerId, now] = [sql.placeholder("id"), sql.placeholder("customerId"), sql.placeholder("now")];
  return [
    db
      .insert(stripeEvents)
      .values({
        id,
        type: sql.placeholder("type"),
        customerId,
        createdAt: sql.placeholder("createdAt"),
        receivedAt: now,
        processedAt: sql`case when ${customerId} is null then ${now} end`,
      })
      .onConflictDoNothing({ target: stripeEvents.id }),
    insertJobWhere(
      db,
      {
        id: sql<string>`${sql.placeholder("jobId")}`,
        kind: "sync-billing",
        subject: sql<string>`${id}`,
        payload: sql`json_object('customer_id', ${customerId})`,
        now: sql<number>`${now}`,
      },
      { where: and(CHANGED_ONE, isNotNull(customerId)) },
    ),
  ];
});

/** @returns false if it was stored before */
export async function insertStripeEvent(
  db: Database,
  event: { id: string; type: string; customerId: string | null; createdAt: number; jobId: string; now: number },
): Promise<boolean> {
  const [stored] = await storeEvent(db, event);
  return stored.meta.changes === 1;
}

const prepareUnprocessed = prepareOnce((db) =>
  db
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(isUnprocessed(sql.placeholder("eventId")))
    .prepare(),
);

/** True for an unknown one. */
export async function isEventProcessed(db: Database, { eventId }: { eventId: string }): Promise<boolean> {
  return (await prepareUnprocessed(db).get({ eventId })) === undefined;
}

function isUnprocessed(eventId: string | Placeholder) {
  return and(eq(stripeEvents.id, eventId), isNull(stripeEvents.processedAt));
}

export async function markEventProcessed(
  db: Database,
  { eventId, now }: { eventId: string; now: number },
): Promise<void> {
  await db.update(stripeEvents).set({ processedAt: now, customerId: null }).where(isUnprocessed(eventId));
}

export async function deleteCustomer(
  db: Database,
  { userId, customerId, now }: { userId: number; customerId: string; now: number },
): Promise<void> {
  await db.batch([
    db
      .update(users)
      .set({ stripeCustomerId: null })
      .where(and(eq(users.id, userId), eq(users.stripeCustomerId, customerId))),
    db
      .update(stripeEvents)
      .set({ customerId: null, processedAt: sql`coalesce(${stripeEvents.processedAt}, ${now})` })
      .where(eq(stripeEvents.customerId, customerId)),
  ]);
}

export async function listStripeRecords(db: Database, { afterUserId, limit }: { afterUserId: number; limit: number }) {
  return await db
    .select({
      userId: subscriptions.userId,
      customerId: present(users.stripeCustomerId),
      subscriptionId: subscriptions.stripeSubscriptionId,
      plan: subscriptions.plan,
      currentPeriodEnd: subscriptions.currentPeriodEnd,
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(and(isNull(subscriptions.endedAt), gt(subscriptions.userId, afterUserId), isNotNull(users.stripeCustomerId)))
    .orderBy(asc(subscriptions.userId))
    .limit(limit);
}
