import { expect, test } from "vitest";
import { cornerOrders, lapWords } from "#app/components/race-result/pace-words.ts";
import { classFacts, courseWords, fieldWords, groundWords, purseWords } from "#app/components/races/condition-words.ts";
import type { DetailedRace } from "#app/domain/views/analyses.ts";
import { makeRunner as runner } from "#test/unit/support/racing-factories.ts";
import { card } from "./race-cards.ts";

const { race } = card({});

test("the head names the conditions that are known, and nothing in place of the others", () => {
  const known: DetailedRace = {
    ...race,
    ...{ raceClass: "3歳以上2勝クラス", entryMarks: "(混)", weightRule: "handicap", surface: "turf", distanceM: 2400 },
    ...{ courseWay: "右・外", rail: "A", weather: "rainy", going: "good", meetingNum: 5, meetingDay: 6 },
    pursesYen: "15500000-6200000-3900000-2300000-1550000",
  };
  expect(classFacts(known).map(({ words }) => words)).toEqual(["3歳以上2勝クラス(混)", "ハンデ", "5回東京6日"]);
  expect(classFacts({ ...known, name: "3歳以上2勝クラス" })[0]?.words).toBe("(混)");
  expect(courseWords(known)).toEqual(["芝2400m", "右・外 Aコース"]);
  expect(groundWords(known)).toEqual(["雨", "芝 稍重"]);
  expect(purseWords(known)).toEqual(["1着 1,550万円", "2着から 620・390・230・155"]);
  expect(purseWords({ ...known, pursesYen: "450000" })).toEqual(["1着 45万円"]);
  expect([classFacts(race), courseWords(race), groundWords(race), purseWords(race)]).toEqual([[], [], [], []]);
});

test("the head names up to three withdrawn horses, and counts more of them", () => {
  const out = (horseNum: number) => ({ horseNum, status: "scratched" as const, words: "取消" });
  expect(fieldWords(race, [])).toEqual(["3頭"]);
  expect(fieldWords(race, [out(12), { ...out(1), status: "entered" as const }])).toEqual(["3頭", "（12番 取消）"]);
  expect(fieldWords(race, [1, 2, 3, 4].map(out))[1]).toBe("（4頭は出走しません）");
});

test("corner orders come from the runners' positions, with the last corner as the fourth", () => {
  const runners = ["2-1", "1-2", "2-3", null].map((cornerPositions, index) => runner(index + 1, { cornerPositions }));
  expect(cornerOrders(runners)).toEqual([
    { name: "3コーナー", words: "2,(1,3)" },
    { name: "4コーナー", words: "1,2,3" },
  ]);
  expect(cornerOrders([runner(1)])).toEqual([]);
  expect(cornerOrders([runner(1, { cornerPositions: "1-1-1-1-1" })])).toEqual([]);
});

test("laps have their last sums only if they cover the distance", () => {
  const lapsS = "12.3-10.9-11.5-11.8-12.0";
  expect(lapWords({ lapsS, distanceM: 1000 })).toEqual([
    { name: "ラップ", words: "12.3 – 10.9 – 11.5 – 11.8 – 12.0" },
    { name: "上り", words: "4F 46.2 – 3F 35.3" },
  ]);
  expect(lapWords({ lapsS, distanceM: 2000 })).toHaveLength(1);
  expect(lapWords({ lapsS: null, distanceM: 1000 })).toEqual([]);
});
