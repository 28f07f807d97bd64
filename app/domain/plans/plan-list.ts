/** The plans as shown to clients, and the ids used to choose one. */

import { priceKey } from "./plan-offer.ts";
import { isPaid, PLANS, Plan, type PlanRow, UNLIMITED_FROM } from "./plans.ts";

interface PlanEntry {
  planId: number;
  /** `price_id` of the API; null for Free, which has no price. */
  priceId: string | null;
  /** Yen per month, tax included. */
  price: number;
  /** Target group of the plan. */
  description: string;
  /** The limits as shown, in order. */
  items: readonly { label: string; value: string }[];
  recommend: boolean;
  featuresLimit: number;
  modelsLimit: number;
  analyzesDailyLimit: number;
  analyzesMonthlyLimit: number;
  createModelLimit: number;
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  [Plan.free]: "まず試す",
  [Plan.starter]: "週末に数レース",
  [Plan.standard]: "モデルを比べる",
  [Plan.pro]: "毎週しっかり",
  [Plan.premium]: "ほぼ毎日",
  [Plan.unlimited]: "上限を気にしない",
};

/** The plans offered, in the order of the plans page. */
export const PLAN_LIST: readonly PlanEntry[] = PLANS.map((row) => ({
  planId: row.plan,
  priceId: isPaid(row.plan) ? priceKey(row.plan) : null,
  price: row.priceYen,
  description: DESCRIPTIONS[row.plan] ?? "",
  items: planItems(row.limits),
  recommend: row.isRecommended,
  featuresLimit: row.limits.features,
  modelsLimit: row.limits.models,
  analyzesDailyLimit: row.limits.analysesPerDay,
  analyzesMonthlyLimit: row.limits.analysesPerMonth,
  createModelLimit: row.limits.modelCreationsPerMonth,
}));

/** Lookup keys of all prices, for the API's document. */
export const PRICE_IDS: readonly string[] = PLAN_LIST.flatMap(({ priceId }) => priceId ?? []);

/** The limits of a plan as shown. */
export function planItems(limits: PlanRow["limits"]): PlanEntry["items"] {
  const lifetime = limits.analysesPerLifetime;
  return [
    { label: "項目数", value: show(limits.features) },
    { label: "モデル", value: show(limits.models) },
    { label: "分析/日", value: lifetime === null ? show(limits.analysesPerDay) : `全${lifetime}回` },
    { label: "分析/月", value: lifetime === null ? show(limits.analysesPerMonth) : "—" },
    { label: "作成/月", value: show(limits.modelCreationsPerMonth) },
  ];
}

/** Shows {@link UNLIMITED_FROM} and more as ∞. */
function show(limit: number): string {
  return limit >= UNLIMITED_FROM ? "∞" : String(limit);
}
