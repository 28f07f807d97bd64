import { and, desc, eq, gt, isNotNull, isNull, max, or, type SQL, sql } from "drizzle-orm";
import { hasSecondFactor } from "#app/db/accounts/second-factors.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf, isLiving, present } from "#app/db/fragments.server.ts";
import { planChanges, sessions, subscriptions, usage, users } from "#app/db/schema/accounts.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { isHeld } from "#app/domain/learning/model-status.ts";
import { insertAuditEntryIfChanged, type NewAuditEntry } from "./audit-log.server.ts";

/** Never a password or token; the address masked, or with a reason. */

const LISTED_MODELS = 20;
const LISTED_USERS = 20;

/** By name it is a scan. */
export async function findUsers(db: Database, { text, userId }: { text: string; userId: number | null }) {
  const isMeant: SQL | undefined = or(
    eq(users.email, text.toLowerCase()),
    eq(users.name, text),
    userId === null ? undefined : eq(users.id, userId),
  );
  return db
    .select({ id: users.id, name: users.name, email: present(users.email) })
    .from(users)
    .where(and(isNull(users.deletedAt), isMeant))
    .orderBy(users.id)
    .limit(LISTED_USERS);
}

/** Null: deleted or unknown. */
export async function readUserFile(
  db: Database,
  { userId, day, month, now }: { userId: number; day: string; month: string; now: number },
) {
  const used = (kind: "analysis" | "model", ...of: Parameters<typeof and>) =>
    db.$count(usage, and(eq(usage.userId, users.id), eq(usage.kind, kind), isNull(usage.returnedAt), ...of));
  const isOfMonth = eq(usage.month, month);
  const [[user], open, plans, subscribed, owned] = await db.batch([
    db
      .select({
        id: users.id,
        name: users.name,
        email: present(users.email),
        ...columnsOf(users, "plan", "createdAt", "nameHiddenAt"),
        hasSecondFactor: hasSecondFactor(users.id).mapWith(Boolean).as("has_second_factor"),
        analysesToday: used("analysis", isOfMonth, eq(usage.day, day)).as("analyses_today"),
        analysesThisMonth: used("analysis", isOfMonth).as("analyses_month"),
        creationsThisMonth: used("model", isOfMonth).as("creations_month"),
        freeAnalyses: used("analysis", eq(usage.underFreeLimits, true)).as("analyses_free"),
      })
      .from(users)
      .where(isLiving(userId)),
    db
      .select({ count: sql<number>`count(*)`.as("n"), newestAt: max(sessions.createdAt).as("newest_at") })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now))),
    db
      .select({ plan: planChanges.plan, reason: planChanges.reason, effectiveAt: planChanges.effectiveAt })
      .from(planChanges)
      .where(eq(planChanges.userId, userId))
      .orderBy(desc(planChanges.effectiveAt), desc(planChanges.id))
      .limit(5),
    db
      .select({ status: subscriptions.status, currentPeriodEnd: subscriptions.currentPeriodEnd })
      .from(subscriptions)
      .where(and(eq(subscriptions.userId, userId), isNull(subscriptions.endedAt))),
    db
      .select(columnsOf(models, "id", "name", "status", "featureCount", "createdAt"))
      .from(models)
      .where(and(eq(models.userId, userId), isNull(models.deletedAt)))
      .orderBy(desc(models.createdAt), desc(models.id))
      .limit(LISTED_MODELS),
  ]);
  if (user === undefined) return null;
  return {
    ...user,
    sessions: open[0]?.count ?? 0,
    newestSessionAt: open[0]?.newestAt ?? null,
    plans,
    subscription: subscribed[0] ?? null,
    models: owned,
    heldModels: owned.filter(({ status }) => isHeld(status)).length,
  };
}

/** Logged. False: already so, or no such user. */
export async function setNameHidden(
  db: Database,
  { userId, at, entry }: { userId: number; at: number | null; entry: NewAuditEntry },
): Promise<boolean> {
  const [set] = await db.batch([
    db
      .update(users)
      .set({ nameHiddenAt: at })
      .where(and(isLiving(userId), at === null ? isNotNull(users.nameHiddenAt) : isNull(users.nameHiddenAt))),
    insertAuditEntryIfChanged(db, entry),
  ]);
  return set.meta.changes === 1;
}
