import { formatCount } from "#app/components/parts/numbers.ts";
import { isRestricted, PLANS, unrestricted } from "#app/domain/plans/plans.ts";
import { TO_PAYMENT } from "./plan-words.ts";
import type { RestrictedPlan } from "./restricted-mode.tsx";

/** Null for a plan that is not restricted. */
export function restrictedWords(plan: number): RestrictedPlan | null {
  const row = isRestricted(plan) ? PLANS.find((candidate) => candidate.plan === unrestricted(plan)) : undefined;
  if (row === undefined) return null;
  return {
    payTo: `/subscriptions?plan=${row.plan}`,
    pay: TO_PAYMENT,
    banner: "プランの更新に失敗しました。再度プラン料金の支払いをお願いします。",
    about: "制限モードとは",
    title: "制限モードになっています",
    lead: `${row.name}　${formatCount(row.priceYen)}円/月`,
    text: [
      "プラン料金の支払いを確認できなかったため、契約を止めて制限モードにしました。",
      "使える範囲はフリープランと同じです。支払いが済むまで、料金はかかりません。",
      `モデルと分析結果は残っています。支払いが済むと、すぐに${row.name}に戻ります。`,
    ],
  };
}
