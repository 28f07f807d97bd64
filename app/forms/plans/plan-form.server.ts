import * as z from "zod";
import { readPlan, readPlanBefore, readProrationDate } from "./plan-choice.ts";

/** The value of one of our buttons or hidden fields; anything but a single text is treated as missing. */
const hiddenField = z.string().optional().catch(undefined);

/** The forms of /subscriptions: the button's intent, the chosen plan, the present one, and the preview's instant. */
export const planFormSchema = z.object({
  intent: hiddenField,
  plan: hiddenField.transform((text) => readPlan(text ?? null)),
  from: hiddenField.transform((text) => readPlanBefore(text ?? null)),
  proration_date: hiddenField.transform((text) => readProrationDate(text ?? null)),
});

export type PlanForm = z.input<typeof planFormSchema>;
