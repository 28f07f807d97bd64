import { isRestricted, PLANS } from "#app/domain/plans/plans.ts";

/** A plan of the table, 1–6, from a query or form field, else null. */
export function readPlan(value: FormDataEntryValue | null): number | null {
  return PLANS.find(({ plan }) => String(plan) === value)?.plan ?? null;
}

/** The user's plan before a change: a plan of the table or its restricted version, else null. */
export function readPlanBefore(value: FormDataEntryValue | null): number | null {
  const plan = typeof value === "string" && /^\d{1,3}$/.test(value) ? Number(value) : 0;
  return isRestricted(plan) ? plan : readPlan(value);
}

/** Unix seconds of the preview that the reader saw; null if the value is not a possible instant. */
export function readProrationDate(value: FormDataEntryValue | null): number | null {
  return typeof value === "string" && /^\d{9,10}$/.test(value) ? Number(value) : null;
}
