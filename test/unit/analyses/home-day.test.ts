import fc from "fast-check";
import { expect, test } from "vitest";
import { nextUseWords } from "#app/components/home/next-use-words.ts";
import { offerDay } from "#app/domain/days/day-offer.ts";
import type { ListedPicks, ListedRunner } from "#app/domain/days/listed-picks.ts";
import { type DayRace, lastWeek, standingPicks, sumDay, weekBefore } from "#app/domain/days/own-picks.ts";
import type { AnalysesLeft } from "#app/domain/plans/entitlements.ts";
import { startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import { chooseModel, homeDay, nextUse } from "#app/services/home.server.ts";
import { makeRace, NO_USES } from "#test/unit/support/racing-factories.ts";

const TODAY = "2026-11-21";
const TEN = startOfJapanDay(TODAY) + 10 * 3600;

const raceOf = (more: Partial<RaceSummary> = {}): RaceSummary =>
  makeRace({
    ...{ raceId: `${more.venue ?? "東京"}${more.raceNum ?? 1}`, startTime: "10:30", surface: "turf", distanceM: 1600 },
    ...{ isAcquiredWeight: true, ...more },
  });

const modelOf = (modelId: number, more: object = {}) => ({
  ...{ modelId, name: `型${modelId}`, venueType: 1, isWeight: false, status: 2, disabled: null },
  report: { pseudoR2: modelId / 100 },
  ...more,
});

const runnerOf = (horseNum: number, finishPosition: number | null, status: ListedRunner["status"] = "finished") => ({
  ...{ horseNum, bracketNum: 1, horseName: `ウマ${horseNum}`, status, finishPosition },
});

const picksOf = (picks: ListedRunner[], more: Partial<ListedPicks> = {}): ListedPicks => ({
  ...{ analysisId: 1, modelId: 1, modelName: "型1", isLearntFrom: false, completedAt: TEN - 3600, picks },
  scores: picks.map(({ horseNum }) => ({ horseNum, index: 0, probability: 0.1 })),
  ...more,
});

const used = {
  ...NO_USES,
  plan: 4,
  isPausing: false,
};

test("one tap takes the starred model if it fits the race, else the best that can be used now", () => {
  const race = raceOf();
  const chosen = (models: ReturnType<typeof modelOf>[], defaultModelId: number | null, more: object = {}) =>
    chooseModel(models, { race: { ...race, ...more }, defaultModelId })?.modelId ?? null;
  const models = [modelOf(9, { isWeight: true }), modelOf(8), modelOf(7), modelOf(6, { venueType: 2 })];
  expect(chosen(models, null)).toBe(9);
  expect(chosen(models, null, { isAcquiredWeight: false })).toBe(8);
  expect(chosen(models, 7)).toBe(7);
  // The star stands although it must wait, but not for races that it was not made for.
  expect(chosen(models, 9, { isAcquiredWeight: false })).toBe(9);
  expect(chosen(models, 6)).toBe(9);
  expect(chosen(models, 6, { venueType: 2 })).toBe(6);
  expect(chosen(models, 7, { venueType: 3 })).toBeNull();
  expect(chosen([modelOf(9, { isWeight: true })], null, { isAcquiredWeight: false })).toBe(9);
  // Deleted, in creation, failed and disabled ones are as if there were no star.
  expect(chosen([modelOf(9, { status: 1 }), modelOf(8, { status: 3 }), modelOf(7)], 9)).toBe(7);
  expect(chosen([modelOf(7), modelOf(5, { disabled: "beyond-model-limit" })], 5)).toBe(7);
  expect(chosen([modelOf(7)], 99)).toBe(7);
});

test("the button says why it is off: restricted, a limit that is spent, no model, no card, no weights", () => {
  const use = (more: object, { race = {}, models = [modelOf(1)] }: { race?: object; models?: object[] } = {}) => {
    const plan = { ...used, ...more };
    const asked = { race: raceOf(race), defaultModelId: null, used: plan };
    return nextUse(models as ReturnType<typeof modelOf>[], asked);
  };
  // PRO: 30 a day, 90 a month.
  expect(use({ analysesToday: 29, analysesThisMonth: 40 })).toEqual({
    ...{ kind: "analyse", modelId: 1, modelName: "型1", left: { left: 1, by: "per-day", used: 29, limit: 30 } },
  });
  expect(use({ analysesToday: 10, analysesThisMonth: 85 })).toMatchObject({ left: { left: 5, by: "per-month" } });
  expect(use({ analysesToday: 30, analysesThisMonth: 40 })).toEqual({ kind: "used-up", by: "per-day" });
  expect(use({ analysesToday: 30, analysesThisMonth: 90 })).toEqual({ kind: "used-up", by: "per-month" });
  expect(use({ plan: 1, freeAnalyses: 4 })).toMatchObject({ left: { left: 1, by: "per-lifetime" } });
  expect(use({ plan: 1, freeAnalyses: 5 })).toEqual({ kind: "used-up", by: "per-lifetime" });
  expect(use({ plan: 6, analysesToday: 500 })).toMatchObject({ kind: "analyse", left: null });
  // What users decide for themselves holds below the plan's limits.
  expect(use({ analysesThisMonth: 18, ownPerMonth: 20 })).toMatchObject({ left: { left: 2, by: "own-per-month" } });
  expect(use({ analysesThisMonth: 20, ownPerMonth: 20 })).toEqual({ kind: "used-up", by: "own-per-month" });
  expect(use({ plan: 6, analysesThisMonth: 0, ownPerMonth: 0 })).toEqual({ kind: "used-up", by: "own-per-month" });
  expect(use({ isPausing: true })).toEqual({ kind: "paused" });
  // A running analysis ends within seconds and takes no button away; the words say so.
  expect(use({ plan: 1, runningAnalyses: 1 })).toMatchObject({ kind: "analyse", left: { left: 0, by: "at-once" } });
  expect(use({ plan: 104 })).toEqual({ kind: "restricted" });
  expect(use({ plan: 104 }, { models: [] })).toEqual({ kind: "no-model" });
  expect(use({}, { race: { runnerCount: 0 } })).toEqual({ kind: "no-runners" });
  expect(use({}, { race: { isAcquiredWeight: false }, models: [modelOf(1, { isWeight: true })] })).toEqual({
    ...{ kind: "waits-for-weights", modelName: "型1" },
  });
});

test("a spent limit says when it opens again", () => {
  const words = (by: AnalysesLeft["by"], today = TODAY) =>
    nextUseWords({ kind: "used-up", by }, { race: { venueType: 1 }, plan: 4, today }).reason;
  expect(words("per-day")).toBe("次に使えるのは明日0時");
  expect(words("per-month")).toBe("次に使えるのは12月1日0時");
  expect(words("per-month", "2026-12-31")).toBe("次に使えるのは1月1日0時");
  expect(words("own-per-month")).toBe("自分で決めた上限まで使いました。次に使えるのは12月1日0時");
  expect(words("per-lifetime")).toBe("無料プランの分析は全5回です。");
  const restricted = nextUseWords({ kind: "restricted" }, { race: { venueType: 1 }, plan: 104, today: TODAY });
  expect(restricted.link?.to).toBe("/subscriptions?plan=4");
});

test("the next race is the first to start that a usable model may analyse", () => {
  const day = (races: RaceSummary[], models = [modelOf(1)]) =>
    homeDay(
      races.map((race) => ({ race, own: null, favourite: null, card: [], payouts: [] })),
      { now: TEN, models, defaultModelId: null, used },
    );
  expect(day([])).toBeNull();
  const races = [
    raceOf({ raceNum: 1, startTime: "09:50" }),
    raceOf({ raceNum: 2, startTime: "10:20", status: "cancelled" }),
    raceOf({ raceNum: 4, startTime: "11:20" }),
    raceOf({ raceNum: 3, startTime: "10:50" }),
    raceOf({ raceNum: 1, venue: "大井", venueType: 2, startTime: "10:40" }),
  ];
  expect(day(races)).toMatchObject({
    date: TODAY,
    next: { race: { raceId: "東京3" }, minutes: 50, use: { kind: "analyse" } },
    later: [{ race: { raceId: "大井1" } }, { race: { raceId: "東京4" } }],
    sum: null,
  });
  // Without a model for any of them, the first of all.
  expect(day(races, [])).toMatchObject({ next: { race: { raceId: "大井1" }, use: { kind: "no-model" } } });
  expect(day([raceOf({ date: "2026-11-15" })])).toMatchObject({ date: "2026-11-15", next: null, later: [] });
});

test("the analysis that stands for a race is the starred model's, else the best model's, else the newest", () => {
  const newest = picksOf([], { analysisId: 9, modelId: 3 });
  const best = picksOf([], { analysisId: 5, modelId: 7 });
  const starred = picksOf([], { analysisId: 4, modelId: 2 });
  const models = [modelOf(2), modelOf(3), modelOf(7)];
  expect(standingPicks([newest, best, starred], models, 2)).toBe(starred);
  expect(standingPicks([newest, best, starred], models, 1)).toBe(best);
  expect(standingPicks([newest, best, starred], models, null)).toBe(best);
  // Models that were deleted.
  expect(standingPicks([newest, best], [], null)).toBe(newest);
  expect(standingPicks([], models, 2)).toBeNull();
});

test("a day is offered to the starred model, else the best, with the races that it has not analysed", () => {
  const races = [1, 2, 3].map((raceNum) => raceOf({ raceNum, startTime: "15:00" }));
  const picks = new Map([["東京1", [picksOf([], { modelId: 7 })]]]);
  const offer = (models: ReturnType<typeof modelOf>[], starred: number | null) =>
    offerDay(races, { models, starred, picks, now: TEN });
  expect(offer([modelOf(2), modelOf(7)], null)).toEqual({ modelId: 7, modelName: "型7", races: 2 });
  expect(offer([modelOf(2), modelOf(7)], 2)).toEqual({ modelId: 2, modelName: "型2", races: 3 });
  expect(offer([modelOf(2, { venueType: 2 }), modelOf(3, { disabled: "beyond-model-limit" })], null)).toBeNull();
});

test("last week is the default model's among those with a record, each race by its last forecast", () => {
  const entry = (modelId: number, raceId: string, payoutYen: number) => ({
    ...{ modelId, raceId, modelName: `型${modelId}` },
    own: { stakeYen: 100, payoutYen, hits: payoutYen > 0 ? 1 : 0 },
    favourite: { stakeYen: 100, payoutYen: 200, hits: 1 },
  });
  const entries = [
    ...[entry(2, "a", 900), entry(7, "a", 500)],
    ...["b", "c", "d", "e"].map((raceId) => entry(7, raceId, 0)),
    entry(7, "a", 0),
  ];
  expect(lastWeek(entries, [modelOf(2), modelOf(7), modelOf(9)], 9)).toMatchObject({
    modelName: "型7",
    own: { races: 5, hits: 0, rate: 0, interval: { low: 0, high: 0 } },
    favourite: { races: 5, hits: 5, rate: 200 },
  });
  expect(lastWeek(entries, [modelOf(2), modelOf(7)], 2)).toMatchObject({
    own: { races: 1, rate: 900, interval: null },
  });
  expect(lastWeek([], [modelOf(2)], 2)).toBeNull();
});

test("the racing week before ends on Monday, which may belong to the weekend before", () => {
  const before = { from: "2026-11-17", to: "2026-11-23" };
  for (const day of ["2026-11-24", "2026-11-28", "2026-11-30"]) expect([day, weekBefore(day)]).toEqual([day, before]);
  expect(weekBefore("2026-12-01")).toEqual({ from: "2026-11-24", to: "2026-11-30" });
});

const settledRace = (raceNum: number, more: Partial<DayRace> = {}): DayRace => ({
  race: raceOf({ raceNum, status: "result", startTime: `${9 + raceNum}:00`.padStart(5, "0") }),
  own: null,
  favourite: null,
  payouts: [],
  ...more,
});
const pay = (betType: string, combination: string, payoutYen: number) => ({
  ...{ raceId: "r", betType, combination, payoutYen },
});

test("a day is summed with its misses: win bets on ◎ beside the favourite of the same races", () => {
  const sum = sumDay([
    // ◎ wins at 640, the favourite loses.
    settledRace(1, {
      own: picksOf([runnerOf(3, 1)]),
      favourite: runnerOf(5, 4),
      payouts: [pay("win", "3", 640), pay("place", "3", 220), pay("place", "5", 110)],
    }),
    // ◎ is third, the favourite wins at 180.
    settledRace(2, {
      own: picksOf([runnerOf(2, 3)], { analysisId: 2 }),
      favourite: runnerOf(1, 1),
      payouts: [pay("win", "1", 180), pay("place", "2", 140)],
    }),
    // ◎ did not start: the bet is returned and counts neither way.
    settledRace(3, {
      own: picksOf([runnerOf(7, null, "scratched")], { analysisId: 3 }),
      favourite: runnerOf(1, 2),
      payouts: [pay("win", "8", 900)],
    }),
    // Trained on, and a jump race: shown, not counted.
    settledRace(4, { own: picksOf([runnerOf(1, 1)], { isLearntFrom: true }), payouts: [pay("win", "1", 5000)] }),
    settledRace(5, {
      race: raceOf({ raceNum: 5, status: "result", surface: "jump", startTime: "14:00" }),
      own: picksOf([runnerOf(1, 1)]),
      payouts: [pay("win", "1", 5000)],
    }),
    // Analysed at its start: shown, not counted.
    settledRace(9, {
      own: picksOf([runnerOf(1, 1)], { analysisId: 9, completedAt: TEN + 8 * 3600 }),
      payouts: [pay("win", "1", 5000)],
    }),
    settledRace(6, { race: raceOf({ raceNum: 6 }), own: picksOf([runnerOf(1, null, "entered")]) }),
    settledRace(7, { race: raceOf({ raceNum: 7, status: "cancelled" }), own: picksOf([runnerOf(1, null)]) }),
    settledRace(8),
    settledRace(1, { race: raceOf({ venue: "京都", status: "result" }) }),
  ]);
  expect(sum?.own).toEqual({ races: 2, hits: 1, rate: 320, interval: null });
  expect(sum?.favourite).toEqual({ races: 3, hits: 1, rate: 60, interval: null });
  expect([sum?.awaited, sum?.afterStart]).toEqual([1, 1]);
  expect(sumDay([settledRace(1)])).toBeNull();
});

test("the sum of a day is that of its races in any order, and a further miss never raises it", () => {
  const races = fc.array(
    fc.record({
      horse: fc.integer({ min: 1, max: 9 }),
      winner: fc.integer({ min: 1, max: 9 }),
      yen: fc.integer({ min: 100, max: 9999 }),
    }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(races, (drawn) => {
      const day = drawn.map(({ horse, winner, yen }, at) =>
        settledRace(at + 1, {
          own: picksOf([runnerOf(horse, horse === winner ? 1 : 2)]),
          payouts: [pay("win", String(winner), yen)],
        }),
      );
      const sum = sumDay(day);
      const hits = drawn.filter(({ horse, winner }) => horse === winner);
      expect(sum?.own.hits).toBe(hits.length);
      expect(sum?.own.rate).toBeCloseTo(hits.reduce((total, { yen }) => total + yen, 0) / drawn.length, 9);
      expect(sumDay([...day].reverse())?.own).toMatchObject({ hits: sum?.own.hits, races: sum?.own.races });
      const miss = settledRace(20, { own: picksOf([runnerOf(1, 2)]), payouts: [pay("win", "2", 100)] });
      expect(sumDay([...day, miss])?.own.rate).toBeLessThanOrEqual(sum?.own.rate ?? 0);
    }),
  );
});
