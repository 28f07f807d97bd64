import { and, asc, eq, isNull, notExists, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE, isAmong, jsonField, jsonRows, present } from "#app/db/fragments.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { planChanges, subscriptions, users } from "#app/db/schema/accounts.server.ts";
import { isPaid, isRestricted, Plan } from "#app/domain/plans/plans.ts";

/** Demo accounts of a local start (`users.is_demo`). */

export async function countDemoUsers(db: Database): Promise<number> {
  return await db.$count(users, eq(users.isDemo, true));
}

/** The demo accounts on paid or restricted plans for which no subscription was ever mirrored. */
export async function listDemoPayers(
  db: Database,
  { emails }: { emails: readonly string[] },
): Promise<{ userId: number; email: string; plan: number; customerId: string | null }[]> {
  const mirrored = db.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.userId, users.id));
  const rows = await db
    .select({
      userId: users.id,
      email: present(users.email),
      plan: users.plan,
      customerId: users.stripeCustomerId,
    })
    .from(users)
    .where(and(eq(users.isDemo, true), isNull(users.deletedAt), isAmong(users.email, emails), notExists(mirrored)))
    .orderBy(asc(users.id));
  return rows.filter(({ plan }) => isPaid(plan) || isRestricted(plan));
}

/** Before the start of their subscriptions at the stand-in for Stripe. */
const SIGNED_UP_SECONDS_AGO = 120 * 86_400;
/**
 * Adds users whose address is not taken, on the Free plan at first and on their own plan from now.
 * @returns how many were added
 */
export async function insertDemoUsers(
  db: Database,
  {
    users: added,
    passwordHash,
    now,
  }: { users: readonly { email: string; name: string; plan: number }[]; passwordHash: string; now: number },
): Promise<number> {
  const createdAt = now - SIGNED_UP_SECONDS_AGO;
  const [first, ...others] = added.flatMap(({ email, name, plan }) => {
    const plans = [
      { plan: Plan.free, at: createdAt },
      { plan, at: now },
    ];
    return [
      insertDemoUser(db, { email, name, passwordHash, plan, createdAt }),
      insertPlansOfNew(db, { email, plans, recordedAt: now }),
    ];
  });
  if (first === undefined) return 0;
  const results = await db.batch([first, ...others]);
  return results.filter((result, index) => index % 2 === 0 && result.meta.changes === 1).length;
}

export function insertDemoUser(
  db: Database,
  user: Pick<typeof users.$inferInsert, "email" | "name" | "passwordHash" | "plan" | "createdAt">,
) {
  return db
    .insert(users)
    .values({ ...user, isDemo: true })
    .onConflictDoNothing({ target: users.email });
}

/** Must follow {@link insertDemoUser} in the batch: adds the plans of the user if that statement added one. */
export function insertPlansOfNew(
  db: Database,
  { email, plans, recordedAt }: { email: string; plans: readonly { plan: number; at: number }[]; recordedAt?: number },
) {
  return db.insert(planChanges).select(
    db
      .select(
        rowSelection(planChanges, {
          userId: users.id,
          plan: jsonField("plan"),
          reason: "demo",
          effectiveAt: jsonField("at"),
          recordedAt: recordedAt ?? jsonField("at"),
        }),
      )
      .from(users)
      .innerJoin(jsonRows(plans), sql`true`)
      .where(and(eq(users.email, email), CHANGED_ONE))
      .orderBy(sql`key`),
  );
}
