/** The plan table: prices and limits by plan id (README, "Plans by number"). */

export const Plan = {
  admin: 0,
  free: 1,
  starter: 2,
  standard: 3,
  pro: 4,
  premium: 5,
  unlimited: 6,
} as const;

/** Added to the number of a paid plan whose renewal failed (restricted mode). */
export const RESTRICTED_OFFSET = 100;

/** Lifetime number of analyses on the Free plan (全5回). */
export const FREE_LIFETIME_ANALYSES = 5;

/** A limit of this or more is shown as ∞ and not enforced. */
export const UNLIMITED_FROM = 1000;

export interface PlanLimits {
  features: number;
  models: number;
  analysesPerDay: number;
  analysesPerMonth: number;
  modelCreationsPerMonth: number;
  analysesAtOnce: number;
  analysesPerLifetime: number | null;
  venueTypes: readonly number[];
}

export interface PlanRow {
  plan: number;
  name: string;
  priceYen: number;
  isRecommended: boolean;
  limits: PlanLimits;
}

const ALL_VENUES = [1, 2, 3] as const;

function row(
  plan: number,
  name: string,
  priceYen: number,
  isRecommended: boolean,
  [features, models, analysesPerDay, analysesPerMonth, modelCreationsPerMonth, analysesAtOnce]: readonly [
    number,
    number,
    number,
    number,
    number,
    number,
  ],
  analysesPerLifetime: number | null = null,
): PlanRow {
  return {
    plan,
    name,
    priceYen,
    isRecommended,
    limits: {
      features,
      models,
      analysesPerDay,
      analysesPerMonth,
      modelCreationsPerMonth,
      analysesAtOnce,
      analysesPerLifetime,
      venueTypes: ALL_VENUES,
    },
  };
}

export const PLANS: readonly PlanRow[] = [
  row(Plan.free, "フリー", 0, false, [50, 1, 5, 5, 2, 1], FREE_LIFETIME_ANALYSES),
  row(Plan.starter, "スターター", 980, false, [50, 1, 3, 30, 2, 1]),
  row(Plan.standard, "スタンダード", 4_980, false, [65, 2, 10, 60, 4, 2]),
  row(Plan.pro, "PRO", 9_800, true, [100, 3, 30, 90, 10, 3]),
  row(Plan.premium, "PREMIUM", 29_800, true, [160, 5, 60, 1000, 1000, 5]),
  row(Plan.unlimited, "UNLIMITED", 49_800, false, [1000, 10, 1000, 1000, 1000, 10]),
];

const FREE = PLANS[0] as PlanRow;
const ADMIN = row(Plan.admin, "管理者", 0, false, [1000, 1000, 1000, 1000, 1000, 1000]);

/** The renewal failed: Free limits, rankings and display until it is paid. */
export function isRestricted(plan: number): boolean {
  return isPaid(plan - RESTRICTED_OFFSET);
}

export function unrestricted(plan: number): number {
  return isRestricted(plan) ? plan - RESTRICTED_OFFSET : plan;
}

/** Takes part in rankings, and own figures are shown. */
export function isPaid(plan: number): boolean {
  return plan >= Plan.starter && plan <= Plan.unlimited;
}

/** Free, restricted and unknown plans have Free's limits. */
export function hasFreeLimits(plan: number): boolean {
  return plan !== Plan.admin && !isPaid(plan);
}

function planRow(plan: number): PlanRow {
  if (plan === Plan.admin) return ADMIN;
  return PLANS.find((candidate) => candidate.plan === plan) ?? FREE;
}

/** Yen per month; 0 for a restricted plan. */
export function planPriceYen(plan: number): number {
  return planRow(plan).priceYen;
}

export function planLimits(plan: number): PlanLimits {
  return planRow(plan).limits;
}

export function usesLeft(limit: number, used: number): number | null {
  return limit >= UNLIMITED_FROM ? null : Math.max(0, limit - used);
}

/** Name on screen; "Others" for ids not in the table. */
export function planName(plan: number): string {
  if (plan === Plan.admin) return ADMIN.name;
  const name = PLANS.find((candidate) => candidate.plan === unrestricted(plan))?.name ?? "Others";
  return isRestricted(plan) ? `${name}（制限モード）` : name;
}
