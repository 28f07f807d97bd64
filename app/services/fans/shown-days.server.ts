import { mayOpenDay } from "#app/domain/plans/entitlements.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";

/** After every day with a race. */
const LAST_OF_DAYS = "9999-12-31";

export function lastDayOf({ plan }: PlanHolder, today: string): string {
  return mayOpenDay(plan, { date: LAST_OF_DAYS, today }) ? LAST_OF_DAYS : today;
}
