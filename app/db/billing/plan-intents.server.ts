import { and, eq, gt, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { existsIn, isLiving } from "#app/db/fragments.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { downgrades, planIntents, subscriptions, users } from "#app/db/schema/accounts.server.ts";

const { id, kind, plan, status, checkoutId, checkoutUrl, createdAt, expiresAt } = planIntents;
const columns = { id, kind, plan, status, checkoutId, checkoutUrl, createdAt, expiresAt };

export type PlanIntent = Pick<typeof planIntents.$inferSelect, keyof typeof columns>;

/** Literal status for the partial index. */
function isOpenOf(userId: number) {
  return and(eq(planIntents.userId, userId), eq(status, "open").inlineParams());
}

/** Returns the open one if there is one. An expired one is refused first. */
export async function openIntent(
  db: Database,
  intent: Pick<PlanIntent, "id" | "kind" | "plan" | "createdAt" | "expiresAt"> & { userId: number; fromPlan: number },
) {
  const [, inserted, open] = await db.batch([
    db
      .update(planIntents)
      .set({ status: "refused", finishedAt: intent.createdAt })
      .where(and(isOpenOf(intent.userId), lte(expiresAt, intent.createdAt))),
    insertWhere(
      db,
      planIntents,
      { ...intent, userId: users.id, status: "open" },
      { from: users, where: isLiving(intent.userId) },
    ).onConflictDoNothing(),
    selectOpen(db, intent.userId),
  ]);
  return open[0] === undefined ? null : { isMine: inserted.meta.changes === 1, intent: open[0] };
}

function selectOpen(db: Database, userId: number) {
  return db.select(columns).from(planIntents).where(isOpenOf(userId));
}

export async function findIntent(db: Database, { intentId }: { intentId: string }): Promise<PlanIntent | null> {
  return (await db.select(columns).from(planIntents).where(eq(id, intentId)).get()) ?? null;
}

export async function findOpenIntent(db: Database, { userId }: { userId: number }): Promise<PlanIntent | null> {
  return (await selectOpen(db, userId).get()) ?? null;
}

/** Concurrent requests store the same page. */
export async function setCheckout(
  db: Database,
  { intentId, checkoutId, url }: { intentId: string; checkoutId: string; url: string },
): Promise<void> {
  await db.update(planIntents).set({ checkoutId, checkoutUrl: url }).where(eq(id, intentId));
}

/** A refused one returns the month's downgrade. */
export async function closeIntent(
  db: Database,
  { intentId, status: outcome, now }: { intentId: string; status: "done" | "refused"; now: number },
): Promise<void> {
  await db.batch([
    db
      .update(planIntents)
      .set({ status: outcome, finishedAt: now })
      .where(and(eq(id, intentId), eq(status, "open"))),
    db
      .delete(downgrades)
      .where(
        and(eq(downgrades.planIntentId, intentId), existsIn(planIntents, and(eq(id, intentId), eq(status, "refused")))),
      ),
  ]);
}

/** False if it was used. */
export async function consumeDowngrade(
  db: Database,
  { userId, month, intentId, now }: { userId: number; month: string; intentId: string; now: number },
): Promise<boolean> {
  const { meta } = await db
    .insert(downgrades)
    .values({ userId, month, at: now, planIntentId: intentId })
    .onConflictDoNothing();
  return meta.changes === 1;
}

export async function readPlanState(
  db: Database,
  { userId, month, now }: { userId: number; month: string; now: number },
) {
  const openCheckout = db
    .select({ createdAt })
    .from(planIntents)
    .where(and(isOpenOf(userId), eq(kind, "checkout"), gt(expiresAt, now)));
  const state = await db
    .select({
      plan: users.plan,
      currentPeriodEnd: subscriptions.currentPeriodEnd,
      hasDowngradedThisMonth: existsIn(
        downgrades,
        and(eq(downgrades.userId, userId), eq(downgrades.month, month)),
      ).mapWith(Boolean),
      // Payment unknown so far.
      checkoutOpenedAt: sql<number | null>`${openCheckout}`,
      isCustomer: isNotNull(users.stripeCustomerId).mapWith(Boolean),
    })
    .from(users)
    .leftJoin(subscriptions, and(eq(subscriptions.userId, users.id), isNull(subscriptions.endedAt)))
    .where(eq(users.id, userId))
    .get();
  return state ?? null;
}
