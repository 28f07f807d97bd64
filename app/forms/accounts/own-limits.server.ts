import * as z from "zod";
import { LARGEST_OWN_LIMITS, OWN_LIMIT_KINDS, type OwnLimitKind, PAUSE_DAYS } from "#app/domain/own-limits.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { termsField } from "./account-fields.server.ts";

const count = (number: number): string => number.toLocaleString("en-US");

export const OWN_LIMIT_MESSAGES = {
  amounts: {
    analyses: `0から${count(LARGEST_OWN_LIMITS.analyses)}までの数字で入れてください。`,
    budget: `0から${count(LARGEST_OWN_LIMITS.budget)}までの数字で入れてください。`,
  },
  days: `${PAUSE_DAYS.least}から${PAUSE_DAYS.most}までの数字で入れてください。`,
  shorter: "いまの休みのほうが長いため、変えていません。休みは短くできません。",
} as const;

/** A whole number as people type it: 30, ３０, 30,000円. */
function numberField([least, most]: readonly [number, number], error: string) {
  return (
    z
      .string({ error: MESSAGES.required })
      // 円, 回 and 日.
      .transform((text) => text.normalize("NFKC").replace(/[\s,\u5186¥\u56de\u65e5]/g, ""))
      .refine((text) => /^\d{1,9}$/.test(text), { error, abort: true })
      .transform(Number)
      .refine((number) => number >= least && number <= most, error)
  );
}

/** Empty means no limit. */
const amountField = (kind: OwnLimitKind) =>
  numberField([0, LARGEST_OWN_LIMITS[kind]], OWN_LIMIT_MESSAGES.amounts[kind]).optional();

export const ownLimitFormSchema = z.discriminatedUnion("do", [
  z.object({ do: z.literal("analyses"), amount: amountField("analyses") }),
  z.object({ do: z.literal("budget"), amount: amountField("budget") }),
  z.object({ do: z.literal("withdraw"), limit: z.enum(OWN_LIMIT_KINDS) }),
  z.object({
    do: z.literal("pause"),
    days: numberField([PAUSE_DAYS.least, PAUSE_DAYS.most], OWN_LIMIT_MESSAGES.days),
    understood: termsField,
  }),
]);
