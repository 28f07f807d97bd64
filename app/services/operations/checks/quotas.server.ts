import { type QuotaFacts, readQuotaFacts } from "#app/db/operations/checks/account-walks.server.ts";
import { enforcedLimit } from "#app/domain/plans/entitlements.ts";
import { FREE_LIFETIME_ANALYSES, Plan, type PlanLimits, planLimits } from "#app/domain/plans/plans.ts";
import { DAY_SECONDS, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import type { Look } from "./look.server.ts";

const USERS_PER_PAGE = 50;
/** An ended plan is known late, at most by an outage of Stripe. */
const KNOWN_LATE_SECONDS = DAY_SECONDS;

export const checkQuotas: Look = async ({ db }, { after }) => {
  const facts = await readQuotaFacts(db, { after, limit: USERS_PER_PAGE });
  const allowed = (userId: number, from: number, to: number, limit: (limits: PlanLimits) => number) =>
    mostAllowed(plansBetween(facts, userId, { from, to }), limit);
  const broken: string[] = [];
  const compare = (userId: number, count: number, most: number | null, words: string) => {
    if (most !== null && count > most) broken.push(`user ${userId}: ${count} ${words}, where ${most} are allowed`);
  };
  for (const { userId, kind, day, count } of facts.days) {
    const from = startOfJapanDay(day);
    if (kind !== "analysis") continue;
    const most = allowed(userId, from, from + DAY_SECONDS, ({ analysesPerDay }) => analysesPerDay);
    compare(userId, count, most, `analyses on ${day}`);
  }
  for (const { userId, kind, month, count } of facts.months) {
    const from = startOfJapanDay(`${month}-01`);
    const limit = ({ analysesPerMonth, modelCreationsPerMonth }: PlanLimits) =>
      kind === "analysis" ? analysesPerMonth : modelCreationsPerMonth;
    const words = `${kind === "analysis" ? "analyses" : "created models"} in ${month}`;
    compare(userId, count, allowed(userId, from, from + 31 * DAY_SECONDS, limit), words);
  }
  for (const { userId, count } of facts.lifetimes)
    compare(userId, count, FREE_LIFETIME_ANALYSES, "analyses under Free's limits");
  for (const { userId, count } of facts.running) {
    const most = allowed(userId, 0, Number.POSITIVE_INFINITY, ({ analysesAtOnce }) => analysesAtOnce);
    compare(userId, count, most, "analyses at once");
  }
  for (const { userId, modelId, createdAt, count } of facts.held) {
    const most = allowed(userId, createdAt, createdAt, ({ models }) => models);
    compare(userId, count, most, `models held when model ${modelId} was created`);
  }
  const last = facts.users.at(-1);
  const isLast = last === undefined || facts.users.length < USERS_PER_PAGE;
  return { seen: facts.users.length, broken, next: isLast ? null : String(last.userId) };
};

/** And today's. */
function plansBetween(
  { users, plans }: QuotaFacts,
  userId: number,
  { from, to }: { from: number; to: number },
): Set<number> {
  const own = plans.filter((change) => change.userId === userId);
  const begun = own.filter(({ effectiveAt }) => effectiveAt <= to);
  const known = begun.filter(({ effectiveAt }) => effectiveAt <= from - KNOWN_LATE_SECONDS);
  const inForce = begun.slice(Math.max(0, known.length - 1));
  const present = users.find((user) => user.userId === userId)?.plan ?? Plan.free;
  return new Set([Plan.free, present, ...inForce.map(({ plan }) => plan)]);
}

/** Null: no limit. */
function mostAllowed(plans: ReadonlySet<number>, limit: (limits: PlanLimits) => number): number | null {
  const limits = [...plans].map((plan) => enforcedLimit(limit(planLimits(plan))));
  return limits.includes(null) ? null : Math.max(...limits.map((each) => each ?? 0));
}
