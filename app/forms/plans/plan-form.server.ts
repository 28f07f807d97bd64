import * as z from "zod";
import { isRestricted, PLANS } from "#app/domain/plans/plans.ts";
import { hiddenField } from "#app/forms/text-field.server.ts";

/** A plan of the table, 1–6, from a query or form field, else null. */
export function readPlan(value: string | null | undefined): number | null {
  return PLANS.find(({ plan }) => String(plan) === value)?.plan ?? null;
}

/** The user's plan before a change: a plan of the table or its restricted version, else null. */
export function readPlanBefore(value: string | null | undefined): number | null {
  const plan = /^\d{1,3}$/.test(value ?? "") ? Number(value) : 0;
  return isRestricted(plan) ? plan : readPlan(value);
}

/** Unix seconds of the preview that the reader saw; null if the value is not a possible instant. */
export function readProrationDate(value: string | null | undefined): number | null {
  return /^\d{9,10}$/.test(value ?? "") ? Number(value) : null;
}

export const planFormSchema = z.object({
  intent: hiddenField,
  plan: hiddenField.transform(readPlan),
  from: hiddenField.transform(readPlanBefore),
  proration_date: hiddenField.transform(readProrationDate),
});

export type PlanForm = z.input<typeof planFormSchema>;
