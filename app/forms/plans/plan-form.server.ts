import * as z from "zod";
import { readPlan, readPlanBefore, readProrationDate } from "./plan-choice.ts";

/** A text of our own buttons and hidden fields; whatever else stands in it reads as missing. */
const hiddenField = z.string().optional().catch(undefined);

/** The forms of /subscriptions: what a button asks for, the chosen plan, the one before, and the preview that was read. */
export const planFormSchema = z.object({
  intent: hiddenField,
  plan: hiddenField.transform((text) => readPlan(text ?? null)),
  from: hiddenField.transform((text) => readPlanBefore(text ?? null)),
  proration_date: hiddenField.transform((text) => readProrationDate(text ?? null)),
});

export type PlanForm = z.input<typeof planFormSchema>;
