import { expect, test } from "vitest";
import {
  cancelledWithPayouts,
  cancelledWithResults,
  futureResult,
  implausiblePayout,
  implausibleYear,
  impossibleCombination,
  onlyWinners,
  payoutOfLosers,
  payoutWithoutHorse,
  unpaidWinners,
} from "#app/domain/racing/contradictions.ts";
import { isRegularPayout } from "#app/domain/racing/race.ts";

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

const paid = (betType: string, combination: string, payoutYen = 500) => ({ betType, combination, payoutYen });

test.each([
  ["win", "1-3", "win 1-3 does not have 1 number"],
  ["place", "1-2", "place 1-2 does not have 1 number"],
  ["quinella", "6", "quinella 6 does not have 2 numbers"],
  ["wide", "1-2-3", "wide 1-2-3 does not have 2 numbers"],
  ["exacta", "1", "exacta 1 does not have 2 numbers"],
  ["trio", "1-2", "trio 1-2 does not have 3 numbers"],
  ["trifecta", "1-2-3-4", "trifecta 1-2-3-4 does not have 3 numbers"],
  ["bracket", "1", "bracket 1 does not have 2 numbers"],
  ["bracket_quinella", "1-2-3", "bracket_quinella 1-2-3 does not have 2 numbers"],
  ["quinella", "3-3", "quinella 3-3 has 3 twice"],
  ["wide", "14-14", "wide 14-14 has 14 twice"],
  ["exacta", "2-2", "exacta 2-2 has 2 twice"],
  ["trio", "1-2-1", "trio 1-2-1 has 1 twice"],
  ["trifecta", "5-4-5", "trifecta 5-4-5 has 5 twice"],
  ["bracket", "3-9", "bracket 3-9 has a bracket above 8"],
  ["quinella", "0-3", "quinella 0-3 has a number 0"],
  ["win", "0", "win 0 pays 500 yen to nobody: where stakes were returned, send 0 yen or no row"],
])("%s %s is a combination that the bet cannot have", (betType, combination, words) => {
  expect(impossibleCombination(paid(betType, combination))).toBe(words);
});

test.each([
  ["win", "14", 500],
  ["quinella", "3-18", 500],
  ["exacta", "18-3", 500],
  ["trio", "1-2-3", 500],
  ["trifecta", "3-1-2", 500],
  // Two horses of one bracket.
  ["bracket", "3-3", 500],
  ["bracket_quinella", "8-8", 500],
  // A pool without a winner, a bet that was not sold, and a bet that is not used.
  ["win", "0", 70],
  ["quinella", "0-0", 80],
  ["place", "0", 0],
  ["quinella", "1", 0],
  ["win5", "1-2-3-4", 500],
])("%s %s of %s yen is possible", (betType, combination, yen) => {
  expect(impossibleCombination(paid(betType, combination, yen))).toBeNull();
});

test("horses that did not run are named whatever their number and the bet, but for brackets", () => {
  const ran = (horseNum: number) => horseNum <= 14;
  expect(payoutWithoutHorse(paid("win", "99"), ran)).toBe("win 99 pays, and 99 did not run");
  expect(payoutWithoutHorse(paid("trifecta", "15-1-16"), ran)).toBe("trifecta 15-1-16 pays, and 15, 16 did not run");
  expect(payoutWithoutHorse(paid("exacta", "14-13"), ran)).toBeNull();
  expect(payoutWithoutHorse(paid("win", "15", 0), ran)).toBeNull();
  // 特払 is paid to every ticket, and yet names a horse of the race.
  expect(payoutWithoutHorse(paid("win", "15", 70), ran)).toBe("win 15 pays, and 15 did not run");
});

/** Places of horses by number, from 1; 0: none. */
const result = (...places: number[]) =>
  new Map(places.flatMap((place, index) => (place === 0 ? [] : [[index + 1, place] as const])));

test.each<[string, string, number[], string]>([
  ["win", "2", [1, 2, 3, 4], "1 has won"],
  ["win", "3", [1, 1, 3, 4], "1, 2 have won"],
  ["place", "4", [1, 2, 3, 4], "the first are 1, 2, 3"],
  ["quinella", "1-3", [1, 2, 3, 4], "the first are 1, 2"],
  // Both second; after a dead heat of two winners there is no second.
  ["quinella", "2-3", [1, 2, 2, 4], "the first are 1, 2, 3"],
  ["quinella", "1-3", [1, 1, 3, 4], "the first are 1, 2"],
  ["exacta", "2-1", [1, 2, 3, 4], "the first are 1, 2"],
  ["wide", "1-4", [1, 2, 3, 4], "the first are 1, 2, 3"],
  ["wide", "3-4", [1, 2, 3, 3], "the first are 1, 2, 3, 4"],
  ["trio", "1-2-4", [1, 2, 3, 4], "the first are 1, 2, 3"],
  ["trifecta", "1-3-2", [1, 2, 3, 4], "the first are 1, 2, 3"],
  // A horse without a place, where all places before are taken.
  ["place", "4", [1, 2, 3, 0], "the first are 1, 2, 3"],
])("%s %s pays losers where the places are %s", (betType, combination, places, words) => {
  expect(payoutOfLosers(paid(betType, combination), result(...places))).toBe(
    `${betType} ${combination} pays, and ${words}`,
  );
});

test.each<[string, string, number[]]>([
  ["win", "1", [1, 2, 3]],
  ["win", "2", [1, 1, 3]],
  ["place", "3", [1, 2, 3]],
  ["place", "4", [1, 2, 3, 3]],
  ["place", "3", [1, 2, 2]],
  ["quinella", "1-2", [1, 1, 3]],
  ["quinella", "1-3", [1, 2, 2]],
  ["quinella", "2-3", [1, 1, 1]],
  ["exacta", "2-1", [1, 1, 3]],
  ["exacta", "1-3", [1, 2, 2]],
  ["wide", "1-4", [1, 2, 3, 3]],
  ["wide", "2-3", [1, 2, 2, 4]],
  ["trio", "1-2-4", [1, 2, 3, 3]],
  ["trifecta", "1-3-2", [1, 2, 2]],
  ["trifecta", "2-1-3", [1, 1, 3]],
  // Not all places are known yet, or no result at all.
  ["place", "3", [1, 0, 0]],
  ["quinella", "1-2", [1, 0, 0]],
  ["win", "1", []],
  ["bracket", "7-8", [1, 2, 3]],
])("%s %s is no contradiction where the places are %s", (betType, combination, places) => {
  expect(payoutOfLosers(paid(betType, combination), result(...places))).toBeNull();
});

test("the return of a pool without a winner is no payout of losers", () => {
  expect(payoutOfLosers(paid("win", "2", 70), result(1, 2))).toBeNull();
  expect(payoutOfLosers(paid("win", "2", 0), result(1, 2))).toBeNull();
});

test("results and payouts of a cancelled race are named", () => {
  expect(cancelledWithResults(3)).toBe("the race is cancelled, and 3 horses have results");
  expect(cancelledWithPayouts(2)).toBe("the race is cancelled, and has 2 payouts");
  expect([cancelledWithResults(0), cancelledWithPayouts(0)]).toEqual([null, null]);
});
