export const STAKE_STEP_YEN = 100;
export const LARGEST_BUDGET_YEN = 1_000_000;

export function smallestBudget(ticketCount: number): number {
  return ticketCount * STAKE_STEP_YEN;
}

/**
 * A remainder below another step stays unspent. @throws {RangeError} if the budget is too small, as in {@link
 * splitEvenly}
 */
export function splitFlat(budgetYen: number, ticketCount: number): number[] {
  refuseSmallBudget(budgetYen, ticketCount);
  const steps = Math.floor(budgetYen / smallestBudget(ticketCount));
  return Array.from({ length: ticketCount }, () => steps * STAKE_STEP_YEN);
}

/**
 * As even payouts as steps of 100 yen permit. Every ticket has a step; each further one goes to the ticket with the
 * lowest payout (the first of equal ones). No other stakes within the budget have a higher lowest payout.
 *
 * @param odds of each ticket, the lower end of ranges
 */
export function splitEvenly(budgetYen: number, odds: readonly number[]): number[] {
  refuseSmallBudget(budgetYen, odds.length);
  if (odds.length === 0) return [];
  const tenths = odds.map((each) => Math.round(each * 10));
  const left = Math.floor(budgetYen / STAKE_STEP_YEN) - odds.length;
  /** Further steps until no payout is below the level. */
  const stepsTo = (level: number) => tenths.reduce((sum, each) => sum + Math.floor((level - 1) / each), 0);
  let level = 1;
  for (let beyond = (left + 2) * Math.min(...tenths); beyond - level > 1; ) {
    const middle = Math.floor((level + beyond) / 2);
    if (stepsTo(middle) <= left) level = middle;
    else beyond = middle;
  }
  let rest = left - stepsTo(level);
  return tenths.map((each) => {
    const steps = Math.floor((level - 1) / each) + 1;
    if (rest === 0 || steps * each !== level) return steps * STAKE_STEP_YEN;
    rest -= 1;
    return (steps + 1) * STAKE_STEP_YEN;
  });
}

function refuseSmallBudget(budgetYen: number, ticketCount: number): void {
  if (budgetYen < smallestBudget(ticketCount)) throw new RangeError(`${budgetYen} yen for ${ticketCount} tickets`);
}

/** Odds have one decimal, so a payout is a multiple of 10 yen. */
export function payoutYen(stakeYen: number, odds: number): number {
  return (stakeYen * Math.round(odds * 10)) / 10;
}
