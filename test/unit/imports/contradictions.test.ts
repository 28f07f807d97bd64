import { expect, test } from "vitest";
import {
  futureResult,
  implausiblePayout,
  implausibleYear,
  isRegularPayout,
  onlyWinners,
  payoutWithoutHorse,
  unpaidWinners,
} from "#app/domain/racing/contradictions.ts";

const TODAY = "2026-11-21";

test("a race before 1950 or after the next year is named, and so is a result of tomorrow", () => {
  expect(implausibleYear("1949-12-31", TODAY)).toBe("the race is of 1949");
  expect(implausibleYear("1950-01-01", TODAY)).toBeNull();
  expect(implausibleYear("2027-12-31", TODAY)).toBeNull();
  expect(implausibleYear("2028-01-01", TODAY)).toBe("the race is of 2028");
  expect(futureResult("2026-11-22", TODAY)).toBe("the race has a result and is on 2026-11-22, in the future");
  expect(futureResult(TODAY, TODAY)).toBeNull();
});

test("all runners first are named, a dead heat for the first place with others behind is not", () => {
  expect(onlyWinners({ placed: 8, first: 8 })).toBe("all 8 horses with a place are first");
  expect(onlyWinners({ placed: 8, first: 2 })).toBeNull();
  // Alone at the finish: no contradiction.
  expect(onlyWinners({ placed: 1, first: 1 })).toBeNull();
});

test("payouts of horses that did not run, above ten million yen, and too few of them are named", () => {
  const ran = (horseNum: number) => horseNum <= 8;
  const quinella = { betType: "quinella", combination: "3-9", payoutYen: 1_200 };
  expect(payoutWithoutHorse(quinella, ran)).toBe("quinella 3-9 pays, and 9 did not run");
  expect(payoutWithoutHorse({ ...quinella, combination: "3-8" }, ran)).toBeNull();
  // Brackets are no numbers of horses; 0 stands for the rest of a pool without a winner.
  expect(payoutWithoutHorse({ ...quinella, betType: "bracket_quinella" }, ran)).toBeNull();
  expect(payoutWithoutHorse({ betType: "win", combination: "0", payoutYen: 70 }, ran)).toBeNull();
  expect(implausiblePayout({ betType: "win", combination: "3", payoutYen: 10_000_001 })).toBe(
    "win 3 pays 10000001 yen",
  );
  expect(implausiblePayout({ betType: "win", combination: "3", payoutYen: 10_000_000 })).toBeNull();
  expect(unpaidWinners({ winners: 2, paidWins: 1 })).toBe("2 horses won, and 1 win bets pay");
  expect(unpaidWinners({ winners: 2, paidWins: 2 })).toBeNull();
  expect(unpaidWinners({ winners: 2, paidWins: 0 })).toBeNull();
  expect([isRegularPayout({ payoutYen: 100 }), isRegularPayout({ payoutYen: 70 })]).toEqual([true, false]);
});
