/** Decides what a plan allows (README, "Limits"); the limits are in plans.ts. */

import { PLANS, Plan, type PlanLimits, type PlanRow, planLimits, UNLIMITED_FROM } from "./plans.ts";

/** Why the current plan cannot use a model; null = enabled. */
export type DisabledReason = "too-many-features" | "beyond-model-limit" | null;

export interface PlannedModel {
  modelId: number;
  featureCount: number;
  /** Counts towards the plan's number of models: in creation or complete. */
  isHeld: boolean;
  createdAt: number;
}

/** The number to enforce; null if the plan shows ∞ (a limit of {@link UNLIMITED_FROM} or more). */
export function enforcedLimit(limit: number): number | null {
  return limit >= UNLIMITED_FROM ? null : limit;
}

function isOver(count: number, limit: number): boolean {
  const enforced = enforcedLimit(limit);
  return enforced !== null && count > enforced;
}

function newestFirst(a: { createdAt: number; modelId: number }, b: typeof a): number {
  return b.createdAt - a.createdAt || b.modelId - a.modelId;
}

/**
 * Marks models that the plan cannot use: enabled ones first, each newest first. Models with too many features are
 * disabled and do not count; of the others, the oldest beyond the number of models are disabled. Disabled models become
 * usable again with the plan. `models` are all of the user's that are not deleted, in any order.
 */
export function markDisabled<M extends PlannedModel>(
  models: readonly M[],
  limits: Pick<PlanLimits, "features" | "models">,
): { model: M; disabled: DisabledReason }[] {
  let places = 0;
  const marked = [...models].sort(newestFirst).map((model) => {
    if (isOver(model.featureCount, limits.features)) return { model, disabled: "too-many-features" as const };
    if (model.isHeld) places += 1;
    return {
      model,
      disabled: model.isHeld && isOver(places, limits.models) ? ("beyond-model-limit" as const) : null,
    };
  });
  return [...marked.filter(({ disabled }) => disabled === null), ...marked.filter(({ disabled }) => disabled !== null)];
}

export type ModelRefusal =
  | "venue-not-in-plan"
  | "no-features"
  | "too-many-features"
  | "creations-per-month"
  | "models-held";

/** Checks a model's content before limits on numbers; refusals in this order. */
export function refuseModelContent(
  { venueType, featureCount }: { venueType: number; featureCount: number },
  limits: PlanLimits,
): ModelRefusal | null {
  if (!limits.venueTypes.includes(venueType)) return "venue-not-in-plan";
  if (featureCount < 1) return "no-features";
  if (isOver(featureCount, limits.features)) return "too-many-features";
  return null;
}

/** The limit that one more model would exceed: the monthly one first, as deleting a model would not help. */
export function refuseModelByUse(
  { createdThisMonth, held }: { createdThisMonth: number; held: number },
  limits: PlanLimits,
): ModelRefusal | null {
  if (isOver(createdThisMonth + 1, limits.modelCreationsPerMonth)) return "creations-per-month";
  if (isOver(held + 1, limits.models)) return "models-held";
  return null;
}

const SEARCHES_PER_MONTH: Readonly<Record<number, number>> = {
  ...{ [Plan.admin]: 30, [Plan.free]: 1, [Plan.starter]: 2, [Plan.standard]: 4 },
  ...{ [Plan.pro]: 10, [Plan.premium]: 30, [Plan.unlimited]: 30 },
};

/** Searches for better features. Restricted and unknown plans have Free's. */
export function searchesPerMonth(plan: number): number {
  return SEARCHES_PER_MONTH[plan] ?? SEARCHES_PER_MONTH[Plan.free] ?? 0;
}

export function refuseSearchByUse({ thisMonth }: { thisMonth: number }, plan: number): "searches-per-month" | null {
  return isOver(thisMonth + 1, searchesPerMonth(plan)) ? "searches-per-month" : null;
}

type AnalysisUseRefusal = "per-day" | "at-once" | "per-month" | "per-lifetime";

interface AnalysisUse {
  today: number;
  running: number;
  thisMonth: number;
  /** Accepted while Free limits applied. */
  underFreeLimits: number;
}

/** The limit that one more analysis would exceed. Parallel analyses are limited even where ∞ is shown. */
export function refuseAnalysisByUse(use: AnalysisUse, limits: PlanLimits): AnalysisUseRefusal | null {
  if (isOver(use.today + 1, limits.analysesPerDay)) return "per-day";
  if (use.running + 1 > limits.analysesAtOnce) return "at-once";
  if (isOver(use.thisMonth + 1, limits.analysesPerMonth)) return "per-month";
  if (limits.analysesPerLifetime !== null && use.underFreeLimits + 1 > limits.analysesPerLifetime)
    return "per-lifetime";
  return null;
}

/** The user's own pause or limit, before the plan's limits, as another plan would not help. */
export function refuseAnalysisByOwner({
  isPausing,
  ownPerMonth,
  thisMonth,
}: {
  isPausing: boolean;
  ownPerMonth: number | null;
  thisMonth: number;
}): "paused" | "own-per-month" | null {
  if (isPausing) return "paused";
  return ownPerMonth !== null && thisMonth + 1 > ownPerMonth ? "own-per-month" : null;
}

export interface AnalysisUses {
  plan: number;
  analysesToday: number;
  analysesThisMonth: number;
  /** Accepted while Free limits applied, over the account's lifetime. */
  freeAnalyses: number;
  /** In progress, without those of a day's confirmation. */
  runningAnalyses: number;
  /** Own limit of a month; null: none. */
  ownPerMonth: number | null;
}

export interface AnalysesLeft {
  left: number;
  by: AnalysisUseRefusal | "own-per-month";
  used: number;
  limit: number;
}

/**
 * The limit that binds first: the one that leaves the fewest analyses; among equals the one that binds longest.
 * Parallel analyses bind only while no place is free. Null: no limit is enforced.
 */
export function analysesLeft(uses: AnalysisUses): AnalysesLeft | null {
  const limits = planLimits(uses.plan);
  const counted = [
    { by: "per-lifetime", limit: limits.analysesPerLifetime, used: uses.freeAnalyses },
    { by: "per-month", limit: enforcedLimit(limits.analysesPerMonth), used: uses.analysesThisMonth },
    { by: "own-per-month", limit: uses.ownPerMonth, used: uses.analysesThisMonth },
    { by: "per-day", limit: enforcedLimit(limits.analysesPerDay), used: uses.analysesToday },
  ] as const;
  const [tightest] = counted
    .flatMap(({ by, limit, used }) => (limit === null ? [] : [{ left: Math.max(0, limit - used), by, used, limit }]))
    .sort((one, other) => one.left - other.left);
  const isFull = uses.runningAnalyses >= limits.analysesAtOnce;
  if (isFull && tightest?.left !== 0)
    return { left: 0, by: "at-once", used: uses.runningAnalyses, limit: limits.analysesAtOnce };
  return tightest ?? null;
}

/** Days after today (in Japan, YYYY-MM-DD) are open to plan 0 only. */
export function mayOpenDay(plan: number, { date, today }: { date: string; today: string }): boolean {
  return plan === Plan.admin || date <= today;
}

/** For queries: the last day that the plan may open. */
export function lastOpenDay(plan: number, today: string): string {
  return plan === Plan.admin ? "9999-12-31" : today;
}

/** A phone cannot show more columns. */
const MOST_COMPARED = 5;

/** Models side by side on a race: as many as the plan holds, at most five. */
export function comparedModels({ models }: Pick<PlanLimits, "models">): number {
  return Math.min(MOST_COMPARED, models);
}

/** The first plan on the plans page that shows more models side by side; null if none does. */
export function planComparingMore(plan: number): PlanRow | null {
  const here = comparedModels(planLimits(plan));
  return PLANS.find(({ limits }) => comparedModels(limits) > here) ?? null;
}
