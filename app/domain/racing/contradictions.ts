import { isRegularPayout } from "./race.ts";

/**
 * Impossible or implausible rows of a race, whatever file they come from. Each function returns a text or null. Rows
 * are stored and the operator is warned; only {@link impossibleCombination} rejects.
 */

const FIRST_PLAUSIBLE_YEAR = 1950;
const HIGHEST_PLAUSIBLE_PAYOUT_YEN = 10_000_000;
const BRACKETS = 8;

/** Whether a bet names horses, and the lowest place that each may have. */
interface Bet {
  /** Per number, in the order of the combination or from the first place on. Null: brackets, not judged. */
  lastPlaces: readonly number[] | null;
  count: number;
  isOrdered: boolean;
  /** Whether the bet has never paid more than 10 million yen. */
  isBounded: boolean;
}

const unordered = (...lastPlaces: number[]): Bet => ({
  lastPlaces,
  count: lastPlaces.length,
  isOrdered: false,
  isBounded: true,
});
const ordered = (...lastPlaces: number[]): Bet => ({
  lastPlaces,
  count: lastPlaces.length,
  isOrdered: true,
  isBounded: false,
});
const BRACKET_PAIR: Bet = { lastPlaces: null, count: 2, isOrdered: false, isBounded: false };

/** Other types are not judged. Place bets pay two or three places, decided by the sales. */
const BETS: ReadonlyMap<string, Bet> = new Map([
  ["win", unordered(1)],
  ["place", unordered(3)],
  ["bracket", BRACKET_PAIR],
  ["bracket_quinella", BRACKET_PAIR],
  ["bracket_exacta", BRACKET_PAIR],
  ["quinella", unordered(1, 2)],
  ["wide", unordered(2, 3)],
  ["exacta", ordered(1, 2)],
  ["trio", unordered(1, 2, 3)],
  ["trifecta", ordered(1, 2, 3)],
]);

/** A race before 1950 or after the next year. @param today YYYY-MM-DD, as `date` */
export function implausibleYear(date: string, today: string): string | null {
  const year = Number(date.slice(0, 4));
  return year < FIRST_PLAUSIBLE_YEAR || year > Number(today.slice(0, 4)) + 1 ? `the race is of ${year}` : null;
}

/** A result of a future race. @param today YYYY-MM-DD, as `date` */
export function futureResult(date: string, today: string): string | null {
  return date > today ? `the race has a result and is on ${date}, in the future` : null;
}

/** @param placed horses with a place; @param first those with the first place */
export function onlyWinners({ placed, first }: { placed: number; first: number }): string | null {
  return placed >= 2 && first === placed ? `all ${placed} horses with a place are first` : null;
}

export function cancelledWithResults(results: number): string | null {
  return results > 0 ? `the race is cancelled, and ${results} horses have results` : null;
}

export function cancelledWithPayouts(payouts: number): string | null {
  return payouts > 0 ? `the race is cancelled, and has ${payouts} payouts` : null;
}

interface PayoutRow {
  betType: string;
  combination: string;
  payoutYen: number;
}

const numbersOf = ({ combination }: PayoutRow): number[] => combination.split("-").map(Number);

/** A combination that the bet never has. A row of 0 yen may have any. */
export function impossibleCombination(row: PayoutRow): string | null {
  const { betType, combination, payoutYen } = row;
  const bet = BETS.get(betType);
  if (bet === undefined || payoutYen === 0) return null;
  const numbers = numbersOf(row);
  const isNobody = numbers.every((number) => number === 0);
  if (isNobody && !isRegularPayout(row)) return null;
  const name = `${betType} ${combination}`;
  if (isNobody) return `${name} pays ${payoutYen} yen to nobody: where stakes were returned, send 0 yen or no row`;
  if (numbers.length !== bet.count) return `${name} does not have ${bet.count} number${bet.count === 1 ? "" : "s"}`;
  if (numbers.includes(0)) return `${name} has a number 0`;
  if (bet.lastPlaces === null)
    return numbers.some((number) => number > BRACKETS) ? `${name} has a bracket above ${BRACKETS}` : null;
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index);
  return twice === undefined ? null : `${name} has ${twice} twice`;
}

/** @param hasRun false for a number that did not start */
export function payoutWithoutHorse(row: PayoutRow, hasRun: (horseNum: number) => boolean): string | null {
  const { betType, combination, payoutYen } = row;
  if ((BETS.get(betType)?.lastPlaces ?? null) === null || payoutYen === 0) return null;
  const absent = numbersOf(row).filter((horse) => horse !== 0 && !hasRun(horse));
  return absent.length === 0 ? null : `${betType} ${combination} pays, and ${absent.join(", ")} did not run`;
}

/**
 * A payout for horses without a paid place. In a dead heat several horses share a place and the next one is skipped.
 * `places` is by horse number; incomplete places are not judged.
 */
export function payoutOfLosers(row: PayoutRow, places: ReadonlyMap<number, number>): string | null {
  const { lastPlaces, isOrdered } = BETS.get(row.betType) ?? BRACKET_PAIR;
  if (lastPlaces === null || !isRegularPayout(row)) return null;
  const most = Math.max(...lastPlaces);
  const front = [...places].filter(([, place]) => place <= most).sort(([, one], [, other]) => one - other);
  const own = numbersOf(row).map((horse) => places.get(horse) ?? Number.POSITIVE_INFINITY);
  if (front.length === 0 || (front.length < most && own.includes(Number.POSITIVE_INFINITY))) return null;
  if (!isOrdered) own.sort((one, other) => one - other);
  if (own.every((place, index) => place <= (lastPlaces[index] ?? most))) return null;
  const horses = front.map(([horseNum]) => horseNum).join(", ");
  const result = most > 1 ? `the first are ${horses}` : `${horses} ${front.length === 1 ? "has" : "have"} won`;
  return `${row.betType} ${row.combination} pays, and ${result}`;
}

export function implausiblePayout({ betType, combination, payoutYen }: PayoutRow): string | null {
  return BETS.get(betType)?.isBounded === true && payoutYen > HIGHEST_PLAUSIBLE_PAYOUT_YEN
    ? `${betType} ${combination} pays ${payoutYen} yen`
    : null;
}

/** @param paidWins regular rows of win bets; 0 where there are none or others among them */
export function unpaidWinners({ winners, paidWins }: { winners: number; paidWins: number }): string | null {
  return paidWins > 0 && winners > paidWins ? `${winners} horses won, and ${paidWins} win bets pay` : null;
}
