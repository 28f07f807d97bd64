import { expect, test } from "vitest";
import { planEndWords } from "#app/components/plans/plan-end.ts";
import { monthsLater, nextCharge, paymentTerms } from "#app/components/plans/plan-terms.ts";
import { confirmWords } from "#app/components/plans/plan-words.ts";
import type { PlanPreview } from "#app/domain/plans/plan-preview.ts";
import { readPlan, readPlanBefore, readProrationDate } from "#app/forms/plans/plan-form.server.ts";
import { PLAN_REFUSALS, refusalStatus } from "#app/forms/plans/plan-refusals.ts";

const NOW = Date.parse("2026-11-21T10:00:00+09:00") / 1000;
const PERIOD_END = Date.parse("2026-12-21T10:00:00+09:00") / 1000;

function upgrade(amounts: {
  totalYen: number;
  chargedYen: number;
  creditYen: number;
}): PlanPreview & { kind: "change" } {
  return {
    kind: "change",
    direction: "upgrade",
    plan: 5,
    priceYen: 29_800,
    prorationDate: NOW,
    periodEnd: PERIOD_END,
    ...amounts,
  };
}

function line(preview: Parameters<typeof paymentTerms>[0], term: string, current = 4) {
  return paymentTerms(preview, { current, now: NOW }).find((one) => one.term === term);
}

test("the final confirmation names contract, sums now and later, method, start, period of the offer and cancellation", () => {
  const preview = upgrade({ totalYen: 23_267, chargedYen: 23_267, creditYen: 0 });
  expect(paymentTerms(preview, { current: 4, now: NOW }).map(({ term }) => term)).toEqual([
    "契約の内容",
    "使える範囲",
    "今日の支払い",
    "2回目から",
    "支払い方法",
    "使える時期",
    "申込期間",
    "解約・返金",
  ]);
  // 29,800 − 9,800 × 20/30, rounded.
  expect(line(preview, "今日の支払い")).toEqual({
    term: "今日の支払い",
    yen: 23_267,
    text: "（税込）",
    note: "PREMIUM 29,800円 − PROの残り 6,533円",
  });
  expect(line(preview, "2回目から")).toMatchObject({ yen: 29_800, note: "次回 2026年12月21日（月）" });
  expect(line(preview, "使える範囲")).toMatchObject({
    text: "同時分析数は5件まで",
    note: "中央用のモデルがランキングに参加（有料プランだけ）",
  });
  expect(line({ ...preview, plan: 6 }, "使える範囲")?.text).toBe("分析は∞（同時10件まで）");
  expect(line(preview, "使える時期")?.text).toBe("支払いの確認後すぐ");
});

test("credit is shown where it is used, and where it is left over", () => {
  expect(line(upgrade({ totalYen: 23_267, chargedYen: 3_267, creditYen: 0 }), "今日の支払い")).toMatchObject({
    yen: 3_267,
    note: "PREMIUM 29,800円 − PROの残り 6,533円 − 充当額 20,000円",
  });
  const downgrade = {
    ...upgrade({ totalYen: -18_887, chargedYen: 0, creditYen: 18_887 }),
    direction: "downgrade" as const,
    plan: 2,
    priceYen: 980,
  };
  expect(line(downgrade, "今日の支払い", 5)).toMatchObject({
    yen: 0,
    note: "スターター 980円 − PREMIUMの残り 19,867円",
  });
  // Nothing is paid that could be confirmed.
  expect(line(downgrade, "使える時期", 5)?.text).toBe("申し込みのあとすぐ");
  expect(line(downgrade, "充当額")).toMatchObject({ text: "18,887円" });
  expect(line(upgrade({ totalYen: 30, chargedYen: 0, creditYen: 0 }), "今日の支払い")?.note).toContain("次の請求");
});

test("a first payment is the price less remaining credit, and is charged again a month later", () => {
  const checkout = { kind: "checkout", plan: 4, priceYen: 9_800, creditYen: 0 } as const;
  expect(line(checkout, "今日の支払い", 1)).toEqual({ term: "今日の支払い", yen: 9_800, text: "（税込）" });
  expect(line({ ...checkout, creditYen: 800 }, "今日の支払い", 104)).toMatchObject({
    yen: 9_000,
    note: "9,800円 − 充当額 800円",
  });
  expect(line(checkout, "2回目から", 1)?.note).toContain("2026年12月21日");
});

test("a downgrade whose credit pays for months states how many, and when the card is charged again", () => {
  const downgrade = (creditYen: number) => ({
    ...upgrade({ totalYen: -creditYen, chargedYen: 0, creditYen }),
    direction: "downgrade" as const,
    plan: 2,
    priceYen: 980,
  });
  // 18,887 = 19 × 980 + 267: the 20th renewal after 21 December 2026 is the first that is charged, 980 − 267.
  expect(line(downgrade(18_887), "請求のない期間", 5)).toEqual({
    term: "請求のない期間",
    text: "次の更新から19か月分は、充当額でまかなうため請求がありません",
    note: "次にカードへ請求するのは 2028年7月21日（金）の713円",
  });
  expect(line(downgrade(500), "請求のない期間", 5)).toBeUndefined();
  expect(line(downgrade(500), "2回目から", 5)?.note).toBe("次回 2026年12月21日（月）は充当額を引いて480円");
  expect(line(upgrade({ totalYen: 23_267, chargedYen: 3_267, creditYen: 0 }), "請求のない期間")).toBeUndefined();
  // Credit of an ended plan pays for a new one too.
  const checkout = { kind: "checkout", plan: 2, priceYen: 980, creditYen: 3_000 } as const;
  expect(line(checkout, "請求のない期間", 104)?.text).toContain("2か月分");
});

test("the first charge after credit takes its rest, and waits for another month if it would be below 50 yen", () => {
  expect(nextCharge({ creditYen: 0, priceYen: 980 })).toEqual({ freeMonths: 0, yen: 980 });
  expect(nextCharge({ creditYen: 1_960, priceYen: 980 })).toEqual({ freeMonths: 2, yen: 980 });
  expect(nextCharge({ creditYen: 930, priceYen: 980 })).toEqual({ freeMonths: 0, yen: 50 });
  expect(nextCharge({ creditYen: 931, priceYen: 980 })).toEqual({ freeMonths: 1, yen: 1_029 });
});

test("a month after the 31st is the month's last day", () => {
  const later = (day: string) => new Date(monthsLater(Date.parse(day) / 1000, 1) * 1000).toISOString();
  expect(later("2026-01-31T05:00:00Z")).toBe("2026-02-28T05:00:00.000Z");
  expect(later("2026-12-31T23:59:59Z")).toBe("2027-01-31T23:59:59.000Z");
  expect(later("2026-11-21T01:00:00Z")).toBe("2026-12-21T01:00:00.000Z");
});

test("the confirming button is プラン変更 on plans 2 to 99 and leads to the payment on all others", () => {
  expect([2, 6, 9, 99].map(confirmWords)).toEqual(Array(4).fill("プラン変更"));
  expect([0, 1, 102, 106].map(confirmWords)).toEqual(Array(4).fill("支払いへ進む"));
});

test("a second downgrade is refused in the specification's words", () => {
  expect(PLAN_REFUSALS["downgraded-this-month"]).toBe(
    "プランを変更できませんでした。プランのダウングレードは１ヶ月に1回までとなります。",
  );
  expect(refusalStatus("downgraded-this-month")).toBe(400);
  expect([refusalStatus("busy"), refusalStatus("unavailable")]).toEqual([503, 503]);
});

test("the end of a change names both plans, that of a cancellation states that the monthly charge ends", () => {
  expect(planEndWords("changed", { plan: 4, before: 3 }).text).toContain("スタンダードからPROに変更しました");
  const cancelled = planEndWords("cancelled", { plan: 1, before: 4 });
  expect(cancelled.title).toBe("フリープランに変更しました");
  expect(cancelled.text).toContain("月額の請求は解除されました");
  expect(planEndWords("started", { plan: 4, before: null }).title).toBe("PROプランが有効になりました");
});

test("only plans of the table are accepted in a query, and restricted ones as the previous plan", () => {
  expect(["1", "6", "0", "7", "104", "4.0", "", null].map(readPlan)).toEqual([1, 6, ...Array(6).fill(null)]);
  expect(["1", "104", "107", "x", null].map(readPlanBefore)).toEqual([1, 104, null, null, null]);
  expect([String(NOW), "-1", "1e9", "9".repeat(20), null].map(readProrationDate)).toEqual([
    NOW,
    ...Array(4).fill(null),
  ]);
});
