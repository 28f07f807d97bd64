import { and, asc, eq, isNull, notExists, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE, isAmong, jsonField, jsonRows, present } from "#app/db/fragments.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { planChanges, subscriptions, users } from "#app/db/schema/accounts.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { isPaid, isRestricted } from "#app/domain/plans/plans.ts";

export const isLivingDemoUser = and(eq(users.isDemo, true), isNull(users.deletedAt));

export const isLivingDemoOwner = and(eq(users.id, models.userId), isLivingDemoUser);

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
    .where(and(isLivingDemoUser, isAmong(users.email, emails), notExists(mirrored)))
    .orderBy(asc(users.id));
  return rows.filter(({ plan }) => isPaid(plan) || isRestricted(plan));
}

export interface NewDemoUser {
  email: string;
  name: string;
  /** Oldest first; the first one begins with the sign-up. Unix seconds. */
  plans: readonly { plan: number; at: number }[];
}

/** Adds users whose address is not taken. @returns how many were added */
export async function insertDemoUsers(
  db: Database,
  { users: added, passwordHash }: { users: readonly NewDemoUser[]; passwordHash: string },
): Promise<number> {
  const [first, ...others] = added.flatMap(({ email, name, plans }) => {
    const [joined, now] = [plans[0], plans.at(-1)];
    if (joined === undefined || now === undefined) throw new Error(`${email} has no plan`);
    return [
      db
        .insert(users)
        .values({ email, name, passwordHash, plan: now.plan, createdAt: joined.at, isDemo: true })
        .onConflictDoNothing({ target: users.email }),
      db.insert(planChanges).select(
        db
          .select(
            rowSelection(planChanges, {
              userId: users.id,
              plan: jsonField("plan"),
              reason: "demo",
              effectiveAt: jsonField("at"),
              recordedAt: jsonField("at"),
            }),
          )
          .from(users)
          .innerJoin(jsonRows(plans), sql`true`)
          .where(and(eq(users.email, email), CHANGED_ONE))
          .orderBy(sql`key`),
      ),
    ];
  });
  if (first === undefined) return 0;
  const results = await db.batch([first, ...others]);
  return results.filter((result, index) => index % 2 === 0 && result.meta.changes === 1).length;
}
