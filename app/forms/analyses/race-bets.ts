import { MOST_TICKETS, MOST_TRIO_AXES } from "#app/domain/betting/formation.ts";
import { LARGEST_BUDGET_YEN, STAKE_STEP_YEN, smallestBudget } from "#app/domain/betting/stakes.ts";

const yen = (amount: number): string => `${amount.toLocaleString("en-US")}円`;

export const BET_MESSAGES = {
  budget: `予算は${yen(STAKE_STEP_YEN)}から${yen(LARGEST_BUDGET_YEN)}までの数字で入れてください。`,
  trioAxes: `軸は${MOST_TRIO_AXES}頭までです。3列目を選ぶと、フォーメーションになります。`,
  none: "この選び方では1点もできません。相手を選んでください。",
  tooMany: (count: number) =>
    `${count}点は多すぎます。一度に計算できるのは${MOST_TICKETS}点までです。軸か相手を減らしてください。`,
  ownBudget: ({ limitYen, leftYen }: { limitYen: number; leftYen: number }) =>
    `自分で決めた今月の予算の上限（${yen(limitYen)}）をこえます。このレースに入れられるのは${yen(leftYen)}までです。`,
  untypedBudget: "自分で決めた予算の上限があるため、「この条件で計算する」を押すまで計算せず、数えもしません。",
  smallBudget: (count: number) => `${count}点には${smallestBudget(count)}円から必要です`,
} as const;

/** How a budget is split: 均等 or 払戻をそろえる. */
export const BUDGET_SPLITS = ["flat", "even"] as const;
export type BudgetSplit = (typeof BUDGET_SPLITS)[number];
