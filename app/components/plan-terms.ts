import { planName } from "#app/domain/plans/plans.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { PlanPreview } from "#app/services/services.ts";
import { formatCount, formatDay } from "./numbers.ts";

/** One line of the final confirmation that the law asks for before a subscription. */
export interface PlanTerm {
  term: string;
  /** The sum, where the line is about one. */
  yen?: number;
  text: string;
  note?: string;
}

type Payment = Exclude<PlanPreview, { kind: "cancel" }>;

/** Credit that is left over from a downgrade, as the pages call it. */
export const CREDIT_WORD = "充当額";

const LEAST_CHARGE_YEN = 50;

export function yenWords(yen: number): string {
  return `${formatCount(yen)}円`;
}

/** Price, charges now and later, term, cancellation and period of the offer (特定商取引法 第12条の6). */
export function paymentTerms(preview: Payment, { current, now }: { current: number; now: number }): PlanTerm[] {
  const name = planName(preview.plan);
  const isCheckout = preview.kind === "checkout";
  const nextAt = isCheckout ? monthLater(now) : preview.periodEnd;
  const hasCredit = !isCheckout && preview.creditYen > 0;
  return [
    { term: "契約の内容", text: `${name}　1か月ごとの契約`, note: "解約するまで毎月自動で更新" },
    isCheckout ? checkoutToday(preview) : changeToday(preview, current),
    ...(hasCredit
      ? [{ term: CREDIT_WORD, text: yenWords(preview.creditYen), note: "次の請求から先に使います。解約すると消えます" }]
      : []),
    {
      term: "2回目から",
      yen: preview.priceYen,
      text: "（税込）／月",
      note: `次回 ${formatDay(japanDay(nextAt))}${isCheckout ? "（今日支払ったとき）" : ""}`,
    },
    {
      term: "支払い方法",
      text: isCheckout ? "クレジットカード" : "登録済みのクレジットカード",
      note: isCheckout
        ? "次の画面で入力。支払いと同時に請求、以後は更新日に請求"
        : "確定と同時に請求、以後は更新日に請求",
    },
    { term: "使える時期", text: "支払いの確認後すぐ" },
    { term: "申込期間", text: "期間の定めなし" },
    {
      term: "解約・返金",
      text: "プラン画面の「フリーに戻す」からいつでも解約",
      note: "解約するとすぐに終わり、残り日数分は返金されません",
    },
  ];
}

function checkoutToday({ priceYen, creditYen }: Extract<Payment, { kind: "checkout" }>): PlanTerm {
  const used = Math.min(priceYen, creditYen);
  const note = used === 0 ? {} : { note: `${yenWords(priceYen)} − ${CREDIT_WORD} ${yenWords(used)}` };
  return { term: "今日の支払い", yen: priceYen - used, text: "（税込）", ...note };
}

/** The sum with its arithmetic: the new month minus what is left of the paid one, then credit. */
function changeToday(preview: Extract<Payment, { kind: "change" }>, current: number): PlanTerm {
  const { plan, priceYen, totalYen, chargedYen, creditYen } = preview;
  const used = totalYen - chargedYen;
  // Stripe charges no less than 50 yen: it keeps the sum for the next invoice.
  if (chargedYen === 0 && totalYen > 0 && totalYen < LEAST_CHARGE_YEN && creditYen === 0)
    return { term: "今日の支払い", yen: 0, text: "", note: `${yenWords(totalYen)}は少額のため、次の請求に加えます` };
  const parts = [
    `${planName(plan)} ${yenWords(priceYen)}`,
    `${planName(current)}の残り ${yenWords(priceYen - totalYen)}`,
    ...(totalYen > 0 && used > 0 ? [`${CREDIT_WORD} ${yenWords(used)}`] : []),
  ];
  return { term: "今日の支払い", yen: chargedYen, text: "（税込）", note: parts.join(" − ") };
}

/** The month after an instant as Stripe counts it: the same day and time in UTC, or the month's last day. */
export function monthLater(at: number): number {
  const date = new Date(at * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + 1);
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, days));
  return date.getTime() / 1000;
}
