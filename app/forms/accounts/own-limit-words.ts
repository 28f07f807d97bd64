import { LARGEST_OWN_LIMITS, PAUSE_DAYS } from "#app/domain/own-limits.ts";

const count = (number: number): string => number.toLocaleString("en-US");

export const OWN_LIMIT_MESSAGES = {
  amounts: {
    analyses: `0から${count(LARGEST_OWN_LIMITS.analyses)}までの数字で入れてください。`,
    budget: `0から${count(LARGEST_OWN_LIMITS.budget)}までの数字で入れてください。`,
  },
  days: `${PAUSE_DAYS.least}から${PAUSE_DAYS.most}までの数字で入れてください。`,
  shorter: "いまの休みのほうが長いため、変えていません。休みは短くできません。",
} as const;
