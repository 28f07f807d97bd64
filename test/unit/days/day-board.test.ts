import { expect, test } from "vitest";
import { type BoardAnalysis, type BoardRunner, buildDayBoard, listedRow } from "#app/domain/days/day-board.ts";
import { sumDayReturns } from "#app/domain/days/day-returns.ts";
import { makeScore } from "#test/unit/support/racing-factories.ts";

const DAY = "2026-11-21";
const at = (time: string) => Date.parse(`${DAY}T${time}:00+09:00`) / 1000;

const horse = (horseNum: number, index: number, probability: number) => makeScore(horseNum, { index, probability });

const SCORES = [horse(3, 1.62, 0.4), horse(1, 1.0, 0.3), horse(2, 0.1, 0.2), horse(4, -2, 0.1)];

/** Horse `first` wins, then the others by number; the lower the number, the shorter the odds. */
function cardOf(raceId: string, first: number): BoardRunner[] {
  const order = [first, ...[1, 2, 3, 4].filter((num) => num !== first)];
  return [1, 2, 3, 4].map((horseNum) => ({
    raceId,
    horseNum,
    bracketNum: horseNum,
    horseName: `ウマ${horseNum}`,
    status: "finished",
    finishPosition: order.indexOf(horseNum) + 1,
    winOdds: horseNum * 2,
  }));
}

const paid = (raceId: string, first: number) => [
  { raceId, betType: "win", combination: String(first), payoutYen: first * 200 },
  { raceId, betType: "place", combination: String(first), payoutYen: 110 },
];

const race = (raceId: string, values: object = {}) => ({
  race: { raceId, date: DAY, startTime: "13:00", status: "result" as const, surface: "turf" as const, ...values },
  state: "analysed" as const,
  awaitsWeights: false,
});

const analysis = (raceId: string, values: Partial<BoardAnalysis> = {}): BoardAnalysis => ({
  analysisId: 7,
  raceId,
  status: 2,
  isLearntFrom: false,
  scores: SCORES,
  completedAt: at("09:12"),
  ...values,
});

const EMPTY = { analyses: [], tombstones: [], runners: [], payouts: [] };

test("a row has the marks, ◎'s chance, its finish with its payouts, and the winner", () => {
  const board = buildDayBoard({
    ...EMPTY,
    planned: [race("won"), race("lost"), race("coming", { status: "scheduled" })],
    analyses: ["won", "lost", "coming"].map((raceId) => analysis(raceId)),
    runners: [
      ...[...cardOf("won", 3), ...cardOf("lost", 1)],
      ...cardOf("coming", 1).map((runner) => ({ ...runner, status: "entered" as const, finishPosition: null })),
    ],
    payouts: [...paid("won", 3), ...paid("lost", 1)],
  });
  expect(board.rows[0]?.index).toMatchObject({ probability: 0.4, isAfterStart: false });
  expect(board.rows[0]?.index?.marked.map(({ horseNum }) => horseNum)).toEqual([3, 1, 2]);
  expect(board.rows.map(({ result }) => result)).toEqual([
    { status: "finished", position: 1, winYen: 600, placeYen: 110 },
    { status: "finished", position: 3, winYen: null, placeYen: null },
    null,
  ]);
  expect(board.rows.map(({ winners }) => winners[0]?.horseName)).toEqual(["ウマ3", "ウマ1", undefined]);
  expect(board.returns).toMatchObject({
    races: 2,
    model: { finishes: [1, 0, 1, 0], bets: { win: { hits: 1, stakeYen: 200, payoutYen: 600, interval: null } } },
    favourite: { finishes: [1, 1, 0, 0], bets: { win: { hits: 1, stakeYen: 200, payoutYen: 200 } } },
    verdict: 0,
  });
});

test("analyses after the start, races learnt from and jumps are in no sum, and are counted as left out", () => {
  const ids = ["late", "learnt", "jump", "good"];
  const board = buildDayBoard({
    ...EMPTY,
    planned: [race("late"), race("learnt"), race("jump", { surface: "jump" }), race("good")],
    analyses: [
      analysis("late", { completedAt: at("13:00") }),
      analysis("learnt", { isLearntFrom: true }),
      analysis("jump"),
      analysis("good"),
    ],
    runners: ids.flatMap((raceId) => cardOf(raceId, 3)),
    payouts: ids.flatMap((raceId) => paid(raceId, 3)),
  });
  expect(board.returns?.races).toBe(1);
  expect(board.leftOut).toEqual({ afterStart: 1, others: 2 });
  expect(board.rows[0]?.index?.isAfterStart).toBe(true);
});

test("deleting an analysis that was fixed before the start takes nothing out of the sums", () => {
  const board = buildDayBoard({
    ...EMPTY,
    planned: [race("gone"), race("again")],
    // Analysed once more, after the start.
    analyses: [analysis("again", { completedAt: at("14:00") })],
    tombstones: ["gone", "again"].map((raceId) => ({ raceId, picks: [1, 2], isLearntFrom: false })),
    runners: [...cardOf("gone", 3), ...cardOf("again", 3)],
    payouts: [...paid("gone", 3), ...paid("again", 3)],
  });
  expect(board.rows.map(({ gap }) => gap)).toEqual(["deleted", null]);
  expect(board.returns).toMatchObject({ races: 2, model: { bets: { win: { hits: 0, stakeYen: 200 } } } });
  expect(board.deletedInSums).toBe(2);
  expect(board.leftOut.afterStart).toBe(0);
});

test("a refunded bet, on either side, leaves the race out for both", () => {
  const scratched = cardOf("a", 2).map((runner) =>
    runner.horseNum === 3 ? { ...runner, status: "scratched" as const, finishPosition: null } : runner,
  );
  const board = buildDayBoard({
    ...EMPTY,
    planned: [race("a")],
    analyses: [analysis("a")],
    runners: scratched,
    payouts: paid("a", 2),
  });
  expect(board.returns).toBeNull();
  expect(board.leftOut.others).toBe(1);
  // ◎ does not start: it comes last without its mark, which no other gets, and has no chance.
  const index = board.rows[0]?.index;
  expect(index?.marked.map(({ mark, isOut, isPick }) => [mark, isOut, isPick])).toEqual([
    ["rival", false, false],
    ["third", false, false],
    [null, true, true],
  ]);
  expect([index?.pick, index?.probability, board.rows[0]?.scratched]).toEqual([3, null, [3]]);
});

test("◎'s chance is that among the starters", () => {
  const card = cardOf("a", 3).map((runner) =>
    runner.horseNum === 2 ? { ...runner, status: "scratched" as const, finishPosition: null } : runner,
  );
  const own = {
    ...{ analysisId: 7, modelId: 1, modelName: "型", isLearntFrom: false, completedAt: at("09:12"), picks: [] },
    scores: SCORES,
  };
  const row = listedRow({ race: race("a").race, own, card, payouts: paid("a", 3) });
  expect(row.index?.probability).toBeCloseTo(0.5, 9);
  expect(row.result).toMatchObject({ position: 1, winYen: 600 });
});

test("rows without an index say why", () => {
  const gapOfRow = (planned: object, own: BoardAnalysis[] = []) =>
    buildDayBoard({ ...EMPTY, planned: [{ ...race("r"), ...planned }], analyses: own }).rows[0]?.gap;
  expect(gapOfRow({ state: "to-count" })).toBe("to-count");
  expect(gapOfRow({ state: "pending" })).toBe("pending");
  expect(gapOfRow({ state: "pending", awaitsWeights: true })).toBe("awaits-weights");
  expect(gapOfRow({ state: "cancelled" }, [analysis("r", { status: 3, scores: null })])).toBe("cancelled");
  expect(gapOfRow({ state: "to-count" }, [analysis("r", { status: 3, scores: null })])).toBe("failed");
  expect(gapOfRow({ state: "no-weights" })).toBe("no-weights");
});

test("the sums have an interval from five races on, and a verdict only where the day shows a difference", () => {
  const bets = (raceId: string, first: number, pick: number) => ({
    pick,
    runners: cardOf(raceId, first),
    payouts: paid(raceId, first),
  });
  const few = sumDayReturns([1, 2, 3, 4].map((num) => bets(`r${num}`, 3, 3)));
  expect(few?.model.bets.win?.interval).toBeNull();
  expect(few?.verdict).toBe(0);
  const always = sumDayReturns([1, 2, 3, 4, 5, 6].map((num) => bets(`r${num}`, 3, 3)));
  expect(always?.model.bets.win?.interval).toEqual({ low: 6, high: 6 });
  expect(always?.verdict).toBe(1);
  const mixed = sumDayReturns([1, 2, 3, 4, 5, 6].map((num) => bets(`r${num}`, num % 2 === 0 ? 3 : 1, 3)));
  expect(mixed?.verdict).toBe(0);
  expect(sumDayReturns([1, 2, 3, 4, 5, 6].map((num) => bets(`r${num}`, 1, 3)))?.verdict).toBe(-1);
  expect(sumDayReturns([])).toBeNull();
});
