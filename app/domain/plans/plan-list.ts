import { searchesPerMonth } from "./entitlements.ts";
import { priceKey } from "./plan-offer.ts";
import { isPaid, PLANS, Plan, planLimits, UNLIMITED_FROM } from "./plans.ts";

interface PlanEntry {
  planId: number;
  /** `price_id` of the API; null for Free, which has no price. */
  priceId: string | null;
  /** Yen per month, tax included. */
  price: number;
  description: string;
  items: readonly { label: string; value: string }[];
  recommend: boolean;
  featuresLimit: number;
  modelsLimit: number;
  analyzesDailyLimit: number;
  analyzesMonthlyLimit: number;
  createModelLimit: number;
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  [Plan.free]: "まず5レースを試す",
  [Plan.starter]: "メインレースを1つのモデルで",
  [Plan.standard]: "主なレースを2つのモデルで",
  [Plan.pro]: "2場の全レースを、月に3日ほど",
  [Plan.premium]: "どの開催日も、全レースを",
  [Plan.unlimited]: "全レースを、10のモデルで",
};

/** By venue type, from 1. */
const VENUES = ["中央", "南関", "門別"] as const;

export const PLAN_LIST: readonly PlanEntry[] = PLANS.map((row) => ({
  planId: row.plan,
  priceId: isPaid(row.plan) ? priceKey(row.plan) : null,
  price: row.priceYen,
  description: DESCRIPTIONS[row.plan] ?? "",
  items: planItems(row.plan),
  recommend: row.isRecommended,
  featuresLimit: row.limits.features,
  modelsLimit: row.limits.models,
  analyzesDailyLimit: row.limits.analysesPerDay,
  analyzesMonthlyLimit: row.limits.analysesPerMonth,
  createModelLimit: row.limits.modelCreationsPerMonth,
}));

/** Lookup keys of all prices, for the API's document. */
export const PRICE_IDS: readonly string[] = PLAN_LIST.flatMap(({ priceId }) => priceId ?? []);

export function planItems(plan: number): PlanEntry["items"] {
  const limits = planLimits(plan);
  const lifetime = limits.analysesPerLifetime;
  return [
    { label: "項目数", value: show(limits.features) },
    { label: "モデル", value: show(limits.models) },
    { label: "分析/日", value: lifetime === null ? show(limits.analysesPerDay) : `全${lifetime}回` },
    { label: "分析/月", value: lifetime === null ? show(limits.analysesPerMonth) : "—" },
    { label: "作成/月", value: show(limits.modelCreationsPerMonth) },
    { label: "改善案/月", value: show(searchesPerMonth(plan)) },
    { label: "同時分析数", value: show(limits.analysesAtOnce) },
    { label: "競馬場", value: venueWords(limits.venueTypes) },
    { label: "ランキング", value: isPaid(plan) ? "参加" : "—" },
  ];
}

function venueWords(types: readonly number[]): string {
  return types.length === VENUES.length ? "全場" : types.map((type) => VENUES[type - 1]).join("・");
}

function show(limit: number): string {
  return limit >= UNLIMITED_FROM ? "∞" : String(limit);
}
