/**
 * What in the rows of a race cannot all be true, or hardly, whatever file they come from. Rows are taken as they are, and
 * the operator is told: each function returns the words, or null.
 */

const FIRST_PLAUSIBLE_YEAR = 1950;
/** Bets whose combinations are numbers of horses, and of which none has paid more than 10 million yen. */
const JUDGED_BETS: readonly string[] = ["win", "place", "quinella", "wide", "trio"];
const HIGHEST_PLAUSIBLE_PAYOUT_YEN = 10_000_000;
/** Less is no payout: a pool without a winner returns 70 yen. */
const LOWEST_REGULAR_PAYOUT_YEN = 100;

/** A race before 1950 or after the next year. @param today YYYY-MM-DD, as `date` */
export function implausibleYear(date: string, today: string): string | null {
  const year = Number(date.slice(0, 4));
  return year < FIRST_PLAUSIBLE_YEAR || year > Number(today.slice(0, 4)) + 1 ? `the race is of ${year}` : null;
}

/** The result of a race that is yet to come. @param today YYYY-MM-DD, as `date` */
export function futureResult(date: string, today: string): string | null {
  return date > today ? `the race has a result and is on ${date}, in the future` : null;
}

/** @param placed horses with a place; @param first those with the first place */
export function onlyWinners({ placed, first }: { placed: number; first: number }): string | null {
  return placed >= 2 && first === placed ? `all ${placed} horses with a place are first` : null;
}

interface PayoutRow {
  betType: string;
  combination: string;
  payoutYen: number;
}

/** @param hasRun false for a number that did not start */
export function payoutWithoutHorse(
  { betType, combination }: PayoutRow,
  hasRun: (horseNum: number) => boolean,
): string | null {
  if (!JUDGED_BETS.includes(betType)) return null;
  const absent = combination.split("-").filter((horse) => horse !== "0" && !hasRun(Number(horse)));
  return absent.length === 0 ? null : `${betType} ${combination} pays, and ${absent.join(", ")} did not run`;
}

/** A payout above 10 million yen. */
export function implausiblePayout({ betType, combination, payoutYen }: PayoutRow): string | null {
  return JUDGED_BETS.includes(betType) && payoutYen > HIGHEST_PLAUSIBLE_PAYOUT_YEN
    ? `${betType} ${combination} pays ${payoutYen} yen`
    : null;
}

/** Whether a win row pays a winner, and is no return of a pool that nobody had won. */
export function isRegularPayout({ payoutYen }: Pick<PayoutRow, "payoutYen">): boolean {
  return payoutYen >= LOWEST_REGULAR_PAYOUT_YEN;
}

/** @param paidWins rows of win bets, all of them regular; 0 where there are none or others among them */
export function unpaidWinners({ winners, paidWins }: { winners: number; paidWins: number }): string | null {
  return paidWins > 0 && winners > paidWins ? `${winners} horses won, and ${paidWins} win bets pay` : null;
}
