import { expect, test } from "vitest";
import { changeWords } from "#app/components/analyses/analysis-changes.tsx";
import type { Race, Runner } from "#app/domain/racing/records.ts";
import { altersIndex, hasOtherInputs, listInputChanges, packInputs } from "#app/domain/scoring/scored-inputs.ts";
import { makeRunner } from "#test/unit/support/racing-factories.ts";

const RACE = {
  date: "2026-11-21",
  venue: "東京",
  startTime: "15:40",
  surface: "turf",
  distanceM: 1600,
  weather: "fine",
  going: "firm",
} as const satisfies Partial<Race>;

const runner = (horseNum: number, given: Partial<Runner> = {}): Runner =>
  makeRunner(horseNum, {
    ...{ sex: "male", age: 4, carriedWeightKg: 56, jockeyId: "j1", jockeyName: "翠川", trainerId: "t1" },
    ...{ trainerName: "調教師", sireName: "父", ...given },
  });
const CARD = [runner(1), runner(2), runner(3)];

/** What changed, in the words of the page. */
function changesOf(
  after: { race?: Partial<Race>; card?: readonly Runner[]; before?: readonly Runner[] },
  usesWeight = true,
) {
  // As read from the database.
  const before = JSON.parse(JSON.stringify(packInputs(RACE, after.before ?? CARD))) as ReturnType<typeof packInputs>;
  const now = { race: { ...RACE, ...after.race }, runners: after.card ?? CARD, usesWeight };
  return listInputChanges(before, now);
}
const wordsOf = (...given: Parameters<typeof changesOf>) => changesOf(...given).map(changeWords);

test("changes of the race are named with both values", () => {
  expect(wordsOf({})).toEqual([]);
  const race = { startTime: "15:50", surface: "dirt", distanceM: 1700, weather: "rainy", going: "yielding" } as const;
  expect(wordsOf({ race })).toEqual([
    "発走時刻 15:40 → 15:50",
    "コース 芝1600m → ダ1700m",
    "天候 晴 → 雨",
    "馬場状態 良 → 重",
  ]);
  expect(wordsOf({ race: { date: "2026-11-23", venue: "中山", startTime: null, going: null } })).toEqual([
    "開催日 11月21日（土） → 11月23日（月）",
    "競馬場 東京 → 中山",
    "発走時刻 15:40 → 未定",
    "馬場状態 良 → 未定",
  ]);
});

test("changes of horses are named by number", () => {
  const card = [
    runner(1, { status: "scratched" }),
    runner(2, { jockeyId: "j2", jockeyName: "山田", carriedWeightKg: 54.5 }),
    runner(4),
  ];
  expect(wordsOf({ card })).toEqual([
    "1番 ウマ1 取消",
    "2番 ウマ2 騎手 翠川 → 山田",
    "2番 ウマ2 斤量 56.0kg → 54.5kg",
    "4番 ウマ4 出走表に加わりました",
    "3番 ウマ3 出走表からなくなりました",
  ]);
  const before = [runner(1, { status: "excluded" }), runner(2), runner(3)];
  expect(wordsOf({ before })).toEqual(["1番 ウマ1 出走することになりました"]);
  for (const change of [{ bracketNum: 5 }, { horseId: "h9" }, { age: 5 }, { trainerId: "t2" }, { sireName: null }]) {
    expect(wordsOf({ card: [runner(1, change), runner(2), runner(3)] })).toEqual([
      "1番 ウマ1 枠番・性齢・調教師・血統などの訂正",
    ]);
  }
});

test("announced weights are one line, corrections a line each; models without the weight do not mention them", () => {
  const weighed = CARD.map((each) => ({ ...each, bodyWeightKg: 480, bodyWeightChangeKg: -2 }));
  expect(wordsOf({ card: weighed })).toEqual(["馬体重が発表されました"]);
  expect(wordsOf({ card: weighed }, false)).toEqual([]);
  const corrected = [{ ...weighed[0]!, bodyWeightKg: 482, bodyWeightChangeKg: 0 }, ...weighed.slice(1)];
  expect(wordsOf({ before: weighed, card: corrected })).toEqual(["1番 ウマ1 馬体重 480kg（−2） → 482kg（±0）"]);
  const late = [{ ...CARD[0]!, bodyWeightKg: 502, bodyWeightChangeKg: 6 }, ...CARD.slice(1)];
  expect(wordsOf({ card: late })).toEqual(["1番 ウマ1 馬体重 発表前 → 502kg（+6）"]);
  expect(wordsOf({ before: weighed, card: CARD }).length).toBe(3);
});

test("what no feature reads is no change, and the start time alone alters no index", () => {
  const card = CARD.map((each, place) => ({
    ...each,
    ...({ status: "finished", finishPosition: place + 1, timeS: 95.1, marginS: 0, prizeYen: 1000 } as const),
    ...{ winOdds: 2.4, popularity: 1, jockeyName: "翠川 春", trainerName: "別名", trouble: true },
  }));
  expect(wordsOf({ card })).toEqual([]);
  expect(changesOf({ race: { startTime: "15:50" } }).map(altersIndex)).toEqual([false]);
  expect(changesOf({ race: { startTime: "15:50", going: "soft" } }).map(altersIndex)).toEqual([false, true]);
});

test("the stored card of eighteen horses is at most 2.5 KB", () => {
  const card = Array.from({ length: 18 }, (_, place) =>
    runner(place + 1, { horseName: "ナガイナマエノウマ", bodyWeightKg: 480, bodyWeightChangeKg: -2 }),
  );
  expect(new TextEncoder().encode(JSON.stringify(packInputs(RACE, card))).length).toBeLessThan(2500);
});

test.each<[string, boolean, { race?: Partial<Race>; card?: Runner[] }, boolean?]>([
  ["nothing", false, {}],
  ["the start time", false, { race: { startTime: "15:50" } }],
  [
    "odds and a jockey's name",
    false,
    { card: [runner(1, { winOdds: 3, jockeyName: "翠川太郎" }), runner(2), runner(3)] },
  ],
  ["the going", true, { race: { going: "soft" } }],
  ["a scratch", true, { card: [runner(1, { status: "scratched" }), runner(2), runner(3)] }],
  ["a jockey", true, { card: [runner(1, { jockeyId: "j2" }), runner(2), runner(3)] }],
  ["a weight", true, { card: [runner(1, { bodyWeightKg: 480 }), runner(2), runner(3)] }],
  [
    "a weight that the model does not read",
    false,
    { card: [runner(1, { bodyWeightKg: 480 }), runner(2), runner(3)] },
    false,
  ],
])("%s: the inputs are others: %s", (_what, isOther, { race, card }, usesWeight = true) => {
  const now = { race: { ...RACE, ...race }, runners: card ?? CARD, usesWeight };
  expect(hasOtherInputs(packInputs(RACE, CARD), now)).toBe(isOther);
});
