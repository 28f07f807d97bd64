import { formatCount, formatDay } from "#app/components/parts/numbers.ts";
import type { PlanPreview } from "#app/domain/plans/plan-preview.ts";
import { planLimits, planName, UNLIMITED_FROM } from "#app/domain/plans/plans.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";

/** The law requires these lines before a subscription. */
export interface PlanTerm {
  term: string;
  yen?: number;
  text: string;
  note?: string;
}

type Payment = Exclude<PlanPreview, { kind: "cancel" }>;

/** Credit left over from a downgrade. */
export const CREDIT_WORD = "充当額";

/** Stripe's minimum charge. Smaller amounts are added to the next invoice. */
export const MIN_CHARGE_YEN = 50;

export function yenWords(yen: number): string {
  return `${formatCount(yen)}円`;
}

/** Price, charges now and later, term, cancellation and period of the offer (特定商取引法 第12条の6). */
export function paymentTerms(preview: Payment, { current, now }: { current: number; now: number }): PlanTerm[] {
  const name = planName(preview.plan);
  const isCheckout = preview.kind === "checkout";
  const nextAt = isCheckout ? monthsLater(now, 1) : preview.periodEnd;
  const leftYen = isCheckout ? Math.max(0, preview.creditYen - preview.priceYen) : preview.creditYen;
  const next = nextCharge({ creditYen: leftYen, priceYen: preview.priceYen });
  const startedAt = isCheckout ? now : preview.prorationDate;
  const chargedAt = next.freeMonths === 0 ? nextAt : monthsLater(startedAt, 1 + next.freeMonths);
  const today = isCheckout ? checkoutToday(preview) : changeToday(preview, current);
  return [
    { term: "契約の内容", text: `${name}　1か月ごとの契約`, note: "解約するまで毎月自動で更新" },
    {
      term: "使える範囲",
      text: atOnceWords(preview.plan),
      note: "中央用のモデルがランキングに参加（有料プランだけ）",
    },
    today,
    ...(leftYen > 0
      ? [{ term: CREDIT_WORD, text: yenWords(leftYen), note: "次の請求から先に使います。解約すると消えます" }]
      : []),
    ...(next.freeMonths > 0
      ? [
          {
            term: "請求のない期間",
            text: `次の更新から${next.freeMonths}か月分は、${CREDIT_WORD}でまかなうため請求がありません`,
            note: `次にカードへ請求するのは ${formatDay(japanDay(chargedAt))}の${yenWords(next.yen)}`,
          },
        ]
      : []),
    {
      term: "2回目から",
      yen: preview.priceYen,
      text: "（税込）／月",
      note: `次回 ${formatDay(japanDay(nextAt))}${isCheckout ? "（今日支払ったとき）" : ""}${
        leftYen > 0 && next.freeMonths === 0 ? `は${CREDIT_WORD}を引いて${yenWords(next.yen)}` : ""
      }`,
    },
    {
      term: "支払い方法",
      text: isCheckout ? "クレジットカード" : "登録済みのクレジットカード",
      note: isCheckout
        ? "次の画面で入力。支払いと同時に請求、以後は更新日に請求"
        : "申し込みと同時に請求、以後は更新日に請求",
    },
    { term: "使える時期", text: today.yen === 0 ? "申し込みのあとすぐ" : "支払いの確認後すぐ" },
    { term: "申込期間", text: "期間の定めなし" },
    {
      term: "解約・返金",
      text: "プラン画面の「フリーに戻す」からいつでも解約",
      note: "解約するとすぐに終わり、残り日数分は返金されません",
    },
  ];
}

/** 同時分析数は3件まで, 分析は∞（同時10件まで） */
function atOnceWords(plan: number): string {
  const { analysesPerDay, analysesAtOnce } = planLimits(plan);
  return analysesPerDay >= UNLIMITED_FROM
    ? `分析は∞（同時${analysesAtOnce}件まで）`
    : `同時分析数は${analysesAtOnce}件まで`;
}

function checkoutToday({ priceYen, creditYen }: Extract<Payment, { kind: "checkout" }>): PlanTerm {
  const used = Math.min(priceYen, creditYen);
  const note = used === 0 ? {} : { note: `${yenWords(priceYen)} − ${CREDIT_WORD} ${yenWords(used)}` };
  return { term: "今日の支払い", yen: priceYen - used, text: "（税込）", ...note };
}

/** The new month minus the rest of the paid one, minus credit. */
function changeToday(preview: Extract<Payment, { kind: "change" }>, current: number): PlanTerm {
  const { plan, priceYen, totalYen, chargedYen, creditYen } = preview;
  const used = totalYen - chargedYen;
  if (chargedYen === 0 && totalYen > 0 && totalYen < MIN_CHARGE_YEN && creditYen === 0)
    return { term: "今日の支払い", yen: 0, text: "", note: `${yenWords(totalYen)}は少額のため、次の請求に加えます` };
  const parts = [
    `${planName(plan)} ${yenWords(priceYen)}`,
    `${planName(current)}の残り ${yenWords(priceYen - totalYen)}`,
    ...(totalYen > 0 && used > 0 ? [`${CREDIT_WORD} ${yenWords(used)}`] : []),
  ];
  return { term: "今日の支払い", yen: chargedYen, text: "（税込）", note: parts.join(" − ") };
}

/**
 * The number of renewals that the credit pays in full, and the first charge after them. A remainder below the minimum
 * charge is added to the next renewal.
 */
export function nextCharge({ creditYen, priceYen }: { creditYen: number; priceYen: number }): {
  freeMonths: number;
  yen: number;
} {
  const freeMonths = Math.floor(creditYen / priceYen);
  const yen = priceYen - (creditYen % priceYen);
  return yen < MIN_CHARGE_YEN ? { freeMonths: freeMonths + 1, yen: yen + priceYen } : { freeMonths, yen };
}

/** As Stripe: the same day and time in UTC, or the month's last day. */
export function monthsLater(at: number, months: number): number {
  const date = new Date(at * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, days));
  return date.getTime() / 1000;
}
