import { expect, test } from "vitest";
import { conditionsOf, formatRecord, recordOf } from "#app/components/fans/horse-record.ts";

const run = (
  finishPosition: number | null,
  distanceM: number | null,
  going: "firm" | "good" | "soft" | null = "firm",
) => ({
  ...{ finishPosition, distanceM, going, surface: "turf" as const, venue: "京都", jockeyName: null },
});

test("a record counts the first three places and the rest, those without a finish among them", () => {
  const runs = [run(1, 2000), run(1, 2000), run(3, 2200), run(9, 1800), run(null, 2000)];
  expect(formatRecord(recordOf(runs))).toBe("2-0-1-2");
  expect(formatRecord(recordOf([]))).toBe("0-0-0-0");
});

test("conditions are by surface, distance, going, course and jockey, the most frequent three of each, unknown ones left out", () => {
  const runs = [
    run(1, 2000),
    run(2, 2000, "soft"),
    run(4, 2200),
    run(4, 2200),
    run(5, 1600, "good"),
    run(6, 2400, null),
  ];
  expect(conditionsOf(runs).map(({ words, record }) => [words, formatRecord(record)])).toEqual([
    ["芝", "1-1-0-4"],
    ["芝2000m", "1-1-0-0"],
    ["芝2200m", "0-0-0-2"],
    ["芝1600m", "0-0-0-1"],
    ["良", "1-0-0-2"],
    ["稍重〜不良", "0-1-0-1"],
    ["京都", "1-1-0-4"],
  ]);
});
