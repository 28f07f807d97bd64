/** The plan pages' texts for refused changes; the one of the downgrade is from the specification. */
export const PLAN_REFUSALS = {
  "same-plan": "すでにこのプランです。",
  "not-offered": "このプランには、この画面から変更できません。お困りのときはお問い合わせください。",
  "needs-checkout": "このプランには、支払いの画面から申し込みます。もう一度お試しください。",
  "already-subscribed": "別の画面で申し込みが済んでいます。内容を確かめてください。",
  "downgraded-this-month": "プランを変更できませんでした。プランのダウングレードは１ヶ月に1回までとなります。",
  "card-declined":
    "カードの支払いが承認されませんでした。プランは変わっていません。カード会社に確かめて、もう一度お試しください。",
  "preview-outdated": "時間がたったため、金額を計算し直しました。もう一度確かめてください。",
  "no-customer": "お支払いの記録がまだありません。",
  busy: "別の変更の手続き中です。少しおいて、もう一度お試しください。",
  unavailable:
    "決済サービスにつながらないため、手続きできませんでした。しばらくしてから、今のプランを確かめてお試しください。",
} as const;

export type PlanRefusalReason = keyof typeof PLAN_REFUSALS;

export function findPlanRefusal(errors: readonly string[] | null | undefined): PlanRefusalReason | null {
  const isReason = (error: string): error is PlanRefusalReason => Object.hasOwn(PLAN_REFUSALS, error);
  return errors?.find(isReason) ?? null;
}

/** The HTTP status of a refusal: 503 for temporary ones that the reader did not cause. */
export function refusalStatus(reason: PlanRefusalReason): 400 | 503 {
  return reason === "busy" || reason === "unavailable" ? 503 : 400;
}
