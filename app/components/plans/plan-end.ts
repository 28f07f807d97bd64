import { planName } from "#app/domain/plans/plans.ts";

export type PlanEnd =
  /** A first payment, or a repayment. */
  | "started"
  | "changed"
  | "cancelled"
  /** The payment page is still open. */
  | "pending"
  /** Stripe could not be queried. */
  | "unknown";

export function planEndWords(
  end: PlanEnd,
  { plan, before }: { plan: number; before: number | null },
): { title: string; text: string } {
  const name = planName(plan);
  switch (end) {
    case "started":
      return { title: `${name}プランが有効になりました`, text: `ようこそ。${name}の範囲を、すぐに使えます。` };
    case "changed":
      return {
        title: "プランを変更しました",
        text: `${planName(before ?? plan)}から${name}に変更しました。${name}の範囲を、すぐに使えます。`,
      };
    case "cancelled":
      return {
        title: `${name}プランに変更しました`,
        text: "月額の請求は解除されました。モデルと分析結果は残っています。範囲を超えるモデルは、プランを変えるとまた使えます。",
      };
    case "pending":
      return {
        title: "支払いを確認しています",
        text: "確認できしだい、この画面でお知らせします。画面を閉じても、手続きは続きます。支払いがまだのときは、プランの画面からもう一度お進みください。",
      };
    case "unknown":
      return {
        title: "支払いを確認できませんでした",
        text: "決済サービスにつながりません。支払いが済んでいれば、プランは自動で変わります。少しおいて、もう一度確かめます。",
      };
    default:
      return end satisfies never;
  }
}
