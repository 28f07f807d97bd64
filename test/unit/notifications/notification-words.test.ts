import { expect, test } from "vitest";
import { NOTIFICATION_KINDS, NOTIFICATION_NAMES } from "#app/domain/notifications.ts";
import {
  entriesOut,
  favouritesEntered,
  MODEL_READY,
  racesSettled,
  rankingsOut,
  SEARCH_READY,
  WEIGHTS_OUT,
  weekReviewed,
} from "#app/services/notifications/notification-words.ts";

const DAY = "2026-11-21";

test("rankings are named by their cadence and days", () => {
  expect(rankingsOut({ cadence: "monthly", key: "2026-10", from: "2026-10-03", to: "2026-11-01" })).toEqual({
    ...{ event: "monthly:2026-10", title: "月間ランキングが出ました", path: "/rankings/monthly" },
    body: "10月3日から11月1日までのレースの月間ランキングが出ました。",
  });
  expect(rankingsOut({ cadence: "weekly", key: DAY, from: DAY, to: DAY }).body).toBe(
    "11月21日のレースの週間ランキングが出ました。",
  );
});

test("a favourite without a start time is named without one; one race is led to, of several the day", () => {
  const entered = { userId: 1, horseName: "ハチワク", raceId: "r5", venue: "東京", raceNum: 5, startTime: null };
  expect(favouritesEntered([entered], { userId: 1, day: DAY })).toMatchObject({
    body: "11月21日に出走するお気に入りの馬は1頭です。\n東京5R ハチワク",
    path: "/races/r5",
  });
  const two = [entered, { ...entered, horseName: "ワクハチ" }];
  expect(favouritesEntered(two, { userId: 1, day: DAY }).path).toBe("/races/r5");
  expect(favouritesEntered([entered, { ...entered, raceId: "r6" }], { userId: 1, day: DAY }).path).toBe(
    `/races?date=${DAY}`,
  );
});

test("a review names the views that the month's results found, and says where luck explains them", () => {
  const viewOf = (group: "能力" | "調子" | "展開", verdict: "higher" | "lower" | "unknown") => ({
    ...{ group, verdict, mean: 0, low: 0, high: 0 },
  });
  const linesOf = (...views: ReturnType<typeof viewOf>[]) =>
    weekReviewed({
      ...{
        userId: 1,
        day: "2026-11-23",
        from: "2026-11-16",
        to: "2026-11-22",
        week: null,
        season: null,
        nextDay: null,
      },
      answers: { month: "2026-11", races: 24, views },
    }).body.split("\n");
  expect(linesOf(viewOf("能力", "higher"), viewOf("調子", "higher"), viewOf("展開", "lower")).slice(1)).toEqual([
    "11月の答え合わせ（24レース）：「能力」「調子」で勝ち馬を高く見ていました。「展開」で勝ち馬を低く見ていました。",
  ]);
  expect(linesOf(viewOf("能力", "unknown"))[1]).toContain("どの見方も、まだ偶然と区別できません。");
});

test("no notification says what only logged-in readers may see, or promises anything", () => {
  const settled = racesSettled({ userId: 1, settled: 3, day: DAY });
  const entries = entriesOut({ day: DAY, venues: [] });
  const texts = [settled, entries, MODEL_READY, SEARCH_READY, WEIGHTS_OUT].flatMap(({ title, body }) => [title, body]);
  for (const text of texts) expect(text).not.toMatch(/オッズ|払戻|着順|騎手|kg|的中|儲|必ず|円/);
  // Titles are subjects of mails: one line, and short on a phone.
  for (const { title } of [settled, entries, MODEL_READY, SEARCH_READY, WEIGHTS_OUT])
    expect(title).toMatch(/^[^\n]{1,24}$/);
  expect(Object.keys(NOTIFICATION_NAMES)).toEqual([...NOTIFICATION_KINDS]);
});
