/** Steps from one plan to another (README, "Money"). */

import { isPaid, isRestricted, PLANS, Plan, unrestricted } from "./plans.ts";

/**
 * checkout: a first subscription, or paying for a restricted plan again. upgrade, downgrade: between paid plans.
 * cancel: Free. Refused: `same`; `not-offered` (in restricted mode any plan but the user's own, including Free;
 * everything for admins and unknown plans).
 */
type PlanStep = "checkout" | "upgrade" | "downgrade" | "cancel" | "same" | "not-offered";

/** @param target the chosen plan, 1–6 */
export function planStep(current: number, target: number): PlanStep {
  const offered = PLANS.find(({ plan }) => plan === target);
  if (offered === undefined || current === Plan.admin) return "not-offered";
  if (current === target) return "same";
  if (isRestricted(current)) return target === unrestricted(current) ? "checkout" : "not-offered";
  if (isPaid(current)) {
    if (target === Plan.free) return "cancel";
    return target > current ? "upgrade" : "downgrade";
  }
  return target === Plan.free ? "not-offered" : "checkout";
}

/** Lookup key of a paid plan's price at Stripe, also `price_id` in the API. */
export function priceKey(plan: number): string {
  return `keiba_plan_${plan}_monthly`;
}

/** Plan 2–6 of a lookup key, or null. */
export function planOfPriceKey(key: string): number | null {
  return PLANS.find(({ plan }) => isPaid(plan) && priceKey(plan) === key)?.plan ?? null;
}

/** Metadata of our configuration of the payment provider's portal. */
export const PORTAL_MARK = { name: "made_for", value: "keiba-plans" } as const;
