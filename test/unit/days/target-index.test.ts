import { expect, test } from "vitest";
import { type TargetRace, targetIndexCsv } from "#app/domain/scoring/target-index.ts";
import { makeScore } from "#test/unit/support/racing-factories.ts";

/** A race whose horses are in the order of the indices, by number unless given. */
function raceOf(
  race: TargetRace["race"],
  indices: readonly (readonly [horseNum: number, index: number])[],
  out: readonly number[] = [],
): TargetRace {
  return {
    ...{ race, venueCode: "05", isLearntFrom: false },
    scores: indices.map(([horseNum, index]) => makeScore(horseNum, { index, probability: 0.1 })),
    runners: indices.map(([horseNum]) => ({ horseNum, status: out.includes(horseNum) ? "scratched" : "entered" })),
  };
}

const DAY_ONE = raceOf(
  { date: "2026-11-21", raceNum: 11, meetingNum: 5, meetingDay: 5 },
  Array.from({ length: 18 }, (_, place) => [18 - place, Math.round(170 - 20 * place) / 100] as const),
  [18, 4],
);
const DAY_TWO = raceOf({ date: "2026-11-22", raceNum: 1, meetingNum: 5, meetingDay: 6 }, [
  [2, 1.58],
  [1, -0.4],
]);
const DAY_THREE = raceOf(
  { date: "2026-11-28", raceNum: 12, meetingNum: 5, meetingDay: 12 },
  [
    [3, 2.05],
    [1, 0],
    [2, -1.13],
  ],
  [1],
);

test("three days for TARGET: 18 runners, scratched horses without a line, index × 10 + 100, the sealed ranks", () => {
  const golden = [
    ...["202611210505051101,83.0,18", "202611210505051102,85.0,17", "202611210505051103,87.0,16"],
    ...["202611210505051105,91.0,14", "202611210505051106,93.0,13", "202611210505051107,95.0,12"],
    ...["202611210505051108,97.0,11", "202611210505051109,99.0,10", "202611210505051110,101.0,9"],
    ...["202611210505051111,103.0,8", "202611210505051112,105.0,7", "202611210505051113,107.0,6"],
    ...["202611210505051114,109.0,5", "202611210505051115,111.0,4", "202611210505051116,113.0,3"],
    ...["202611210505051117,115.0,2", "202611220505060101,96.0,2", "202611220505060102,115.8,1"],
    ...["202611280505121202,88.7,3", "202611280505121203,120.5,1", ""],
  ];
  expect(targetIndexCsv([DAY_THREE, DAY_ONE, DAY_TWO])).toBe(golden.join("\r\n"));
});

test("the index stays between 0 and 9999.9, and a race learnt from or without a race id has no line", () => {
  const wide = raceOf(DAY_TWO.race, [
    [1, 1000],
    [2, -10.01],
  ]);
  expect(targetIndexCsv([wide])).toBe("202611220505060101,9999.9,1\r\n202611220505060102,0.0,2\r\n");
  const unknownMeeting = { ...DAY_TWO, race: { ...DAY_TWO.race, meetingDay: null } };
  const unknownCourse = { ...DAY_TWO, venueCode: undefined };
  expect(targetIndexCsv([{ ...DAY_TWO, isLearntFrom: true }, unknownMeeting, unknownCourse])).toBe("");
});
