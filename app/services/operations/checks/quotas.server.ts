import { listQuotaFacts } from "#app/db/operations/checks/account-facts.server.ts";
import { enforcedLimit } from "#app/domain/plans/entitlements.ts";
import { FREE_LIFETIME_ANALYSES, Plan, planLimits } from "#app/domain/plans/plans.ts";
import { type Look, nextAfter } from "./look.server.ts";

const USERS_PER_PAGE = 50;

const COUNTED = {
  analysesPerDay: "analyses on a day",
  analysesPerMonth: "analyses in a month",
  modelCreationsPerMonth: "created models in a month",
  analysesPerLifetime: "analyses under Free's limits",
  analysesAtOnce: "analyses at once",
  models: "models",
} as const;

/** A second look at the limits: by the largest plan that a user has ever had. */
export const checkQuotas: Look = async ({ db }, { after }) => {
  const users = await listQuotaFacts(db, { after, limit: USERS_PER_PAGE });
  const broken = users.flatMap((user) => {
    const plans = [Plan.free, ...(JSON.parse(user.plans) as number[])];
    return (Object.keys(COUNTED) as (keyof typeof COUNTED)[]).flatMap((kind) => {
      const most = mostAllowed(plans, kind);
      const isOver = most !== null && user[kind] > most;
      return isOver ? [`user ${user.userId}: ${user[kind]} ${COUNTED[kind]}, where ${most} are allowed`] : [];
    });
  });
  return { seen: users.length, broken, next: nextAfter(users, USERS_PER_PAGE, ({ userId }) => userId) };
};

/** Null: no limit. */
function mostAllowed(plans: readonly number[], kind: keyof typeof COUNTED): number | null {
  if (kind === "analysesPerLifetime") return FREE_LIFETIME_ANALYSES;
  const limits = plans.map((plan) => enforcedLimit(planLimits(plan)[kind]));
  return limits.includes(null) ? null : Math.max(...limits.map((each) => each ?? 0));
}
