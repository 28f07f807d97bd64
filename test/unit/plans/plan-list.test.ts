import { expect, test } from "vitest";
import { PLAN_LIST, PRICE_IDS } from "#app/domain/plans/plan-list.ts";

test("a listed plan has the specification's fields, with its price, limits and items", () => {
  expect(PLAN_LIST[3]).toEqual({
    planId: 4,
    priceId: "keiba_plan_4_monthly",
    price: 9_800,
    description: "2場の全レースを、月に3日ほど",
    items: [
      { label: "項目数", value: "100" },
      { label: "モデル", value: "3" },
      { label: "分析/日", value: "30" },
      { label: "分析/月", value: "90" },
      { label: "作成/月", value: "10" },
      { label: "改善案/月", value: "10" },
      { label: "同時分析数", value: "3" },
      { label: "競馬場", value: "全場" },
      { label: "ランキング", value: "参加" },
    ],
    recommend: true,
    featuresLimit: 100,
    modelsLimit: 3,
    analyzesDailyLimit: 30,
    analyzesMonthlyLimit: 90,
    createModelLimit: 10,
  });
  const all = PLAN_LIST.map(({ planId, price, featuresLimit, modelsLimit, ...rest }) => [
    planId,
    price,
    featuresLimit,
    modelsLimit,
    rest.analyzesDailyLimit,
    rest.analyzesMonthlyLimit,
    rest.createModelLimit,
  ]);
  expect(all).toEqual([
    [1, 0, 50, 1, 5, 5, 2],
    [2, 980, 50, 1, 3, 30, 2],
    [3, 4_980, 65, 2, 10, 60, 4],
    [4, 9_800, 100, 3, 30, 90, 10],
    [5, 29_800, 160, 5, 60, 1000, 1000],
    [6, 49_800, 1000, 10, 1000, 1000, 1000],
  ]);
  expect(PLAN_LIST.filter(({ recommend }) => recommend).map(({ planId }) => planId)).toEqual([4, 5]);
});

test("1000 and more is shown as ∞, and Free's analyses as 全5回", () => {
  const shown = (plan: number) => PLAN_LIST[plan - 1]?.items.map(({ value }) => value);
  expect(shown(1)).toEqual(["50", "1", "全5回", "—", "2", "1", "1", "全場", "—"]);
  expect(shown(5)).toEqual(["160", "5", "60", "∞", "∞", "30", "5", "全場", "参加"]);
  expect(shown(6)).toEqual(["∞", "10", "∞", "∞", "∞", "30", "10", "全場", "参加"]);
});

test("only paid plans have a price; a user's current one is plan − 1, in restricted mode plan − 101", () => {
  expect(PRICE_IDS).toEqual([2, 3, 4, 5, 6].map((plan) => `keiba_plan_${plan}_monthly`));
  expect(PLAN_LIST[0]?.priceId).toBeNull();
  for (const plan of [2, 3, 4, 5, 6]) expect(PLAN_LIST[plan - 1]?.priceId).toBe(`keiba_plan_${plan}_monthly`);
  for (const plan of [102, 103, 104, 105, 106]) expect(PLAN_LIST[plan - 101]?.planId).toBe(plan - 100);
});
