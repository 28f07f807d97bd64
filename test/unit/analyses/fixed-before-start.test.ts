import { expect, test } from "vitest";
import { fixedAgainstStart, leavesTombstone } from "#app/domain/scoring/fixed-before-start.ts";
import { afterDeletion, fixedWords } from "#app/domain/scoring/fixed-words.ts";

const RACE = { date: "2026-11-21", startTime: "15:40" };
const START = Date.parse("2026-11-21T15:40:00+09:00") / 1000;
const WITHOUT_START = { date: "2026-11-21", startTime: null };
const at = (instant: string) => Date.parse(`${instant}+09:00`) / 1000;

test("an analysis counts as before the start to the second", () => {
  expect(fixedAgainstStart(START - 1, RACE)).toEqual({ kind: "before", seconds: 1 });
  expect(fixedAgainstStart(START, RACE)).toEqual({ kind: "after" });
  expect(fixedAgainstStart(at("2026-11-21T14:38:00"), RACE)).toEqual({ kind: "before", seconds: 62 * 60 });
});

test("without a start time days in Japan decide, and only a later day is after", () => {
  const cases = ["2026-11-20T23:59:59", "2026-11-21T00:00:00", "2026-11-21T23:59:59", "2026-11-22T00:00:00"];
  const fixed = cases.map((instant) => fixedAgainstStart(at(instant), WITHOUT_START));
  expect(fixed.map(({ kind }) => kind)).toEqual(["day-before", "race-day", "race-day", "after"]);
  expect(fixed.map(leavesTombstone)).toEqual([true, true, true, false]);
});

test("the time before the start is shown in minutes, from two hours on in hours, from two days on in days", () => {
  const left = [59, 60, 62 * 60, 62 * 60 + 59, 7199, 7200, 172_799, 172_800, 0, -60];
  expect(left.map((seconds) => fixedWords(START - seconds, RACE))).toEqual([
    "発走直前に記録",
    "発走1分前に記録",
    "発走62分前に記録",
    "発走62分前に記録",
    "発走119分前に記録",
    "発走2時間前に記録",
    "発走47時間前に記録",
    "発走2日前に記録",
    "発走後の分析",
    "発走後の分析",
  ]);
  expect(fixedWords(at("2026-11-20T12:00:00"), WITHOUT_START)).toBe("レースの前日までに記録");
  expect(fixedWords(at("2026-11-21T12:00:00"), WITHOUT_START)).toBe("レース当日に記録");
  expect(fixedWords(at("2026-11-22T12:00:00"), WITHOUT_START)).toBe("発走後の分析");
  expect(fixedWords(null, RACE)).toBeNull();
});

test("the dialog states what a deletion leaves, by the state and the start", () => {
  expect(afterDeletion({ status: 2, completedAt: START - 1 }, RACE)).toBe("tombstone");
  expect(afterDeletion({ status: 2, completedAt: START }, RACE)).toBe("nothing-after-start");
  expect(afterDeletion({ status: 3, completedAt: null }, RACE)).toBe("nothing-failed");
});
