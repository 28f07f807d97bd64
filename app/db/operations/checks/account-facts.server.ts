import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf, isAmong, present } from "#app/db/fragments.server.ts";
import { planChanges, usage, users } from "#app/db/schema/accounts.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { HELD_STATUSES } from "#app/domain/learning/model-status.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";

interface Page {
  after: string;
  limit: number;
}

/** Every plan that the user has had, and the most that were used at a time. */
export async function listQuotaFacts(db: Database, { after, limit }: Page) {
  const isUse = (kind: "analysis" | "model") =>
    and(eq(usage.userId, users.id), eq(usage.kind, kind), isNull(usage.returnedAt));
  const mostPer = (period: typeof usage.day | typeof usage.month, kind: "analysis" | "model") =>
    sql<number>`coalesce((select max(n) from
      (select count(*) n from ${usage} where ${isUse(kind)} group by ${period})), 0)`;
  return db
    .select({
      userId: users.id,
      plans: sql<string>`(select json_group_array(plan) from
        (select plan from ${planChanges} where ${eq(planChanges.userId, users.id)} union select ${users}.plan))`,
      analysesPerDay: mostPer(usage.day, "analysis"),
      analysesPerMonth: mostPer(usage.month, "analysis"),
      modelCreationsPerMonth: mostPer(usage.month, "model"),
      analysesPerLifetime: db.$count(usage, and(isUse("analysis"), eq(usage.underFreeLimits, true))),
      analysesAtOnce: db.$count(
        analyses,
        and(
          eq(analyses.userId, users.id),
          eq(analyses.status, AnalysisStatus.running),
          isNull(analyses.deletedAt),
          isNull(analyses.dayId),
        ),
      ),
      models: db.$count(
        models,
        and(eq(models.userId, users.id), inArray(models.status, HELD_STATUSES), isNull(models.deletedAt)),
      ),
    })
    .from(users)
    .where(and(gt(users.id, Number(after)), eq(users.isDemo, false)))
    .orderBy(asc(users.id))
    .limit(limit);
}

export async function listCustomers(db: Database, { after, limit }: Page) {
  return db
    .select({
      userId: users.id,
      customerId: present(users.stripeCustomerId),
      ...columnsOf(users, "plan", "email", "deletedAt"),
    })
    .from(users)
    .where(and(gt(users.id, Number(after)), isNotNull(users.stripeCustomerId), isNull(users.erasedAt)))
    .orderBy(asc(users.id))
    .limit(limit);
}

/** Living or not. */
export async function listCustomerOwners(db: Database, { userIds }: { userIds: readonly number[] }) {
  return db
    .select(columnsOf(users, "id", "deletedAt", "erasedAt"))
    .from(users)
    .where(isAmong(users.id, userIds));
}
