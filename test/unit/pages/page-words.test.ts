import { expect, test } from "vitest";
import { indexTone, markOfPlace } from "#app/components/analyses/figures.tsx";
import { pageHandle, refreshSecondsOf } from "#app/components/frame/page-handle.ts";
import {
  formatAgo,
  formatDay,
  formatFairOdds,
  formatIndex,
  formatLimit,
  formatMonthDay,
  formatWait,
} from "#app/components/parts/numbers.ts";
import { skillWord } from "#app/components/reports/skill-ruler.tsx";
import { refreshSeconds } from "#app/components/waiting/refresh.ts";

test("an index is signed with a real minus and has two decimals", () => {
  expect(formatIndex(2.314)).toBe("+2.31");
  expect(formatIndex(-0.4)).toBe("−0.40");
  expect(formatIndex(-0.001)).toBe("0.00");
});

test("the index changes colour at 0 and at 2", () => {
  expect([-0.01, 0, 1.99, 2].map(indexTone)).toEqual(["minus", "plus", "plus", "good"]);
});

test("marks are given to the first five", () => {
  expect([1, 2, 3, 4, 5, 6].map(markOfPlace)).toEqual(["favourite", "rival", "third", "fourth", "fourth", null]);
});

test("skill has four words", () => {
  expect([4.9, 5, 10, 20].map(skillWord)).toEqual(["まだ勘", "見どころあり", "読めている", "市場なみ"]);
});

test("a limit of 1,000 and more shows as ∞", () => {
  expect([50, 999, 1000].map(formatLimit)).toEqual(["50", "999", "∞"]);
});

test("days include their weekday", () => {
  expect(formatDay("2026-11-21")).toBe("2026年11月21日（土）");
  expect(formatMonthDay("2026-01-04")).toBe("1月4日（日）");
});

test("times ago and waits are written in words", () => {
  expect([59, 60, 3599, 3600, 86_400].map(formatAgo)).toEqual(["たった今", "1分前", "59分前", "1時間前", "1日前"]);
  expect([0, 60, 61, 900].map(formatWait)).toEqual(["1分", "1分", "2分", "15分"]);
});

test("fair odds are one over the probability", () => {
  expect(formatFairOdds(0.34)).toBe("2.9倍");
  expect(formatFairOdds(0)).toBe("–");
});

test("a page refreshes every 3 s in an item's first minute, then every 60 s", () => {
  expect(refreshSeconds([], 1000)).toBeNull();
  expect(refreshSeconds([941], 1000)).toBe(3);
  expect(refreshSeconds([940], 1000)).toBe(60);
  expect(refreshSeconds([100, 990], 1000)).toBe(3);
});

test("the page's own handle wins, and a title may depend on the data", () => {
  const match = (handle: unknown, data: unknown = undefined) => ({
    id: "",
    pathname: "/",
    params: {},
    data,
    handle,
    loaderData: data,
  });
  const matches = [
    match(undefined, { requestId: "x" }),
    match({ noScripts: true }),
    match(
      { title: (data: unknown) => (data as { name: string }).name, back: "/models" },
      {
        name: "末脚",
        refreshSeconds: 3,
      },
    ),
  ];
  expect(pageHandle(matches)).toEqual({ title: "末脚", back: "/models", noScripts: true });
  expect(refreshSecondsOf(matches)).toBe(3);
  expect(refreshSecondsOf(matches.slice(0, 2))).toBeNull();
});
