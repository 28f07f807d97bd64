import { expect, test } from "vitest";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { type DayLoss, judgeChanges } from "#app/domain/suggestions/judge-changes.ts";

const CONFIRM_FROM = addDays("2024-01-06", 7 * 60);

/** 80 weekends of ten races with a loss of 20 and a lottery's of 25; the change gains this on each weekend. */
function weekends(gain: (week: number) => number): DayLoss[] {
  return Array.from({ length: 80 }, (_, week) => [addDays("2024-01-06", 7 * week), 10, 20 - gain(week), 25]);
}

const wobble = (week: number) => (week % 2 === 0 ? 0.1 : -0.1);
const base = weekends(() => 0);
const better = weekends((week) => 0.25 + wobble(week));
const worse = weekends((week) => wobble(week) - 0.25);
/** Good on the earlier weekends only. */
const lucky = weekends((week) => (week < 60 ? 0.5 : 0) + wobble(week));
const judge = (changed: DayLoss[][], search = 1) => judgeChanges(base, changed, { confirmFrom: CONFIRM_FROM, search });

test("a change is chosen on the earlier periods and confirmed on the newest: gains in pseudo-R²", () => {
  const judged = judge([better, worse, lucky]);
  expect(judged?.races).toBe(200);
  // 0.25 of 25 on each weekend.
  expect(judged?.changes[0]).toMatchObject({ verdict: "confirmed" });
  expect(judged?.changes[0]?.chosen.difference).toBeCloseTo(0.01, 6);
  expect(judged?.changes[0]?.confirmed?.difference).toBeCloseTo(0.01, 6);
  expect(judged?.changes[1]).toMatchObject({ confirmed: null, outlook: null, verdict: "none" });
  expect(judged?.changes[2]?.confirmed?.low).toBeLessThan(0);
  expect(judged?.changes[2]?.verdict).not.toBe("confirmed");
});

test("the outlook is wider than a 95 % interval, the confirming interval widens with the searches", () => {
  const widthOf = (interval?: { low: number; high: number } | null) => (interval ? interval.high - interval.low : 0);
  const [first, tenth] = [1, 10].map((search) => judge([better], search)?.changes[0]);
  expect(widthOf(tenth?.confirmed)).toBeGreaterThan(1.4 * widthOf(first?.confirmed));
  expect(tenth?.outlook).toEqual(first?.outlook);
  // 20 weekends confirm and a half-year has 26: √(1 + 20 / 26) of the 95 % interval.
  const errors = Math.sqrt(20 * (0.1 / 500) ** 2 * (500 / 500) * (20 / 19)) * (25 / 25);
  expect(widthOf(first?.outlook) / 2).toBeCloseTo(2.093 * errors * Math.sqrt(1 + 20 / ((19 * 182.6) / 133)) * 1, 4);
});

test("only three changes are confirmed; a day with other races than the model's is left out", () => {
  const gains = [0.1, 0.2, 0.3, 0.4].map((gain) => weekends((week) => gain + wobble(week)));
  expect(judge(gains)?.changes.map(({ confirmed }) => confirmed !== null)).toEqual([false, true, true, true]);
  expect(judge(gains)?.changes[0]?.verdict).toBe("unknown");
  const corrected = better.map((day, week): DayLoss => (week === 79 ? [day[0], 9, day[2], day[3]] : day));
  expect(judge([corrected])?.races).toBe(190);
});

test("nothing is judged with fewer than eight race days in either part", () => {
  expect(judgeChanges(base, [better], { confirmFrom: base[73]![0], search: 1 })).toBeNull();
  expect(judgeChanges(base, [better], { confirmFrom: base[7]![0], search: 1 })).toBeNull();
});
