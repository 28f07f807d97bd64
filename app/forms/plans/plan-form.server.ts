import * as z from "zod";
import { hiddenField } from "#app/forms/text-field.server.ts";
import { readPlan, readPlanBefore, readProrationDate } from "./plan-choice.ts";

/** The forms of /subscriptions: the button's intent, the chosen plan, the present one, and the preview's instant. */
export const planFormSchema = z.object({
  intent: hiddenField,
  plan: hiddenField.transform((text) => readPlan(text ?? null)),
  from: hiddenField.transform((text) => readPlanBefore(text ?? null)),
  proration_date: hiddenField.transform((text) => readProrationDate(text ?? null)),
});

export type PlanForm = z.input<typeof planFormSchema>;
